import type { Page } from "playwright-core";
import { type Entry, SPECIFICATION } from "./specification.ts";

export const ENTRIES = Object.values(SPECIFICATION).flat();

/** The specification's words that a state should show at this width, but does not. */
export async function absentWords(page: Page, name: string, width: number): Promise<string[]> {
  const entries = ENTRIES.filter((entry) => entry.in === name);
  if (entries.length === 0) return [];
  const absent = await unseen(
    page,
    entries.filter(({ at }) => !at || at.includes(width)),
  );
  for (const { kind, menu, words } of entries.filter(({ at, menu }) => menu && !at?.includes(width))) {
    await page
      .getByRole("button", { name: menu ?? "" })
      .filter({ visible: true })
      .last()
      .click();
    const item = page.getByRole("menuitem", { name: words, exact: true }).filter({ visible: true });
    await item.waitFor({ timeout: 60_000 }).catch(() => absent.push(`${kind} ${words} in ${menu}`));
    await page.keyboard.press("Escape");
  }
  return absent;
}

/** The words that do not become visible within some seconds, in the topmost dialog if one is open. */
async function unseen(page: Page, entries: readonly Entry[], tries = 600): Promise<string[]> {
  const shown = await page.evaluate<Shown>(SHOWN);
  const missing = entries.filter((entry) => !isSeen(entry, shown));
  if (missing.length === 0 || tries === 0) return missing.map(({ kind, words }) => `${kind} ${words}`);
  await page.waitForTimeout(100);
  return unseen(page, entries, tries - 1);
}

function isSeen({ kind, words }: Entry, { text, columns, fields, names }: Shown): boolean {
  const isNamed = (role: string) => names[role]?.some((name) => name.startsWith(words)) === true;
  switch (kind) {
    case "text":
      return text.includes(words);
    case "field":
      return text.includes(words) && fields.some((label) => label.includes(words));
    case "column":
      return columns.includes(words);
    case "placeholder":
    case "title":
      return names[kind]?.includes(words) === true;
    case "swatch":
      return names.radio?.includes(words) === true;
    case "option":
      return isNamed(kind);
    // The accessible name of an icon button also says what the button applies to.
    case "icon":
      return isNamed("button");
    default:
      return text.includes(words) && isNamed(kind);
  }
}

type Shown = { text: string; columns: string[]; fields: string[]; names: Record<string, string[]> };

/**
 * In one pass, since each query for a role and a name searches the whole page. Texts leave out what is clipped for
 * screen readers only; accessible names include it. A card names its column beside the value.
 */
const SHOWN = `(() => {
  const root = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
  const hidden = [...root.querySelectorAll("*")].filter((one) => getComputedStyle(one).clipPath === "inset(50%)");
  for (const one of hidden) one.style.setProperty("display", "none", "important");
  const plain = (text) => text.replace(/\\s+/g, " ").trim();
  const text = plain(root.innerText);
  const heads = [...root.querySelectorAll("thead th, td[data-label]")].filter((one) => one.checkVisibility());
  const columns = heads.map((one) => one.dataset.label ?? one.innerText.trim());
  for (const one of hidden) one.style.removeProperty("display");
  const all = (selector) =>
    [...root.querySelectorAll(selector)].filter(
      (one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest("[aria-hidden=true], [inert]"),
    );
  const said = (node) =>
    node.nodeType === Node.TEXT_NODE ? node.data : node.ariaHidden === "true" ? "" : [...node.childNodes].map(said).join("");
  const labelOf = (one) => one.ariaLabel ?? [...(one.labels ?? [])].map(said).join(" ");
  const fields = all("input, select, textarea").map(labelOf);
  const named = (selector) => all(selector).map((one) => plain(labelOf(one) || said(one) || one.title));
  const names = {
    heading: named("h1, h2, h3, h4, h5, h6"),
    button: named("button:not([role])"),
    link: named("a[href]:not([role])"),
    tab: named("[role=tab]"),
    menuitem: named("[role=menuitem]"),
    switch: named("[role=switch]"),
    radio: named("[type=radio]"),
    option: [...root.querySelectorAll("option")].map((one) => plain(one.textContent)),
    placeholder: all("[placeholder]").map((one) => one.placeholder),
    title: all("[title]").map((one) => one.title),
  };
  return { text, columns, fields, names };
})()`;

/** Tabs that end beyond their row, and texts in a column so narrow that words break letter by letter. */
const CUT_OFF = `(() => {
  const seen = [...document.body.querySelectorAll("*")].filter((one) => one.checkVisibility());
  const beyond = (tab) => tab.getBoundingClientRect().right > tab.parentElement.getBoundingClientRect().right + 1;
  const tabs = seen.filter((one) => one.role === "tab" && beyond(one));
  const crushed = seen.filter((one) => {
    const text = [...one.childNodes].find((node) => node.nodeType === 3 && /\\S{3}/.test(node.data));
    if (!text || getComputedStyle(one).clipPath === "inset(50%)") return false;
    const range = document.createRange();
    range.selectNodeContents(text);
    const { width, height } = range.getBoundingClientRect();
    return width > 0 && height > 3 * width;
  });
  return [...tabs, ...crushed].map((one) => one.textContent.trim());
})()`;

export const cutOff = (page: Page) => page.evaluate<string[]>(CUT_OFF);
