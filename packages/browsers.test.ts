import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
// The other entry is 20 MB of JSON, which Vitest would turn into a module.
import bcd from "@mdn/browser-compat-data/forLegacyNode";
import type { Identifier } from "@mdn/browser-compat-data/types";
import type { Identifier as Name, Node } from "typescript/unstable/ast";
import {
  isIdentifier,
  isJsxAttribute,
  isJsxOpeningElement,
  isJsxSelfClosingElement,
} from "typescript/unstable/ast/is";
import { API, type Symbol as Meaning, type Project } from "typescript/unstable/sync";
import { describe, expect, test } from "vitest";
import { OLDEST } from "../web/oldest-browsers.ts";

/**
 * By MDN's data, the oldest browsers have all browser features that the pages use, except those in these lists, which
 * say what happens instead (docs/decisions/040-any-browser.md).
 */
const LACKED_INTERFACES = {
  "HTMLSelectElement.showPicker": "Safari's own keys open the list of a row's category",
  "KeyboardEvent.isComposing": "in Safari the key code identifies the Enter that ends a composition",
  "KeyboardEvent.repeat": "in Chrome on Android, whose on-screen keyboard repeats no shortcut",
  "Navigator.vibrate": "the keypad does not vibrate",
};
const LACKED_ELEMENTS = {};
const NO_POINTER = "a phone has no pointer";
const LACKED_STYLES = {
  "-webkit-tap-highlight-color": "a tap flashes in the browser's own color",
  ":-webkit-search-cancel-button": "Firefox has no such button",
  ":marker": "Safari applies only color and font",
  "@page": "the print has no page numbers from Coffer",
  "accent-color": "the browser's own color",
  "break-after: avoid": "a heading may be the last line of a page",
  "content-visibility": "all days of the activity are laid out",
  "cursor: crosshair": NO_POINTER,
  "cursor: grab": NO_POINTER,
  "cursor: not-allowed": NO_POINTER,
  "cursor: pointer": NO_POINTER,
  "cursor: progress": NO_POINTER,
  "field-sizing": "a field keeps its minimum size and scrolls",
  "font-family: ui-monospace": "the next font of the list",
  "forced-color-adjust": "Safari forces no colors",
  "overscroll-behavior": "the page behind a short dialog scrolls",
  "position-anchor": "popover.ts places it",
  "position-area": "popover.ts places it",
  "position-try-fallbacks": "popover.ts places it",
  "print-color-adjust": "bars are printed only if the reader chooses to print backgrounds",
  resize: NO_POINTER,
  "scrollbar-gutter": "the page moves by the width of a scrollbar that appears",
  "scrollbar-width": "a scrollbar is visible",
  size: "the paper's own size and margins",
  "text-size-adjust": "the build adds the prefixed names",
  "text-wrap: pretty": "lines break anywhere",
  "user-select": "the build adds the prefixed name",
};

const root = join(import.meta.dirname, "..");
const textOf = (file: string) => readFileSync(join(root, file), "utf8");

function isLacked(feature: Identifier | undefined): boolean {
  const support = feature?.__compat?.support;
  return Object.entries(OLDEST).some(([browser, oldest]) => {
    const statements = [support?.[browser as keyof typeof OLDEST] ?? []].flat();
    const has = statements.some(
      ({ version_added: since, ...one }) =>
        typeof since === "string" &&
        Number.parseFloat(since.replace("≤", "")) <= oldest &&
        !(
          one.version_removed ||
          one.partial_implementation ||
          one.flags ||
          one.prefix ||
          one.alternative_name
        ),
    );
    return statements.length > 0 && !has;
  });
}

/** Interfaces of the browser and the language, by name. */
const INTERFACES: Record<string, Identifier> = {
  ...bcd.javascript.builtins.Intl,
  ...bcd.javascript.builtins.globals,
  ...bcd.api.Window,
  ...bcd.javascript.builtins,
  ...bcd.api,
};
const member = (owner: Identifier | undefined, name: string) => owner?.[name] ?? owner?.[`${name}_static`];

/** For members of shared interfaces in TypeScript's library, which MDN lists for each interface. */
const anyOwner = (name: string): Identifier | undefined => {
  const all = Object.values(bcd.api).flatMap((owner) => member(owner, name) ?? []);
  return all.find((feature) => !isLacked(feature)) ?? all[0];
};

function interfaceOf(symbol: Meaning): Used {
  const parent = symbol.getParent()?.name.replace(/Constructor$|^Readonly(?=Array|Map|Set)/, "");
  if (parent === undefined) return [symbol.name, INTERFACES[symbol.name]];
  const owner = INTERFACES[parent];
  const feature = owner?.__compat ? member(owner, symbol.name) : anyOwner(symbol.name);
  return [`${parent}.${symbol.name}`, feature];
}

/** The names of all features that are lacked. Other names are not looked up. */
const SUSPECTS = new Set(
  Object.entries(INTERFACES).flatMap(([name, owner]) =>
    [[name, owner] as const, ...Object.entries(owner).filter(([key]) => key !== "__compat")]
      .filter(([, feature]) => isLacked(feature as Identifier))
      .map(([key]) => key.replace(/_static$/, "")),
  ),
);

