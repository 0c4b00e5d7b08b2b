// The switch of languages keeps filters, the place on the page, and the colours, which the theme keeps
// for each language apart.
document.addEventListener("click", (event) => {
  const link = event.target.closest(".pm-language");
  if (!link) return;
  link.search = location.search;
  link.hash = location.hash;
  const palette = __md_get("__palette");
  const other = new URL(link.hreflang === "zh" ? "zh/" : "..", __md_scope);
  if (palette) __md_set("__palette", palette, localStorage, other);
});
