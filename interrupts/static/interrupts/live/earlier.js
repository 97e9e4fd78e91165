// A long thread opens with its newest part; a link brings what stands before it to where it belongs. Without this, or
// when it fails, the link leads to a page of its own.
import { apply } from "./upsert.js";

async function bring(link) {
  link.setAttribute("aria-busy", "true");
  try {
    const reply = await fetch(link.href, { headers: { "HX-Request": "true" }, redirect: "error" });
    if (!reply.ok) throw new Error(`${reply.status}`);
    apply(await reply.text(), { stay: true });
  } catch {
    location.assign(link.href);
  }
}

export function startEarlier() {
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-earlier]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (!link.hasAttribute("aria-busy")) bring(link);
  });
}
