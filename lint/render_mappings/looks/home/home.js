// The search box of the home page opens the theme's search.
document.addEventListener("click", (event) => {
  const box = event.target.closest("[data-search]");
  const query = document.querySelector("[data-md-component=search-query]");
  if (!box || !query || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const toggle = document.querySelector("[data-md-toggle=search]");
  if (toggle && !toggle.checked) toggle.click();
  query.focus();
});
