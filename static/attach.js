// Files of the composer: chosen, dropped or pasted, shown before they are sent, taken away again. Without this the file
// box of the form works by itself. The files live in that box, so that the form sends them like any other.

const composer = () => document.getElementById("composer");
const box = () => composer()?.querySelector("#files");
const UNITS = ["byte", "kilobyte", "megabyte"];

// What is attached now; a box that the person opens again forgets what it held.
let chosen = [];

// As the server says it: a kilobyte of 1,024 bytes.
function inWords(size) {
  const unit = size < 1024 ? 0 : size < 1024 ** 2 ? 1 : 2;
  const options = { style: "unit", unit: UNITS[unit], unitDisplay: unit ? "short" : "long", maximumFractionDigits: unit ? 1 : 0 };
  return new Intl.NumberFormat(document.documentElement.lang, options).format(size / 1024 ** unit);
}

const isText = (type) => type === "" || type.startsWith("text/") || type === "application/json";
const fits = (type, kind) => (kind.endsWith("/*") ? type.startsWith(kind.slice(0, -1)) : type === kind);
const isRead = ({ type }, input) => isText(type) || input.dataset.reads.split(" ").some((kind) => kind && fits(type, kind));

// A picture of a picture, drawn: no address of it is needed, and nothing in it can run.
async function draw(file, canvas) {
  if (!/^image\/(png|jpeg|gif|webp)$/.test(file.type)) return;
  try {
    const image = await createImageBitmap(file, { resizeHeight: 80 });
    const side = Math.min(image.width, image.height);
    canvas.getContext("2d").drawImage(image, (image.width - side) / 2, (image.height - side) / 2, side, side, 0, 0, canvas.width, canvas.height);
    canvas.nextElementSibling.remove();
    canvas.hidden = false;
  } catch {
    // It is no image after all; the server will say so.
  }
}

function show() {
  const input = box();
  const list = composer()?.querySelector("#chosen");
  if (!input || !list) return;
  const files = new DataTransfer();
  for (const file of chosen) files.items.add(file);
  input.files = files.files;
  list.replaceChildren(...chosen.map((file, place) => {
    const line = composer().querySelector("#chosen-file").content.firstElementChild.cloneNode(true);
    line.querySelector("[data-name]").textContent = file.name;
    line.querySelector("[data-size]").textContent = inWords(file.size);
    line.querySelector(".unread").hidden = isRead(file, input);
    const remove = line.querySelector("[data-remove-file]");
    remove.dataset.removeFile = place;
    remove.setAttribute("aria-label", `${remove.getAttribute("aria-label")}: ${file.name}`);
    draw(file, line.querySelector("canvas"));
    return line;
  }));
  list.hidden = chosen.length === 0;
  // Files say enough; with nothing at all the browser says so, at the field.
  composer().querySelector("textarea").required = chosen.length === 0;
}

function say(sentence) {
  const problem = composer()?.querySelector("#files-problem");
  if (!problem) return;
  problem.querySelector("[data-reason]").textContent = sentence;
  problem.hidden = sentence === "";
}

// What the server would refuse is said at once, and the rest stays.
function add(files) {
  const input = box();
  if (!input || "sending" in composer().dataset) return;
  const limits = input.dataset;
  let sentence = "";
  for (const file of files) {
    const together = chosen.reduce((sum, each) => sum + each.size, file.size);
    if (chosen.length >= Number(limits.most)) sentence = limits.tooMany;
    else if (file.size > Number(limits.bytes)) sentence = `${file.name}: ${limits.tooLarge}`;
    else if (together > Number(limits.together)) sentence = limits.tooLargeTogether;
    else chosen = [...chosen, file];
  }
  show();
  say(sentence);
}

function remove(button) {
  if ("sending" in composer().dataset) return;
  const list = button.closest("ul");
  const place = Number(button.dataset.removeFile);
  chosen = chosen.filter((_, each) => each !== place);
  say("");
  show();
  (list.children[Math.min(place, chosen.length - 1)]?.querySelector("button") ?? composer().querySelector("textarea")).focus();
}

const holdsFiles = (event) => event.dataTransfer?.types.includes("Files") && box();
const marked = (on) => composer()?.classList.toggle("drops", on);

document.addEventListener("change", (event) => {
  if (event.target === box()) add([...event.target.files]);
});
document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-remove-file]");
  if (button) remove(button);
});
document.addEventListener("dragover", (event) => {
  if (!holdsFiles(event)) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = "copy";
  marked(true);
});
document.addEventListener("dragleave", (event) => {
  if (event.relatedTarget === null) marked(false);
});
document.addEventListener("drop", (event) => {
  if (!holdsFiles(event)) return;
  event.preventDefault();
  marked(false);
  add([...event.dataTransfer.files]);
});
// Programs that copy words put a picture of them beside; the words are what is meant.
document.addEventListener("paste", (event) => {
  const { files, types } = event.clipboardData ?? {};
  if (!files?.length || types.includes("text/plain") || event.target.form !== composer()) return;
  event.preventDefault();
  add([...files]);
});

// A form that was replaced meanwhile is named by its request alone.
const isComposers = ({ detail }) => (detail.requestConfig?.elt ?? detail.elt)?.id === "composer";

document.addEventListener("htmx:xhr:progress", (event) => {
  const bar = composer()?.querySelector("#sending-files");
  if (!isComposers(event) || !bar || !chosen.length || !event.detail.lengthComputable) return;
  bar.hidden = false;
  bar.value = event.detail.loaded / event.detail.total;
});
// What was sent is gone from the page with its composer; what was refused is put into the new one.
document.addEventListener("htmx:afterRequest", (event) => {
  if (!isComposers(event)) return;
  const bar = composer()?.querySelector("#sending-files");
  if (bar) bar.hidden = true;
  if (event.detail.xhr.status >= 200 && event.detail.xhr.status < 300) chosen = [];
  show();
});

add([...(box()?.files ?? [])]);
