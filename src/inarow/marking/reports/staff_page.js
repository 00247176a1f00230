// Find rows, walk them by keys, and choose the theme. Without it the page shows the same.
"use strict";
const rows = [...document.querySelectorAll(".roster tbody tr")];
const find = document.querySelector(".find");
const theme = document.querySelector("#theme");
let at = -1;

function shown() {
  return rows.filter((row) => row.offsetParent !== null);
}

function show(row) {
  rows.forEach((each) => each.classList.toggle("me", each === row));
  row?.scrollIntoView({ block: "nearest" });
}

function step(by) {
  const list = shown();
  at = Math.min(Math.max(at + by, 0), list.length - 1);
  show(list[at]);
}

find?.addEventListener("input", () => {
  const words = find.value.toLowerCase().split(/\s+/);
  for (const row of rows) {
    const text = row.textContent.toLowerCase();
    row.classList.toggle("away", !words.every((word) => text.includes(word)));
  }
  at = -1;
  show(null);
});
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const typing = event.target instanceof HTMLInputElement && event.target.type === "search";
  if (typing) {
    if (event.key === "Escape") find.blur();
    return;
  }
  if (event.key === "j") step(1);
  else if (event.key === "k") step(-1);
  else if (event.key === "/") find?.focus();
  else if (event.key === "Enter" && event.target === document.body) {
    document.querySelector(".roster .me a")?.click();
    return;
  } else return;
  event.preventDefault();
});

function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

function nameTheme() {
  theme.textContent = isDark() ? "Light" : "Dark";
}

if (theme) {
  theme.hidden = false;
  nameTheme();
  theme.addEventListener("click", () => {
    const chosen = isDark() ? "light" : "dark";
    document.documentElement.dataset.theme = chosen;
    if (location.protocol !== "file:") {
      document.cookie = `theme=${chosen}; path=/; max-age=31536000; samesite=strict`;
    }
    nameTheme();
  });
}
for (const each of document.querySelectorAll(".find, .keys")) each.hidden = false;
