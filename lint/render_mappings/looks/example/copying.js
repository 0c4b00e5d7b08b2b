// The theme makes a landmark without a name of every copy button's frame.
(() => {
  const bare = () => {
    for (const frame of document.querySelectorAll("nav.md-code__nav:not([role])")) frame.setAttribute("role", "none");
  };
  new MutationObserver(bare).observe(document.body, { childList: true, subtree: true });
  bare();
})();
