// Puts what a module draws into a component of Streamlit's: what it shows comes as bytes, what was done goes back as
// a trigger. It draws nothing and knows nothing of what is shown.

const REST = 1000;  // milliseconds

// Streamlit calls this again for each payload, with the same element. `make(host)`: what draws, made once;
// `watch(host)`: what is to be called when the element has gone.
export const mounted = (name, make, watch = () => []) => ({ data, parentElement, setTriggerValue }) => {
  const host = parentElement.querySelector(`.${name}`);
  host.send = setTriggerValue;
  host.view ??= make(host);
  host.view.show(JSON.parse(new TextDecoder().decode(data)));
  host.ends ??= watch(host);
  return () => leave(host);
};

// Streamlit also ends calls that a later one has overtaken: the element is then still in use.
function leave(host) {
  if (host.isConnected) return;
  host.view?.destroy?.();
  for (const end of host.ends ?? []) end?.();
  host.view = host.ends = undefined;
}

// What is sent to a session that has just begun, as after a restart of the server, Streamlit may leave out: it does not
// know the part of the page yet, or a newer run takes the place of the one that was to hear it. So `tell` is called a
// second after each run of the server's; returns what ends it.
export function whenServerRests(tell) {
  const app = document.querySelector(".stApp");
  let timer = null;
  const watch = new MutationObserver(() => {
    const { testConnectionState: connection, testScriptState: script } = app.dataset;
    clearTimeout(timer);
    if (connection === "CONNECTED" && script === "notRunning") timer = setTimeout(tell, REST);
  });
  const attributeFilter = ["data-test-connection-state", "data-test-script-state"];
  if (app) watch.observe(app, { attributes: true, attributeFilter });
  return () => { watch.disconnect(); clearTimeout(timer); };
}
