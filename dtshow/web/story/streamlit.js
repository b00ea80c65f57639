// Puts the band of a guided lesson on a page of Streamlit's. It draws nothing itself.
import { whenServerRests } from "../stage/server_rests.js";
import { Band } from "./band.js";

const read = (data) => JSON.parse(new TextDecoder().decode(data));

export default function ({ data, parentElement, setTriggerValue }) {
  const host = parentElement.querySelector(".story");
  host.report = (kind, value) => setTriggerValue("press", [kind, value]);
  host.band ??= new Band(host, (kind, value) => host.report(kind, value));
  host.unwatch ??= whenServerRests(() => host.band?.askAgain());
  host.band.show(read(data));
  return () => leave(host);
}

// Streamlit also ends calls that a later one has overtaken: the element is then still in use.
function leave(host) {
  if (host.isConnected) return;
  host.band?.destroy();
  host.unwatch?.();
  host.band = host.unwatch = undefined;
}
