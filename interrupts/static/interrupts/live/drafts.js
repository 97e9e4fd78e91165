// What a person types into a question's form is kept on the server a moment later, and when they turn away. One post of
// a form is under way at a time, so the newest input is what stays. Fields for secrets never leave by this way.
import { notice } from "./notices.js";
import { cookie } from "./posts.js";

const PAUSE = 800;
// Browsers let no more than 64 KiB outlive a page.
const OUTLIVES = 60_000;

// Forms with input that is not kept yet, each with its timer.
const unkept = new Map();
const underWay = new Set();

const isField = (name) => /^f\d/.test(name ?? "");
const formOf = (event) => event.target.closest?.("form[data-draft]");
const token = () => cookie("csrftoken") ?? JSON.parse(document.body.getAttribute("hx-headers") ?? "{}")["X-CSRFToken"] ?? "";

function typed(form) {
  const secret = new Set([...form.querySelectorAll("[data-secret] [name]")].map((control) => control.name));
  return new URLSearchParams([...new FormData(form)].filter(([name]) => isField(name) && !secret.has(name)));
}

function keepSoon(form) {
  clearTimeout(unkept.get(form));
  unkept.set(form, setTimeout(keep, PAUSE, form));
}

async function keep(form, { leaving = false } = {}) {
  clearTimeout(unkept.get(form));
  if (underWay.has(form) && !leaving) return;
  unkept.delete(form);
  if (!form.isConnected) return;
  if ("sending" in form.dataset) return keepSoon(form);
  const body = typed(form).toString();
  const headers = { "Content-Type": "application/x-www-form-urlencoded", "X-CSRFToken": token() };
  underWay.add(form);
  try {
    say(form, await fetch(form.dataset.draft, { method: "POST", body, headers, redirect: "manual", keepalive: body.length < OUTLIVES }));
  } catch {
    // No line: the input is in the page, and is tried again with what is typed next.
    if (!unkept.has(form)) unkept.set(form, undefined);
  }
  underWay.delete(form);
  if (unkept.get(form) !== undefined) keepSoon(form);
}

function say(form, { status }) {
  const state = form.querySelector("[data-draft-state]");
  const name = { 204: "notice-draft-kept", 413: "notice-draft-too-long" }[status];
  if (!state || !name) return;
  state.replaceChildren(notice(name));
  state.hidden = false;
}

function keepAll() {
  for (const form of [...unkept.keys()]) keep(form, { leaving: true });
}

export function startDrafts() {
  for (const kind of ["input", "change"]) {
    document.addEventListener(kind, (event) => { const form = formOf(event); if (form && isField(event.target.name)) keepSoon(form); });
  }
  document.addEventListener("focusout", (event) => {
    const form = formOf(event);
    if (unkept.has(form) && !form.contains(event.relatedTarget)) keep(form);
  });
  document.addEventListener("visibilitychange", () => { if (document.hidden) keepAll(); });
  addEventListener("pagehide", keepAll);
  addEventListener("online", keepAll);
}
