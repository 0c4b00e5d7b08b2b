// The index of all APIs: filters while typing. The filter is kept in the address.
(() => {
  const form = document.querySelector(".pm-filter");
  if (!form) return;
  const input = form.elements.namedItem("name");
  const list = document.querySelector(".pm-filter__rows");
  const count = document.querySelector(".pm-filter__count");
  const none = document.querySelector(".pm-filter__none");
  const more = document.querySelector(".pm-filter__more");
  // The theme takes `q` in the address for its own search.
  const fields = ["name", "module", "category", "status", "dropin", "works"];
  const STEP = 150;
  let data = null;
  let found = [];
  let shown = 0;

  const element = (tag, className, text) => {
    const node = document.createElement(tag);
    if (className) node.className = className;
    node.textContent = text;
    return node;
  };

  const row = ([name, target, , category, status, url, dropIn]) => {
    const item = document.createElement("li");
    const link = element("a", "", name);
    link.href = form.dataset.root + url;
    const [fate, said] = data.dropIns[dropIn];
    if (fate === "silently-different") {
      link.className = "pm-silent";
      link.title = said;
    }
    item.append(link);
    if (target) item.append(element("span", "pm-target", target));
    if (category !== null) {
      const [slug, title] = data.categories[category];
      item.append(element("span", `pm-badge pm-badge--small pm-cat-${slug}`, title));
    }
    const tick = element("span", `pm-tick pm-status-${data.statuses[status][0]}`, "");
    tick.title = data.statuses[status][1];
    item.append(tick);
    return item;
  };

  // How well a row fits one word: the lower the better, Infinity if not at all.
  const fit = (last, name, target, word) => {
    if (last === word || name === word) return 0;
    if (last.startsWith(word)) return 1;
    if (last.includes(word)) return 2;
    if (name.includes(word)) return 3;
    return target.includes(word) ? 4 : Infinity;
  };

  const score = (entry, words) => {
    const name = entry[0].toLowerCase();
    const last = name.slice(name.lastIndexOf(".") + 1).replace(/^_+|_+$/g, "");
    const target = entry[1].toLowerCase();
    return words.reduce((sum, word) => sum + fit(last, name, target, word), 0);
  };

  // At most STEP rows are in the page at once: what is further down replaces what is above.
  const show = (from) => {
    shown = Math.min(from + STEP, found.length);
    list.replaceChildren(...found.slice(from, shown).map(row));
    more.hidden = shown >= found.length;
    none.hidden = found.length > 0;
    const numbers = [found.length, data.rows.length];
    count.textContent = form.dataset.shown.replace(/\{(\d)\}/g, (_, place) => numbers[place]);
  };

  const filter = () => {
    const value = Object.fromEntries(fields.map((name) => [name, form.elements.namedItem(name).value]));
    const words = value.name.toLowerCase().split(/\s+/).filter(Boolean);
    const module = data.modules.indexOf(value.module);
    const category = data.categories.findIndex(([slug]) => slug === value.category);
    const status = data.statuses.findIndex(([slug]) => slug === value.status);
    const dropIn = data.dropIns.findIndex(([slug]) => slug === value.dropin);
    const release = data.releases.indexOf(value.works);
    const works = data.fates.findIndex(([slug]) => slug === "equal");
    found = data.rows
      .filter(
        (entry) =>
          (!value.module || entry[2] === module) &&
          (!value.category || entry[3] === category) &&
          (!value.status || entry[4] === status) &&
          (!value.dropin || entry[6] === dropIn) &&
          (!value.works || entry[7][release] === works),
      )
      .map((entry) => [score(entry, words), entry])
      .filter(([points]) => points < Infinity)
      .sort(([a, x], [b, y]) => a - b || (words.length ? x[0].length - y[0].length : 0))
      .map(([, entry]) => entry);
    show(0);
    const query = new URLSearchParams(fields.filter((n) => value[n]).map((n) => [n, value[n]]));
    history.replaceState(null, "", query.size ? `?${query}` : location.pathname);
  };

  const read = () => {
    const query = new URLSearchParams(location.search);
    for (const name of fields) if (query.has(name)) form.elements.namedItem(name).value = query.get(name);
  };

  // Arrow keys go from the field into the list and through it; Escape comes back.
  const move = (event) => {
    const links = [...list.querySelectorAll("a")];
    const at = links.indexOf(document.activeElement);
    if (event.key === "Escape") input.focus();
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || (at < 0 && document.activeElement !== input)) return;
    event.preventDefault();
    if (at + step < 0) input.focus();
    else links[Math.min(at + step, links.length - 1)]?.focus();
  };

  input.addEventListener("input", filter);
  for (const select of form.querySelectorAll("select")) select.addEventListener("change", filter);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => setTimeout(filter));
  more.querySelector("button").addEventListener("click", () => {
    show(shown);
    list.scrollIntoView();
    list.querySelector("a")?.focus({ preventScroll: true });
  });
  form.parentElement.addEventListener("keydown", move);

  fetch(form.dataset.rows)
    .then((response) => (response.ok ? response.json() : Promise.reject(response.status)))
    .then((json) => {
      data = json;
      form.hidden = false;
      read();
      filter();
    })
    .catch(() => {
      count.textContent = form.dataset.failed;
    });
})();
