// The page's socket: it asks for what the page lacks each time it opens, says when the line is down, and heals itself.
import { lineState } from "./notices.js";
import { startScrolling } from "./scrolling.js";
import { apply, cursor } from "./upsert.js";

const SIGNED_OUT = 4401, NOT_FOUND = 4404;
const AGAIN_BY_EXTENSION = [1006, 1011, 1012, 1013];
const LONGEST_DELAY = 5_000, SAY_SO_AFTER = 1_000, ASLEEP = 30_000;

let current = null;
let wrapper = null;
let ended = null;

const open = () => current?.readyState === WebSocket.OPEN;

function create(address) {
  // Asked twice while it connects (the extension's timer and ours): one socket is enough.
  if (current?.readyState === WebSocket.CONNECTING) return current;
  const url = new URL(address, location.href);
  if (url.searchParams.has("thread")) url.searchParams.set("seen", cursor.seen);
  current = new WebSocket(url);
  return current;
}

function reconnect() {
  if (wrapper && current?.readyState !== WebSocket.CONNECTING) wrapper.reconnect();
}

function closed(event) {
  if (event.target !== current) return;
  ended = { [SIGNED_OUT]: "notice-signed-out", [NOT_FOUND]: "notice-gone" }[event.code] ?? null;
  if (ended) return lineState(ended);
  if (!AGAIN_BY_EXTENSION.includes(event.code)) setTimeout(() => { if (!open()) reconnect(); }, SAY_SO_AFTER);
  sayWhenDown();
}

function sayWhenDown() {
  setTimeout(() => { if (!ended && (!open() || !navigator.onLine)) lineState("notice-offline"); }, SAY_SO_AFTER);
}

function watchForSleep() {
  let lastTick = Date.now();
  setInterval(() => {
    // A machine that slept has a socket that looks open and is dead.
    if (Date.now() - lastTick > ASLEEP) reconnect();
    lastTick = Date.now();
  }, 5_000);
}

function watchForSight() {
  let hiddenAt = 0;
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) hiddenAt = Date.now();
    else if (!open() || Date.now() - hiddenAt > ASLEEP) reconnect();
  });
}

export function startSocket() {
  const element = document.getElementById("socket");
  if (!element) return;
  cursor.seen = Number(element.dataset.seen);
  htmx.createWebSocket = create;
  htmx.config.wsReconnectDelay = (tries) => Math.min(LONGEST_DELAY, 200 * 2 ** tries) * (0.5 + Math.random() / 2);
  element.addEventListener("htmx:wsOpen", (event) => {
    wrapper = event.detail.socketWrapper;
    ended = null;
    lineState(null);
  });
  element.addEventListener("htmx:wsClose", (event) => {
    wrapper = event.detail.socketWrapper ?? wrapper;
    closed(event.detail.event);
  });
  element.addEventListener("htmx:wsBeforeMessage", (event) => {
    event.preventDefault();
    apply(event.detail.message);
  });
  addEventListener("online", () => { lineState(null); reconnect(); sayWhenDown(); });
  addEventListener("offline", sayWhenDown);
  addEventListener("pageshow", (event) => { if (event.persisted) reconnect(); });
  watchForSleep();
  watchForSight();
  startScrolling();
  sayWhenDown();
}
