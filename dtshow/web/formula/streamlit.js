// Lines of working on a page of Streamlit's own: the stage's Sum, which reports the count that is pressed.
import { mounted } from "../mounted.js";
import { Sum } from "../stage/sum.js";

export default mounted("formula", (host) => new Sum(host, { act: (kind, value) => host.send(kind, value) }));
