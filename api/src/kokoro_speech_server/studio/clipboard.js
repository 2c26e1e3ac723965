/**
 * Copies a text to the clipboard.
 * @param {string} text
 * @returns {Promise<boolean>} whether the browser allowed it
 */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text); // On plain http there is no clipboard, and a person may forbid it.
  }
}

function copyBySelection(text) {
  const focused = document.activeElement;
  const area = document.createElement("textarea");
  area.value = text;
  area.readOnly = true;
  area.style.position = "fixed";
  area.style.opacity = "0";
  // Beside the focused element, since everything outside an open dialog is inert.
  (focused?.closest("dialog") ?? document.body).append(area);
  area.select();
  try {
    return document.execCommand("copy");
  } finally {
    area.remove();
    focused?.focus();
  }
}
