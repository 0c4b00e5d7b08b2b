// What both libraries' snapshots say of the torch API that the address names.
import { known, listed, root } from "./lookup.js";

const page = document.querySelector(".pm-unmapped");
const name = new URL(location.href).searchParams.get("name") || "";
const part = (key) => page.querySelector(`[data-fill=${key}]`);
const reveal = (key) => {
  for (const one of page.querySelectorAll(`[data-when=${key}]`)) one.hidden = false;
};

const signatures = (key, api, texts) => {
  for (const text of texts.length ? texts : [""]) {
    const code = document.createElement("code");
    code.className = "pm-signature";
    code.textContent = api + text;
    part(key).append(code);
  }
};

const fill = ([file, docs, torch, since, paddle, torchOnly, paddleOnly]) => {
  reveal("known");
  part("name").textContent = name;
  document.title = document.title.replace(/^.*?(?= - )/, `${name} · ${page.querySelector(".pm-unmapped__state").textContent}`);
  part("docs").href = docs;
  signatures("torch", name, torch);
  const ask = new URL(part("ask").href);
  ask.searchParams.set("title", name);
  ask.searchParams.set("subject", name);
  part("ask").href = ask;
  const write = new URL(part("new").href);
  write.searchParams.set("filename", `mappings/${file}`);
  write.searchParams.set("value", `torch: ${name}\n`);
  part("new").href = write;
  if (!since) return reveal("none");
  reveal("same");
  part("since").textContent = since;
  signatures("paddle", name.replace("torch", "paddle"), paddle);
  if (!torchOnly) return;
  if (!torchOnly.length && !paddleOnly.length) reveal("alike");
  for (const [key, names] of Object.entries({ torchOnly, paddleOnly })) {
    if (!names.length) continue;
    reveal(key);
    part(key).textContent = names.join(", ");
  }
};

const [rows, search] = await Promise.all([
  fetch(new URL(page.dataset.rows, location)).then((answer) => answer.json()),
  known(),
]);
const found = name ? search.find(name) : [];
const entry = found.find((one) => one.kind === "entry" && one.name === name);
if (entry) location.replace(new URL(entry.url, root));
if (Object.hasOwn(rows, name)) fill(rows[name]);
else reveal(name ? "unknown" : "nameless");
// Other forms of the API may have an entry.
const last = name.slice(name.lastIndexOf(".") + 1);
const alike = last ? search.find(last) : [];
const same = alike.filter((one) => one.name.toLowerCase().endsWith(`.${last.toLowerCase()}`));
const near = name ? search.nearest(name) : [];
const others = [...same, ...near, ...alike].filter((one) => one.kind === "entry");
if (others.length) reveal("near");
part("near").append(...listed(others));
