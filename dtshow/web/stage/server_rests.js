// What is sent to a session that has just begun, as after a restart of the server, Streamlit may leave out: it does not
// know the part of the page yet, or a newer run takes the place of the one that was to hear it. When the server rests
// and has not taken note of it, it is told again. It knows nothing of what is told.

const REST = 1000;  // milliseconds

// Calls `tell` a second after each run of the server's; returns what ends it.
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
