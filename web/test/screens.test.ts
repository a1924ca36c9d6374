import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DESKTOP, openPage, openWindow, PHONE, TABLET } from "./browser.ts";
import { ANA, newUserDetails, signInThroughApi } from "./fixtures.ts";
import { STATES, type State, type Viewer } from "./states.ts";

/**
 * Each state of states.ts shows its texts on a desktop, a tablet and a phone, in light and dark, without a horizontal
 * scroll bar, without findings of axe and without violations of the content security policy. One page is resized, as
 * a load for each size would take three times as long. With
 * COFFER_SCREENSHOTS=on, screenshots go to artifacts/screens.
 */
const SIZES = [
  { name: "desktop-light", viewport: DESKTOP, colorScheme: "light", axe: true },
  { name: "tablet-light", viewport: TABLET, colorScheme: "light", axe: false },
  { name: "phone-dark", viewport: PHONE, colorScheme: "dark", axe: true },
] as const;
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const SCREENSHOTS = join(import.meta.dirname, "../../artifacts/screens");
const newUser = newUserDetails("Noor", "Newcomer");
const writer = newUserDetails("Will", "Writer");

const SAME_ORIGIN = { "sec-fetch-site": "same-origin" };

beforeAll(async () => {
  const context = await openWindow();
  const call = async (path: string, data: object) => {
    const answer = await context.request.post(path, { data, headers: SAME_ORIGIN });
    expect(answer.status()).toBe(201);
    return answer.json();
  };
  await call("/api/register", newUser);
  await call("/api/register", writer);
  const now = new Date();
  const type = "expense";
  const plan = { projected: 1, month: now.getUTCMonth() + 1, year: now.getUTCFullYear() };
  const food = await call("/api/categories", {
    name: "Food",
    type,
    icon: "category",
    color: "blue",
    ...plan,
  });
  const date = now.toISOString().slice(0, 10);
  await call("/api/transactions", { description: "Market", amount: 5.5, date, type, categoryId: food.id });
  await context.close();
});

describe.concurrent("each state of each screen", () => {
  for (const state of STATES) test(`${state.screen}: ${state.state}`, () => checkState(state));
});

/** All states of a viewer share one window, and so its cache; each state has a page of its own. */
const windows = new Map<Viewer, ReturnType<typeof openAs>>();
afterAll(async () => {
  for (const window of windows.values()) await (await window).close();
});

async function openAs(viewer: Viewer) {
  const context = await openWindow();
  const credentials = credentialsOf(viewer);
  if (credentials) await signInThroughApi(context, credentials);
  return context;
}

async function checkState(state: State): Promise<void> {
  const window = windows.get(state.viewer) ?? openAs(state.viewer);
  windows.set(state.viewer, window);
  const { page, faults } = await openPage(await window);
  await page.goto(state.path);
  await page.locator("h1, main h2").first().waitFor();
  await state.open?.(page);
  await page.evaluate(AXE);
  for (const size of SIZES) {
    await page.setViewportSize(size.viewport);
    await page.emulateMedia({ colorScheme: size.colorScheme });
    await expectTexts(page, state.texts);
    if (process.env.COFFER_SCREENSHOTS === "on")
      await screenshot(page, `${state.screen}-${state.state}-${size.name}`);
    const width = await page.evaluate<number>("document.documentElement.scrollWidth");
    expect(width, `${size.name}: width`).toBeLessThanOrEqual(size.viewport.width);
    if (size.axe) expect(await violations(page), size.name).toEqual([]);
  }
  expect(faults).toEqual([]);
  await page.close();
}

async function screenshot(page: Page, name: string): Promise<void> {
  const file = `${name.toLowerCase().replace(/[^a-z0-9]+/g, "-")}.png`;
  await page.screenshot({ path: join(SCREENSHOTS, file), fullPage: true, animations: "disabled" });
}

function credentialsOf(viewer: Viewer) {
  if (viewer === "ana") return ANA;
  if (viewer === "writer") return writer;
  return viewer === "new user" ? newUser : null;
}

/** Visible text, accessible names, placeholders and options. */
const SHOWN_TEXT = `[
  document.body.innerText,
  ...Array.from(document.querySelectorAll("[aria-label], [placeholder], option"))
    .filter((element) => element.tagName === "OPTION" || element.checkVisibility())
    .map((element) => [element.getAttribute("aria-label"), element.getAttribute("placeholder"), element.textContent].join(" ")),
].join("\\n")`;

async function expectTexts(page: Page, texts: readonly string[]): Promise<void> {
  let absent: readonly string[] = texts;
  for (let tried = 0; tried < 200 && absent.length > 0; tried++) {
    const shown = (await page.evaluate<string>(SHOWN_TEXT)).replace(/\s+/g, " ");
    absent = texts.filter((text) => !shown.includes(text));
    if (absent.length > 0) await page.waitForTimeout(50);
  }
  expect(absent, "not shown").toEqual([]);
}

async function violations(page: Page): Promise<string[]> {
  const found = await page.evaluate<{ id: string; nodes: { target: string[]; failureSummary: string }[] }[]>(
    "axe.run({ resultTypes: ['violations'] }).then((results) => results.violations)",
  );
  return found.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(" ")}: ${node.failureSummary}`),
  );
}
