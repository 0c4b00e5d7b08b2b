// The index of all APIs: a table that sorts, with filters that are kept in the address.
(() => {
  const form = document.querySelector(".pm-filter");
  if (!form) return;
  const input = form.elements.namedItem("name");
  const holder = document.querySelector(".pm-index");
  const count = document.querySelector(".pm-filter__count");
  const release = form.elements.namedItem("paddle");
  // As pages of entries keep it (answer.js).
  const KEY = "paddle-release";
  // What links asked by that are older than the verdicts.
  const DROPIN = {
    "drop-in": ["unchanged"],
    "silently-different": ["silent"],
    refused: ["code", "think"],
    unknown: ["unknown"],
  };
  const titles = JSON.parse(holder.dataset.columns);
  let data = null;
  let table = null;

  const element = (tag, className, text, title = "") => {
    const node = document.createElement(tag);
    if (className) node.className = className;
    if (title) node.title = title;
    node.textContent = text;
    return node;
  };

  const row = ([name, target, module, category, status, url, marks, gotchas, silent]) => {
    const found = { name, target, module, category, status, url, marks, gotchas, silent };
    marks.forEach((mark, place) => (found[`on${place}`] = mark));
    return found;
  };

  const link = (cell) => {
    const { name, url, silent } = cell.getData();
    const node = element("a", silent ? "pm-silent" : "", name, silent ? data.someSilent : "");
    node.href = form.dataset.root + url;
    return node;
  };

  const badge = (cell) => {
    const [slug, title] = data.categories[cell.getValue()] || ["", ""];
    return title ? element("span", `pm-badge pm-badge--small pm-cat-${slug}`, title, title) : "";
  };

  const mark = (cell) => {
    const [word, sign, said] = data.marks[cell.getValue()];
    return element("i", `pm-is-${word}`, sign, said);
  };

  const columns = () => [
    { title: "PyTorch", field: "name", formatter: link, widthGrow: 4, minWidth: 170, responsive: 0 },
    { title: "Paddle", field: "target", widthGrow: 3, minWidth: 110, responsive: 3 },
    {
      ...{ title: titles.category, field: "category", formatter: badge, widthGrow: 4, minWidth: 215 },
      ...{ responsive: 4, sorter: "number", accessorDownload: (at) => data.categories[at]?.[1] },
    },
    ...data.releases.map((release, place) => ({
      ...{ title: release, field: `on${place}`, formatter: mark, sorter: "number", width: 48 },
      ...{ hozAlign: "center", headerHozAlign: "center", cssClass: "pm-narrow" },
      responsive: place === data.releases.length - 1 ? 1 : 2,
      accessorDownload: (at) => data.marks[at][0],
    })),
    {
      ...{ title: titles.gotchas, field: "gotchas", sorter: "number", width: 72, responsive: 5 },
      ...{ hozAlign: "center", cssClass: "pm-narrow", formatter: (cell) => cell.getValue() || "" },
    },
  ];

  // How well a row fits one word: the lower the better, Infinity if not at all.
  const fit = (last, name, target, word) => {
    if (last === word || name === word) return 0;
    if (last.startsWith(word)) return 1;
    if (last.includes(word)) return 2;
    if (name.includes(word)) return 3;
    return target.includes(word) ? 4 : Infinity;
  };

  const score = (entry, words) => {
    const name = entry.name.toLowerCase();
    const last = name.slice(name.lastIndexOf(".") + 1).replace(/^_+|_+$/g, "");
    const target = entry.target.toLowerCase();
    return words.reduce((sum, word) => sum + fit(last, name, target, word), 0);
  };

  const chosen = () => {
    const query = new URLSearchParams(new FormData(form));
    if (!input.value) query.delete("name");
    if (release.value === data.releases.at(-1)) query.delete("paddle");
    return query;
  };

  const word = (entry) => data.marks[entry.marks[data.releases.indexOf(release.value)]][0];

  const fits = (entry, query) => {
    const among = (key, word) => !query.has(key) || query.getAll(key).includes(word);
    return (
      among("module", data.modules[entry.module]) &&
      among("category", data.categories[entry.category]?.[0]) &&
      among("status", data.statuses[entry.status]) &&
      among("verdict", word(entry)) &&
      (!query.has("silent") || entry.silent) &&
      (!query.has("gotchas") || entry.gotchas > 0)
    );
  };

  const filter = () => {
    const query = chosen();
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = data.rows
      .filter((entry) => fits(entry, query))
      .map((entry) => [score(entry, words), entry])
      .filter(([points]) => points < Infinity)
      .sort(([a, x], [b, y]) => a - b || (words.length ? x.name.length - y.name.length : 0))
      .map(([, entry]) => entry);
    if (words.length) table.clearSort();
    table.replaceData(found);
    const numbers = [found.length, data.rows.length];
    count.textContent = form.dataset.shown.replace(/\{(\d)\}/g, (_, place) => numbers[place]);
    for (const pick of form.querySelectorAll("[data-pick]")) {
      const number = query.getAll(pick.dataset.pick).length;
      pick.querySelector("b").textContent = number ? ` · ${number}` : "";
    }
    history.replaceState(null, "", query.size ? `?${query}` : location.pathname);
  };

  // How many entries have each verdict depends on the release.
  const countVerdicts = () => {
    for (const box of form.querySelectorAll("[name=verdict]")) {
      const number = data.rows.filter((entry) => word(entry) === box.value).length;
      box.parentElement.querySelector(".pm-count").textContent = number;
    }
  };

  const choose = () => {
    countVerdicts();
    try {
      localStorage.setItem(KEY, release.value);
    } catch {
      // Without storage the choice holds for this page.
    }
  };

  const check = (name, value) => {
    const box = form.querySelector(
      `[type=checkbox][name="${CSS.escape(name)}"][value="${CSS.escape(value)}"]`,
    );
    if (box) box.checked = true;
  };

  const kept = () => {
    try {
      return localStorage.getItem(KEY);
    } catch {
      return null; // See above.
    }
  };

  const read = () => {
    if (data.releases.includes(kept())) release.value = kept();
    for (const [key, value] of new URLSearchParams(location.search)) {
      if (key === "name") input.value = value;
      if (key === "paddle" && data.releases.includes(value)) release.value = value;
      if (key === "dropin") for (const verdict of DROPIN[value] || []) check("verdict", verdict);
      else check(key, value);
    }
  };

  // Arrow keys go from the field into the table and through it; Escape comes back.
  const move = (event) => {
    const links = [...holder.querySelectorAll(".tabulator-row a")];
    const at = links.indexOf(document.activeElement);
    if (event.key === "Escape") {
      input.focus();
      for (const pick of form.querySelectorAll("details")) pick.open = false;
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || (at < 0 && document.activeElement !== input)) return;
    event.preventDefault();
    if (at + step < 0) input.focus();
    else links[Math.min(at + step, links.length - 1)]?.focus();
  };

  const begin = () => {
    // A grid's children are rows: the frame that scrolls them is reached through the links in them.
    holder.querySelector(".tabulator-tableholder").removeAttribute("tabindex");
    form.addEventListener("input", filter);
    release.addEventListener("change", () => [choose(), filter()]);
    form.addEventListener("reset", () => setTimeout(() => [choose(), filter()]));
    form.querySelector("[data-csv]").addEventListener("click", () => {
      table.download("csv", "mappings.csv");
    });
    read();
    countVerdicts();
    filter();
  };

  form.addEventListener("submit", (event) => event.preventDefault());
  form.parentElement.addEventListener("keydown", move);
  document.addEventListener("click", (event) => {
    for (const pick of form.querySelectorAll("details[open]")) {
      if (!pick.contains(event.target)) pick.open = false;
    }
  });

  const library = () =>
    new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.src = form.dataset.table;
      script.addEventListener("load", resolve);
      script.addEventListener("error", reject);
      document.body.append(script);
    });

  const rows = () =>
    fetch(form.dataset.rows).then((response) =>
      response.ok ? response.json() : Promise.reject(response.status),
    );

  const start = () =>
    Promise.all([rows(), library()])
      .then(([json]) => {
        data = { ...json, rows: json.rows.map(row) };
        table = new Tabulator(holder.firstElementChild, {
          ...{ data: data.rows, columns: columns(), height: "100%", layout: "fitColumns" },
          ...{ responsiveLayout: "hide", placeholder: holder.dataset.none, columnDefaults: { resizable: false } },
        });
        table.on("tableBuilt", begin);
      })
      .catch(() => {
        count.textContent = form.dataset.failed;
      });

  // The table takes a phone more than a second. The page has the most used rows: it is made at the
  // first thing that a reader does, or at once where the address or a choice asks for other rows.
  const EVENTS = ["pointermove", "pointerdown", "touchstart", "keydown", "wheel", "scroll", "focusin"];
  const first = () => {
    for (const name of EVENTS) removeEventListener(name, first, true);
    start();
  };
  if (location.search || kept()) start();
  else for (const name of EVENTS) addEventListener(name, first, { capture: true, passive: true });
})();
