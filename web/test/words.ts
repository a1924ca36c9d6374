import type { Page } from "playwright-core";
import { type Entry, SPECIFICATION } from "./specification.ts";

export const ENTRIES = Object.values(SPECIFICATION).flat();

/** The specification's words of a state that a page of this width does not show, where it should. */
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

/** The words that do not come into sight within some seconds, in the dialog on top if one is open. */
async function unseen(page: Page, entries: readonly Entry[], tries = 600): Promise<string[]> {
  const shown = await page.evaluate<Shown>(SHOWN);
  const seen = await Promise.all(entries.map((entry) => isSeen(page, entry, shown)));
  const missing = entries.filter((_, index) => !seen[index]);
  if (missing.length === 0 || tries === 0) return missing.map(({ kind, words }) => `${kind} ${words}`);
  await page.waitForTimeout(100);
  return unseen(page, entries, tries - 1);
}

async function isSeen(
  page: Page,
  { kind, words }: Entry,
  { text, columns, fields }: Shown,
): Promise<boolean> {
  const isThere = async (locator: ReturnType<Page["locator"]>) =>
    (await locator.filter({ visible: true }).count()) > 0;
  const startsWith = new RegExp(`^${words.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&")}`);
  switch (kind) {
    case "text":
      return text.includes(words);
    case "placeholder":
      return isThere(page.getByPlaceholder(words, { exact: true }));
    case "title":
      return isThere(page.getByTitle(words, { exact: true }));
    case "option":
      return (await page.locator("option", { hasText: startsWith }).count()) > 0;
    // The name of the icon's button goes on with what it is for.
    case "icon":
      return isThere(page.getByRole("button", { name: startsWith }));
    case "field":
      return text.includes(words) && fields.some((label) => label.includes(words));
    case "column":
      return columns.includes(words);
    case "swatch":
      return (await page.getByRole("radio", { name: words, exact: true }).count()) > 0;
    case "switch":
    case "radio":
      return text.includes(words) && (await page.getByRole(kind, { name: startsWith }).count()) > 0;
    default:
      return text.includes(words) && isThere(page.getByRole(kind, { name: startsWith }));
  }
}

type Shown = { text: string; columns: string[]; fields: string[] };

/**
 * Without what is clipped away for screen readers alone. A card names its column beside the value. Labels are read here,
 * as Firefox ends where Playwright has read them from outside and axe reads them after it.
 */
const SHOWN = `(() => {
  const root = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
  const hidden = [...root.querySelectorAll("*")].filter((one) => getComputedStyle(one).clipPath === "inset(50%)");
  for (const one of hidden) one.style.setProperty("display", "none", "important");
  const text = root.innerText.replace(/\\s+/g, " ");
  const heads = [...root.querySelectorAll("thead th, td[data-label]")].filter((one) => one.checkVisibility());
  const columns = heads.map((one) => one.dataset.label ?? one.innerText.trim());
  for (const one of hidden) one.style.removeProperty("display");
  const controls = [...root.querySelectorAll("input, select, textarea")].filter((one) => one.checkVisibility());
  const fields = controls.map((one) => one.ariaLabel ?? [...one.labels].map((label) => label.textContent).join(" "));
  return { text, columns, fields };
})()`;

/** Tabs that end beyond their row, and texts in a column so narrow that words break into it letter by letter. */
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
