// What the theme leaves undone at code. It lets the keyboard reach code that scrolls only where there
// is a mouse.
(() => {
  const reach = (entries) => {
    requestAnimationFrame(() => {
      for (const { target } of entries) {
        if (target.scrollWidth > target.clientWidth) target.tabIndex = 0;
        else target.removeAttribute("tabindex");
      }
    });
  };
  const sizes = new ResizeObserver(reach);
  for (const code of document.querySelectorAll("pre > code")) sizes.observe(code);
})();

// The theme makes a landmark without a name of every copy button's frame.
(() => {
  const bare = () => {
    for (const frame of document.querySelectorAll("nav.md-code__nav:not([role])")) frame.setAttribute("role", "none");
  };
  new MutationObserver(bare).observe(document.body, { childList: true, subtree: true });
  bare();
})();
