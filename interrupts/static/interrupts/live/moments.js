// Times stay true while a page is open, and the server learns the person's zone.

const MINUTE = 60_000, HOUR = 60 * MINUTE, DAY = 24 * HOUR;

// The same words as interrupts_time.ago, in the page's language (interrupts/notices.html).
export function ago(passed) {
  const words = document.getElementById("ago")?.dataset;
  if (!words) return null;
  if (passed < 45_000) return words.now;
  if (passed < 59.5 * MINUTE) return counted(words.minutes, passed / MINUTE);
  if (passed < 23.5 * HOUR) return counted(words.hours, passed / HOUR);
  const days = Math.round(passed / DAY);
  if (days > 7) return null;
  return days === 1 ? words.day : counted(words.days, days);
}

const counted = (words, number) => words.replace("{n}", Math.round(number));

function renew() {
  for (const time of document.querySelectorAll("time[data-ago]")) {
    const words = ago(Date.now() - Date.parse(time.dateTime));
    if (words && time.textContent !== words) time.textContent = words;
  }
}

function tellZone() {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const known = document.cookie.split("; ").includes(`timezone=${zone}`);
  if (!zone || known) return;
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `timezone=${zone}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
}

export function startMoments() {
  tellZone();
  setInterval(renew, 20_000);
}
