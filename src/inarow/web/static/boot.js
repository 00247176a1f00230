// Begins once the frame of the page has been painted, so that no script delays what is seen first.
// Then all modules are asked for together; the server lists them in a template of the page.

let begun = false;

function begin() {
  if (begun) return;
  begun = true;
  const modules = document.getElementById("modules");
  if (modules instanceof HTMLTemplateElement) document.head.append(modules.content);
  void import("./main.js");
}

const LONGEST_WAIT_MS = 300; // a page in the background paints no frame
requestAnimationFrame(() => setTimeout(begin));
setTimeout(begin, LONGEST_WAIT_MS);

export {};
