// Reports everything in the page's scripts and style sheets that an oldest supported browser lacks.
//
//   node tools/check_browsers.mjs FOLDER [STYLES...]
//
// FOLDER has browsers.json, tsconfig.json and *.css, *.js; further folders have more style sheets.
//
// Syntax is parsed as ES2022. Each name of a script is looked up with its type in the browser tables
// of MDN, and so is each property, value, function, unit, selector and at-rule of a style sheet.
// Packages come from build/npm (scripts/setup-npm). The exit status is 1 where anything is missing.

import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const require = createRequire(join(root, "build/npm/package.json"));
const tables = require("@mdn/browser-compat-data");
const ts = require("typescript");
const acorn = require("acorn");
const csstree = require("css-tree");

/** What may be missing, and what a reader of an oldest browser sees then. */
const GRACEFUL = {
  "text-wrap: pretty": "a paragraph may end with a line of one word",
  "text-wrap": "the same",
};
const SYNTAX = 2022;

const [folder, ...styles] = process.argv.slice(2).map((name) => resolve(name));
const oldest = JSON.parse(readFileSync(join(folder, "browsers.json"), "utf8"));
/** @type {Set<string>} */
const problems = new Set();

/** @param {string} one @param {string} other */
function isOlder(one, other) {
  const [a, b] = [one, other].map((version) => version.split(".").map(Number));
  return a[0] !== b[0] ? a[0] < b[0] : (a[1] ?? 0) < (b[1] ?? 0);
}

/** Whether a browser's statements say that the version has it, if only in part, or by one of the prefixes. */
function isIn(support, version, prefixes) {
  const statements = Array.isArray(support) ? support : [support];
  return statements.some(
    ({ version_added: added, version_removed: removed, flags, prefix, alternative_name: other }) => {
      if (typeof added !== "string" || added === "preview" || flags || other) return false;
      if (prefix && !prefixes.includes(prefix)) return false;
      return !isOlder(version, added.replace("≤", "")) && !(removed && !isOlder(version, removed));
    },
  );
}

/** @param {string} place @param {string} name @param {any} entry of the tables @param {string[]} prefixes written too */
function check(place, name, entry, prefixes = []) {
  const support = entry?.__compat?.support;
  if (!support || name in GRACEFUL) return;
  const lacking = Object.entries(oldest).filter(([browser, version]) => !isIn(support[browser], version, prefixes));
  if (lacking.length === 0) return;
  const needed = lacking.map(([browser, version]) => {
    const statement = [support[browser]].flat()[0];
    return `${browser} ${version} (since ${statement.version_added || "no version"})`;
  });
  problems.add(`${place}: ${name} is not in ${needed.join(", ")}`);
}

/** @param {string} path @param {string} end @returns {string[]} */
function filesBelow(path, end) {
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    const inner = join(path, entry.name);
    if (entry.isDirectory()) return filesBelow(inner, end);
    return entry.name.endsWith(end) ? [inner] : [];
  });
}

// Scripts

const configured = ts.getParsedCommandLineOfConfigFile(join(folder, "tsconfig.json"), {}, ts.sys);
const program = ts.createProgram(configured.fileNames, configured.options);
const checker = program.getTypeChecker();

/** The names of a type and of all that it extends, as the tables have them. @returns {string[]} */
function typeNames(type) {
  if (type.isUnionOrIntersection()) return type.types.flatMap(typeNames);
  const whole = checker.getApparentType(type);
  const name = whole.symbol?.name.replace(/^Readonly(?=Array|Map|Set)/, "") ?? "";
  const declared = whole.target ?? whole;
  const bases = declared.isClassOrInterface?.() ? checker.getBaseTypes(declared) : [];
  return [name, ...bases.flatMap(typeNames)];
}

/** Whether the language's own declarations have a symbol. */
function isBuiltIn(symbol) {
  return (symbol?.declarations ?? []).some((one) => program.isSourceFileDefaultLibrary(one.getSourceFile()));
}

/** The entries of a global name: a class, a function or an object. */
function globals(name) {
  const { builtins } = tables.javascript;
  return [builtins[name], tables.api[name], tables.api.Window?.[name], tables.webassembly?.api?.[name]].filter(Boolean);
}