/** Finds both in one pass, because parsing the project is slow. */
function lackedInPages(): { interfaces: string[]; elements: string[] } {
  const api = new API({ cwd: root });
  try {
    const [project] = api.updateSnapshot({ openProjects: [join(root, "web/tsconfig.json")] }).getProjects();
    if (!project) throw new Error("TypeScript found no project in web");
    const nodes = pagesOf(project.program).flatMap((file) => nodesOf(file));
    return {
      interfaces: lackedOf(interfacesOf(nodes, project.checker)),
      elements: lackedOf(nodes.flatMap(elementsOf)),
    };
  } finally {
    api.close();
  }
}

type Used = readonly [name: string, feature: Identifier | undefined];

const lackedOf = (used: readonly Used[]): string[] =>
  [...new Set(used.filter(([, feature]) => isLacked(feature)).map(([name]) => name))].sort();

function interfacesOf(nodes: readonly Node[], checker: Project["checker"]): Used[] {
  const names = nodes.filter((node): node is Name => isIdentifier(node) && SUSPECTS.has(node.text));
  return checker
    .getSymbolAtLocation(names)
    .filter((symbol) => symbol !== undefined)
    .filter(({ declarations }) => declarations.some(({ path }) => /\/lib\.[\w.]+\.d\.ts$/.test(path)))
    .map(interfaceOf);
}

function elementsOf(node: Node): Used[] {
  if (!(isJsxOpeningElement(node) || isJsxSelfClosingElement(node))) return [];
  const { elements, global_attributes: everywhere } = bcd.html;
  const tag = isIdentifier(node.tagName) ? node.tagName.text : "";
  const element = elements[tag];
  if (!element) return [];
  const attributes = node.attributes.properties.flatMap((one): Used[] => {
    if (!isJsxAttribute(one) || !isIdentifier(one.name)) return [];
    const name = one.name.text.toLowerCase();
    const value = /^"([\w-]+)"$/.exec(one.initializer?.getText() ?? "")?.[1];
    const attribute = element[name] ?? everywhere[name];
    const used: Used = [`${tag} ${name}`, attribute];
    return value
      ? [used, [`${tag} ${name}=${value}`, attribute?.[value] ?? element[`${name}_${value}`]]]
      : [used];
  });
  return [[tag, element], ...attributes];
}

const pagesOf = (program: Project["program"]) =>
  program
    .getSourceFileNames()
    .filter((name) => name.startsWith(join(root, "web/src")))
    .map((name) => program.getSourceFile(name))
    .filter((file) => file !== undefined);

function nodesOf(node: Node, nodes: Node[] = []): Node[] {
  nodes.push(node);
  node.forEachChild((child) => void nodesOf(child, nodes));
  return nodes;
}

function lackedStyles(): string[] {
  const { properties, selectors, "at-rules": rules, types } = bcd.css;
  const used: Used[] = [];
  for (const file of globSync("web/src/**/*.css", { cwd: root })) {
    const css = textOf(file).replaceAll(/\/\*.*?\*\//gs, "");
    for (const [, text = "", end] of css.matchAll(/([^{};]+)([{};])/g)) {
      const part = text.trim();
      const [, rule] = /^@([\w-]+)/.exec(part) ?? [];
      if (rule) {
        used.push([`@${rule}`, rules[rule]]);
        for (const [, name = ""] of part.matchAll(/\(\s*([a-z-]+)/g))
          used.push([`@${rule} ${name}`, rules[rule]?.[name]]);
      } else if (end === "{") {
        for (const [, name = ""] of part.matchAll(/::?([\w-]+)/g)) used.push([`:${name}`, selectors[name]]);
      } else {
        const [, name = "", value = ""] = /^([\w-]+)\s*:(.*)$/s.exec(part) ?? [];
        const property = properties[name];
        if (name.startsWith("--")) continue;
        used.push([name, property]);
        if (isLacked(property)) continue;
        for (const [, word = "", call] of value.matchAll(/(?<![\w.-])([a-z][a-z-]+)(\()?/g))
          used.push([`${name}: ${word}`, property?.[word] ?? (call ? named(types, word) : undefined)]);
      }
    }
  }
  return lackedOf(used);
}

/** MDN lists CSS functions within their types. */
const named = (types: Record<string, Identifier>, name: string): Identifier | undefined =>
  types[name] ?? Object.values(types).find((type) => type[name])?.[name];

describe("the oldest browsers have", () => {
  const { interfaces, elements } = lackedInPages();
  test("the interfaces that the pages use", () => {
    expect(interfaces).toEqual(Object.keys(LACKED_INTERFACES).sort());
  });
  test("the elements and attributes", () => {
    expect(elements).toEqual(Object.keys(LACKED_ELEMENTS).sort());
  });
  test("the styles", () => {
    expect(lackedStyles()).toEqual(Object.keys(LACKED_STYLES).sort());
  });
});

test("the README names the oldest browsers", () => {
  const { chrome, edge, firefox, safari } = OLDEST;
  expect(edge).toBe(chrome);
  expect(textOf("README.md")).toContain(`Chrome and Edge ${chrome}, Firefox ${firefox}, Safari ${safari}`);
});
