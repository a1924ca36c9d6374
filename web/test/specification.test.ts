import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openPage, openWindow } from "./browser.ts";
import { ANA, NO_SCREEN, newUserDetails, openScreen, signInThroughApi } from "./fixtures.ts";
import { type Entry, SCENES, SHOWN_BY_TESTS, SPECIFICATION } from "./specification.ts";
import { STATES, VIEWERS, type Viewer } from "./states.ts";

/** Asks the pages, at three widths, for each word of the specification by visible text, role and name. */

const WIDTHS = { 375: 812, 768: 1024, 1280: 900 } as const;
const root = join(import.meta.dirname, "../..");
const ENTRIES = Object.values(SPECIFICATION).flat();

type Scene = { name: string } & (typeof SCENES)[string];
const scenes: Scene[] = [
  ...STATES.map((state) => ({ ...state, name: `${state.screen}: ${state.state}` })),
  ...Object.entries(SCENES).map(([name, scene]) => ({ ...scene, name })),
].filter(({ name }) => ENTRIES.some((entry) => entry.in === name));

const people = { "new user": newUserDetails("Noor", "Newcomer"), writer: newUserDetails("Will", "Writer") };
const SAME_ORIGIN = { "sec-fetch-site": "same-origin" };

beforeAll(async () => {
  const context = await openWindow();
  const call = async (path: string, data: object) => {
    const answer = await context.request.post(path, { data, headers: SAME_ORIGIN });
    expect(answer.status(), path).toBe(201);
    return answer.json();
  };
  await call("/api/register", people["new user"]);
  await call("/api/register", people.writer);
  const now = new Date();
  const plan = { projected: 1, month: now.getUTCMonth() + 1, year: now.getUTCFullYear() };
  const look = { type: "expense", icon: "category", color: "blue" };
  const food = await call("/api/categories", { name: "Food", ...look, ...plan });
  const date = now.toISOString().slice(0, 10);
  const market = { description: "Market", amount: 5.5, date, type: "expense", categoryId: food.id };
  await call("/api/transactions", market);
  await context.close();
});

test("every word of the specification has a scene to be seen in", () => {
  const known = scenes.map(({ name }) => name);
  expect(ENTRIES.filter((entry) => !known.includes(entry.in))).toEqual([]);
});

test("where a width shows a word otherwise, docs/decisions/002 says so", () => {
  const decisions = readFileSync(
    join(root, "docs/decisions/002-where-we-differ-from-the-specification.md"),
    "utf8",
  );
  const reasons = [...new Set(ENTRIES.flatMap(({ except }) => except ?? []))];
  expect(reasons.filter((reason) => !decisions.includes(reason))).toEqual([]);
  expect(ENTRIES.filter(({ at, menu, except }) => at && !menu && !except)).toEqual([]);
});

test("every toast and message of the specification is waited for by a test of its screen", () => {
  const files = execFileSync("git", ["ls-files", "web/*.test.ts"], { cwd: root, encoding: "utf8" }).trim();
  const tests = files
    .split("\n")
    .map((file) => readFileSync(join(root, file), "utf8"))
    .join("\n")
    .replaceAll('\\"', '"');
  const texts = Object.values(SHOWN_BY_TESTS).flat();
  expect(texts.filter((text) => !tests.includes(text))).toEqual([]);
});

describe("each word is seen", () => {
  for (const viewer of VIEWERS)
    for (const width of Object.keys(WIDTHS).map(Number))
      describe.concurrent(`${viewer}, ${width} px`, () => walkThrough(viewer, width));
});

function walkThrough(viewer: Viewer, width: number): void {
  let context: BrowserContext;
  let opened: Page | undefined;
  beforeAll(async () => {
    const height = Object.entries(WIDTHS).find(([each]) => Number(each) === width)?.[1] ?? 900;
    context = await openWindow({ viewport: { width, height } });
    const credentials = viewer === "ana" ? ANA : viewer === "nobody" ? null : people[viewer];
    if (credentials) await signInThroughApi(context, credentials);
  });
  afterAll(() => context.close());
  for (const scene of scenes.filter((each) => each.viewer === viewer && (each.at ?? [width]).includes(width)))
    test(scene.name, { concurrent: false }, async () => {
      const page = opened ?? (await openPage(context)).page;
      // After a failure the next scene has a new page.
      opened = undefined;
      if (page.url() === "about:blank") await page.goto(scene.path);
      else {
        await openScreen(page, NO_SCREEN);
        await openScreen(page, scene.path);
      }
      await page.locator("h1, main h2").first().waitFor();
      await scene.open?.(page);
      const entries = ENTRIES.filter((entry) => entry.in === scene.name);
      const direct = entries.filter(({ at }) => !at || at.includes(width));
      expect(await unseen(page, direct)).toEqual([]);
      expect(await page.evaluate(CUT_OFF), "cut off or crushed").toEqual([]);
      for (const { menu = "", words } of entries.filter(({ at, menu }) => menu && !at?.includes(width))) {
        await page.getByRole("button", { name: menu }).filter({ visible: true }).last().click();
        await page.getByRole("menuitem", { name: words, exact: true }).filter({ visible: true }).waitFor();
        await page.keyboard.press("Escape");
      }
      opened = page;
    });
}

/** The words that do not come into sight within some seconds, in the dialog on top where one is open. */
async function unseen(page: Page, entries: readonly Entry[], tries = 40): Promise<string[]> {
  const shown = await page.evaluate<Shown>(SHOWN);
  const missing: string[] = [];
  for (const entry of entries)
    if (!(await isSeen(page, entry, shown))) missing.push(`${entry.kind} ${entry.words}`);
  if (missing.length === 0 || tries === 0) return missing;
  await page.waitForTimeout(250);
  return unseen(page, entries, tries - 1);
}

async function isSeen(page: Page, { kind, words }: Entry, { text, columns }: Shown): Promise<boolean> {
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
      return text.includes(words) && isThere(page.getByLabel(words));
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

type Shown = { text: string; columns: string[] };

/** Without what is clipped away for screen readers alone. A card names its column beside the value. */
const SHOWN = `(() => {
  const root = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
  const hidden = [...root.querySelectorAll("*")].filter((one) => getComputedStyle(one).clipPath === "inset(50%)");
  for (const one of hidden) one.style.setProperty("display", "none", "important");
  const text = root.innerText.replace(/\\s+/g, " ");
  const heads = [...root.querySelectorAll("thead th, td[data-label]")].filter((one) => one.checkVisibility());
  const columns = heads.map((one) => one.dataset.label ?? one.innerText.trim());
  for (const one of hidden) one.style.removeProperty("display");
  return { text, columns };
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
