// Keeps short texts in this browser: a session that has not heard of them is told, and what it says then is kept.
// Who has none kept tells nothing: a run of the page at its start would cost others theirs, and a file that is
// brought meanwhile. Where nothing may be kept (a private window, a full disk), nothing is.
export default function ({ data, parentElement, setTriggerValue }) {
  const { name, texts, heard } = JSON.parse(new TextDecoder().decode(data)), host = parentElement.querySelector(".noted");
  const key = `nbn-${name}`, had = kept(key);
  host.ours ||= heard || !had.length;
  if (host.ours) keep(key, texts);
  else if (!host.told) {
    host.told = true;
    setTriggerValue("noted", had);
  }
}

function kept(key) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? [];
  } catch {
    return [];
  }
}

function keep(key, texts) {
  try {
    if (texts.length) localStorage.setItem(key, JSON.stringify(texts));
    else localStorage.removeItem(key);
  } catch { /* it is said nowhere that it is kept for ever */ }
}
