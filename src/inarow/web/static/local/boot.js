// The first script of a page that is one file: it unpacks the page's own and starts it.

/** @param {string} name of the element that holds a script, packed */
async function unpacked(name) {
  const text = JSON.parse(document.getElementById(name)?.textContent ?? '""');
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).text();
}

unpacked("page").then(
  (text) => {
    const script = document.createElement("script");
    script.type = "module";
    script.textContent = text;
    document.head.append(script);
    script.remove(); // "Share" saves the file as it was opened
  },
  () => {
    const problem = document.getElementById("problem");
    if (!problem) return;
    problem.hidden = false;
    const old = !("DecompressionStream" in window);
    problem.textContent = old
      ? "This page needs a browser of 2023 or later."
      : "This file is damaged: ask for it again.";
  },
);
