// The theme is set before the first paint: the reader's choice, or what the system asks for.
(() => {
  const kept = (() => {
    try {
      return localStorage.getItem("theme");
    } catch {
      return null;
    }
  })();
  const asked = new URLSearchParams(location.search).get("theme");
  const dark = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  const wanted = asked ?? kept ?? dark;
  document.documentElement.dataset.theme = wanted === "dark" ? "dark" : "light";
})();