/** @param {import("typescript").PropertyAccessExpression} node */
function memberEntry(node) {
  const name = node.name.text;
  const owner = node.expression;
  const type = checker.getTypeAtLocation(owner);
  const isClass = type.getConstructSignatures().length > 0;
  const named = typeNames(type).map((one) => one.replace(/Constructor$/, ""));
  const own = ts.isIdentifier(owner) && isBuiltIn(checker.getSymbolAtLocation(owner)) ? [owner.text] : [];
  for (const entry of [...own, ...named].flatMap(globals)) {
    const found = isClass ? (entry[`${name}_static`] ?? entry[name]) : entry[name];
    if (found) return found;
  }
  return null;
}

for (const source of program.getSourceFiles()) {
  if (source.isDeclarationFile) continue;
  const path = relative(folder, source.fileName);
  const place = (node) => `${path}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
  try {
    acorn.parse(source.text, { ecmaVersion: SYNTAX, sourceType: "module" });
  } catch (error) {
    problems.add(`${path}:${error.loc?.line ?? 1}: ${error.message}: newer than ES${SYNTAX}`);
  }
  const visit = (node) => {
    if (ts.isPropertyAccessExpression(node) && isBuiltIn(checker.getSymbolAtLocation(node.name)))
      check(place(node.name), node.name.text, memberEntry(node));
    else if (ts.isIdentifier(node) && !ts.isPropertyAccessExpression(node.parent?.name === node ? node.parent : node)) {
      if (isBuiltIn(checker.getSymbolAtLocation(node)) && !ts.isPropertyAssignment(node.parent))
        for (const entry of globals(node.text).slice(0, 1)) check(place(node), node.text, entry);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
}

// Style sheets

const { css } = tables;
/** Functions of values by name, wherever the tables have them. @type {Map<string, any>} */
const functions = new Map();
(function collect(entry) {
  for (const [name, inner] of Object.entries(entry)) {
    if (name === "__compat") continue;
    if (!functions.has(name)) functions.set(name, inner);
    collect(inner);
  }
})(css.types);

const UNIT_FAMILIES = [
  [/^d(vh|vw|vi|vb|vmin|vmax)$/, "viewport_percentage_units_dynamic"],
  [/^s(vh|vw|vi|vb|vmin|vmax)$/, "viewport_percentage_units_small"],
  [/^l(vh|vw|vi|vb|vmin|vmax)$/, "viewport_percentage_units_large"],
  [/^cq(w|h|i|b|min|max)$/, "container_query_length_units"],
];

/** @param {string} unit */
function unitEntry(unit) {
  const [, family] = UNIT_FAMILIES.find(([pattern]) => pattern.test(unit)) ?? [null, unit];
  return css.types.length[family] ?? css.types.angle?.[unit] ?? css.types.time?.[unit];
}

for (const file of [folder, ...styles].flatMap((one) => filesBelow(one, ".css"))) {
  const path = relative(folder, file);
  const complaint = (error) => problems.add(`${path}:${error.line}: ${error.message}`);
  const tree = csstree.parse(readFileSync(file, "utf8"), {
    positions: true,
    parseCustomProperty: true,
    onParseError: complaint,
  });
  csstree.walk(tree, function (node) {
    const place = `${path}:${node.loc?.start.line}`;
    const property = this.declaration?.property;
    if (node.type === "Declaration") {
      const written = this.block?.children.toArray().map((one) => one.property) ?? [];
      const prefixes = ["-webkit-", "-moz-"].filter((prefix) => written.includes(prefix + node.property));
      check(place, node.property, css.properties[node.property], prefixes);
    } else if (node.type === "Identifier" && property && !property.startsWith("--")) {
      check(place, `${property}: ${node.name}`, css.properties[property]?.[node.name]);
    } else if (node.type === "Function") {
      check(place, `${node.name}()`, functions.get(node.name));
    } else if (node.type === "Dimension") {
      check(place, node.unit, unitEntry(node.unit));
    } else if (node.type === "PseudoClassSelector" || node.type === "PseudoElementSelector") {
      check(place, `:${node.name}`, css.selectors[node.name]);
    } else if (node.type === "NestingSelector" || (node.type === "Rule" && this.rule && this.rule !== node)) {
      check(place, "a rule within a rule", css.selectors.nesting);
    } else if (node.type === "Atrule") {
      check(place, `@${node.name}`, css["at-rules"][node.name]);
    } else if (node.type === "Feature") {
      check(place, `@media (${node.name})`, css["at-rules"].media[node.name]);
    }
  });
}

for (const problem of problems) console.error(problem);
process.exitCode = problems.size ? 1 : 0;
