// Tells of a question that came while the page was not looked at: only where the person wants it and the browser lets us.
import { sentence } from "./notices.js";

const allowed = () => ("Notification" in window ? Notification.permission : "denied");
const wanted = () => "notify" in document.body.dataset && document.hidden && allowed() === "granted";

// ``about`` tells one from another, so that two open pages tell of the same question once.
function tell(words, about) {
  if (!wanted() || !words) return;
  const shown = new Notification(words, { tag: about });
  shown.addEventListener("click", () => {
    window.focus();
    shown.close();
  });
}

// Cards that came before the count of what waits knew of them.
let ahead = 0;

export function tellOf(question) {
  ahead += 1;
  const { server, tool, interrupt } = question.dataset;
  const what = [server, tool].filter(Boolean).join(" ");
  tell(what ? `${sentence("notice-waits")} ${what}` : sentence("notice-one-waits"), interrupt);
}

// Of what waits elsewhere only the number comes.
export function tellOfMore(rise) {
  const elsewhere = rise - ahead;
  ahead = Math.max(0, ahead - rise);
  if (elsewhere > 0) tell(sentence("notice-one-waits"), "elsewhere");
}

// The switch of the settings page: the browser asks only because the person has just clicked.
const part = (name) => document.querySelector(`[data-notifications="${name}"]`);
const theSwitch = () => document.querySelector("#settings-notifications [role=switch]");

function showPermission() {
  const on = theSwitch()?.checked ?? false;
  part("ask").hidden = !on || allowed() !== "default";
  part("denied").hidden = !on || allowed() !== "denied";
}

async function ask() {
  if (allowed() === "default") await Notification.requestPermission();
  showPermission();
}

export function startNotifying() {
  if (!theSwitch() || !part("ask")) return;
  theSwitch().addEventListener("change", (event) => (event.target.checked ? ask() : showPermission()));
  part("ask").addEventListener("click", ask);
  showPermission();
}
