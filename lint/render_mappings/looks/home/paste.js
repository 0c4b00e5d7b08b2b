// The field of the home page: what is pasted goes to the page that converts it, in the address, of
// which no part behind `#` is sent anywhere.
(() => {
  const form = document.querySelector(".pm-paste");
  form?.addEventListener("submit", (event) => {
    event.preventDefault();
    const code = form.querySelector("textarea").value;
    location.href = code ? `${form.action}#code=${encodeURIComponent(code)}` : form.action;
  });
})();
