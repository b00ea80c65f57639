// Lines of working on a page of Streamlit's own: hands what the server sends to the stage's Sum, and
// reports the count that is pressed. It draws nothing itself.
import { Sum } from "../stage/sum.js";

const read = (data) => JSON.parse(new TextDecoder().decode(data));

export default function ({ data, parentElement, setTriggerValue }) {
  const host = parentElement.querySelector(".formula");
  host.report = setTriggerValue;
  host.sum ??= new Sum(host, { act: (kind, value) => host.report(kind, value) });
  host.sum.show(read(data));
}
