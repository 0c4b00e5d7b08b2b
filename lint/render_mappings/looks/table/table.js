// The mapping table: the first rows are in the page, the others are drawn as they are scrolled to.
(() => {
  const STEP = 60;
  const form = document.querySelector(".pm-filter");
  const input = form.elements.namedItem("name");
  const count = document.querySelector(".pm-filter__count");
  const body = document.querySelector(".pm-table tbody");
  const { root, silent: title } = form.dataset;
  let data = null;
  let found = [];

  const link = (text, url) => {
    const node = document.createElement("a");
    node.href = root + url;
    node.textContent = text;
    return node;
  };

  const line = ([name, target, category, url, silent, remark]) => {
    const row = document.createElement("tr");
    row.id = name;
    const cells = [0, 1, 2, 3].map(() => row.insertCell());
    cells[0].append(url ? link(name, url) : name);
    if (silent) Object.assign(cells[0].firstChild, { className: "pm-silent", title });
    cells[1].textContent = target || "-";
    const [slug, said] = data.categories[category] || [];
    if (slug) cells[2].append(link(said, `category/${slug}/`));
    cells[3].innerHTML = remark;
    return row;
  };

  const draw = () => {
    const from = body.rows.length;
    body.append(...found.slice(from, from + STEP).map(line));
  };

  const filter = () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = (text) => words.every((word) => text.includes(word));
    found = data.rows.filter((row, place) => fits(data.texts[place]));
    body.replaceChildren();
    draw();
    const numbers = [found.length, data.rows.length];
    count.textContent = form.dataset.shown.replace(/\{(\d)\}/g, (_, place) => numbers[place]);
    const address = new URL(location.href);
    if (input.value) address.searchParams.set("name", input.value);
    else address.searchParams.delete("name");
    history.replaceState(null, "", address);
  };

  const begin = (json) => {
    const text = ([name, target, , , , remark]) => `${name} ${target} ${remark}`.toLowerCase();
    data = { ...json, texts: json.rows.map(text) };
    found = data.rows;
    input.addEventListener("input", filter);
    const asked = decodeURIComponent(location.hash.slice(1));
    input.value ||= new URLSearchParams(location.search).get("name") || "";
    if (!input.value && data.rows.some(([name]) => name === asked)) input.value = asked;
    if (input.value) filter();
    new IntersectionObserver(([seen]) => seen.isIntersecting && draw(), {
      rootMargin: "0px 0px 1200px",
    }).observe(document.querySelector(".pm-table__end"));
  };

  form.addEventListener("submit", (event) => event.preventDefault());
  fetch(form.dataset.rows)
    .then((response) => (response.ok ? response.json() : Promise.reject(response.status)))
    .then(begin)
    .catch(() => {
      count.textContent = form.dataset.failed;
    });
})();
