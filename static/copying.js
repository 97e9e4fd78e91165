// Copying: a block of code from the page, a whole reply as it was written from the server.
import { announce } from "./interrupts/live/notices.js";

const SHOWN_FOR = 1_500;

// The text may still be on its way: a browser wants to be asked for the clipboard at the press, not a moment later.
async function toClipboard(text) {
  if (navigator.clipboard?.write && window.ClipboardItem) {
    const blob = Promise.resolve(text).then((words) => new Blob([words], { type: "text/plain" }));
    return navigator.clipboard.write([new ClipboardItem({ "text/plain": blob })]);
  }
  return navigator.clipboard.writeText(await text);
}

async function written(address) {
  const reply = await fetch(address, { credentials: "same-origin", redirect: "error" });
  if (!reply.ok) throw new Error(`${reply.status}`);
  return reply.text();
}

async function copy(button, text, shown, words) {
  try {
    await toClipboard(text);
    say(button, words);
  } catch {
    // No clipboard without https: what is shown is selected, and the person's own copy key works.
    getSelection().selectAllChildren(shown);
  }
}

function say(button, words) {
  const [before, icon] = [button.textContent.trim(), button.querySelector("use")];
  const drawn = icon?.getAttribute("href");
  button.dataset.copied = "";
  if (before) button.textContent = words;
  icon?.setAttribute("href", drawn.replace(/#.*/, "#tick"));
  announce(words);
  setTimeout(() => {
    delete button.dataset.copied;
    if (before) button.textContent = before;
    icon?.setAttribute("href", drawn);
  }, SHOWN_FOR);
}

document.addEventListener("click", (event) => {
  const code = event.target.closest("[data-copy-code]");
  const whole = event.target.closest("[data-copy-from]");
  if (code) {
    const shown = code.closest(".code").querySelector("code");
    copy(code, shown.textContent, shown, code.dataset.copyCode);
  } else if (whole) {
    copy(whole, written(whole.dataset.copyFrom), whole.closest("[data-message]").querySelector("[data-text]"), whole.dataset.done);
  }
});
