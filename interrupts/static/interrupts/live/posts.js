// Forms sent by htmx: the newest token goes along, a press is busy until its reply is there, and what a person typed
// stays where it is whatever goes wrong.
import { lineState, notice, sayInForm, takeFromForm } from "./notices.js";
import { apply, cursor, holds, useLaterCard } from "./upsert.js";

export const cookie = (name) => document.cookie.split("; ").find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
const isPost = (detail) => detail.requestConfig.verb === "post";
const ownOf = (form) => form.closest("[data-interrupt], [data-own]");

// Signing in anew in another tab changes the token; the one in this page's forms is then too old.
function addNewest({ detail }) {
  if (detail.verb !== "post") return;
  const token = cookie("csrftoken");
  if (token) {
    detail.headers["X-CSRFToken"] = token;
    delete detail.parameters.csrfmiddlewaretoken;
  }
  detail.parameters.seen = String(cursor.seen);
}

function busy({ detail }) {
  if (!isPost(detail)) return;
  const form = detail.elt;
  takeFromForm(form);
  form.dataset.sending = "";
  const pressed = detail.requestConfig.triggeringEvent?.submitter;
  const shown = pressed?.matches(".out-of-sight") ? form.querySelector("button.accept") : pressed;
  shown?.setAttribute("aria-busy", "true");
  for (const area of form.querySelectorAll("textarea")) area.readOnly = true;
}

function free({ detail }) {
  const form = detail.elt;
  if (!isPost(detail) || !form.isConnected) return;
  delete form.dataset.sending;
  form.querySelector("[aria-busy]")?.removeAttribute("aria-busy");
  for (const area of form.querySelectorAll("textarea")) area.readOnly = false;
  useLaterCard(ownOf(form));
}

function useReply(event) {
  const { detail } = event;
  const { xhr, elt } = detail;
  const whole = /^\s*<!doctype/i.test(detail.serverResponse);
  if (isPost(detail)) {
    detail.shouldSwap = false;
    const own = ownOf(elt);
    if (!whole && own && holds(detail.serverResponse, own.id)) apply(detail.serverResponse, { own });
    else if (!whole && xhr.status < 300) apply(detail.serverResponse, { own });
    else sayInForm(elt, whatWentWrong(xhr, detail.serverResponse, whole));
  } else if (whole && wasRedirected(detail)) {
    detail.shouldSwap = false;
    lineState("notice-signed-out");
  }
}

function wasRedirected({ xhr, pathInfo }) {
  return new URL(xhr.responseURL || location.href).pathname !== new URL(pathInfo.finalRequestPath, location.href).pathname;
}

// A whole page in reply to a post is the sign-in page, or an error page of a site that has none for htmx.
function whatWentWrong(xhr, html, whole) {
  if (xhr.status === 403 || (whole && xhr.status < 300)) return notice("notice-sign-in");
  const element = notice("notice-refused");
  const article = whole ? null : new DOMParser().parseFromString(html, "text/html").querySelector("[data-error]");
  const sentences = [...(article?.querySelectorAll("h1, p") ?? [])].filter((line) => !line.querySelector("a"));
  if (sentences.length) {
    element.querySelector("[data-reason]").textContent = sentences.map((line) => line.textContent.trim().replace(/([^.?])$/, "$1.")).join(" ");
  }
  return element;
}

function unreachable({ detail }) {
  if (isPost(detail)) sayInForm(detail.elt, notice("notice-unreachable"));
}

export function startPosts() {
  document.addEventListener("htmx:configRequest", addNewest);
  document.addEventListener("htmx:beforeRequest", busy);
  document.addEventListener("htmx:afterRequest", free);
  document.addEventListener("htmx:beforeSwap", useReply);
  document.addEventListener("htmx:sendError", unreachable);
  document.addEventListener("htmx:timeout", unreachable);
}
