// Puts the band of a guided lesson on a page of Streamlit's.
import { mounted, whenServerRests } from "../mounted.js";
import { Band } from "./band.js";

const make = (host) => new Band(host, (kind, value) => host.send("press", [kind, value]));

export default mounted("story", make, (host) => [whenServerRests(() => host.view?.askAgain())]);
