import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import axe from "axe-core";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { DESKTOP, newPerson, openWindow, PHONE, TABLET } from "./person.ts";
import { STATES, type State, type Viewer } from "./states.ts";

/**
 * Every state of every screen, held against the specification's words (states.ts) on a phone, a tablet and a
 * desktop, light and dark: it says what it must, nothing is wider than the window, axe finds nothing, and the
 * page's policy is not broken. A picture of each is kept in artifacts/screens.
 */
const WINDOWS = [
  { name: "phone-dark", viewport: PHONE, dark: true, axe: true },
  { name: "desktop-light", viewport: DESKTOP, dark: false, axe: true },
  { name: "tablet-light", viewport: TABLET, dark: false, axe: false },
] as const;
const PICTURES = join(import.meta.dirname, "../../artifacts/screens");
const ANA = { email: "ana@coffer.example", password: "coffer-demo" };
const newcomer = newPerson("Noor", "Newcomer");

const SAME_ORIGIN = { "sec-fetch-site": "same-origin" };

beforeAll(async () => {
  mkdirSync(PICTURES, { recursive: true });
  execFileSync(
    process.execPath,
    [join(import.meta.dirname, "../../functions/src/cli/admin.ts"), "grant", ANA.email],
    {
      env: { ...process.env, COFFER_DATA_DIR: inject("dataDir") },
    },
  );
  const { context, close } = await openWindow();
  const answer = await context.request.post("/api/register", { data: newcomer, headers: SAME_ORIGIN });
  expect(answer.status()).toBe(201);
  await close();
});

for (const state of STATES) {
  test(`${state.screen}: ${state.state}`, async () => {
    await Promise.all(WINDOWS.map((window) => look(state, window)));
  });
}

/** A viewer looks at all states through the same window of a size: each state begins with a load of the page. */
const open = new Map<string, ReturnType<typeof openAs>>();
afterAll(async () => {
  for (const window of open.values()) await (await window).close();
});

async function openAs(viewer: Viewer, window: (typeof WINDOWS)[number]) {
  const opened = await openWindow(window);
  const person = signInOf(viewer);
  if (person) await opened.context.request.post("/api/login", { data: person, headers: SAME_ORIGIN });
  return opened;
}

async function look(state: State, window: (typeof WINDOWS)[number]): Promise<void> {
  const name = `${state.as} ${window.name}`;
  const opened = open.get(name) ?? openAs(state.as, window);
  open.set(name, opened);
  const { page, faults } = await opened;
  await page.goto(state.at);
  await page.locator("h1, main h2").first().waitFor();
  await state.reach?.(page);
  await expectWords(page, state.says);
  const file = `${state.screen}-${state.state}-${window.name}.png`.toLowerCase().replace(/[^a-z0-9.]+/g, "-");
  await page.screenshot({ path: join(PICTURES, file), fullPage: true, animations: "disabled" });
  const width = await page.evaluate<number>("document.documentElement.scrollWidth");
  expect(width, `${window.name}: width`).toBeLessThanOrEqual(window.viewport.width);
  if (window.axe) expect(await violations(page), window.name).toEqual([]);
  expect(faults.splice(0), window.name).toEqual([]);
  // What was left unanswered is given up with its page, before calls go through again.
  await page.goto("about:blank");
  await page.unrouteAll();
}

function signInOf(viewer: Viewer) {
  if (viewer === "ana") return ANA;
  return viewer === "newcomer" ? { email: newcomer.email, password: newcomer.password } : null;
}

/** Everything that the page says now: visible text, and what names its fields, buttons and choices. */
const SAID = `[
  document.body.innerText,
  ...Array.from(document.querySelectorAll("[aria-label], [placeholder], option"))
    .filter((element) => element.tagName === "OPTION" || element.checkVisibility())
    .map((element) => [element.getAttribute("aria-label"), element.getAttribute("placeholder"), element.textContent].join(" ")),
].join("\\n")`;

async function expectWords(page: Page, words: readonly string[]): Promise<void> {
  let missing: readonly string[] = words;
  for (let tried = 0; tried < 200 && missing.length > 0; tried++) {
    const said = (await page.evaluate<string>(SAID)).replace(/\s+/g, " ");
    missing = words.filter((word) => !said.includes(word));
    if (missing.length > 0) await page.waitForTimeout(50);
  }
  expect(missing, "not said").toEqual([]);
}

async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const found = await page.evaluate<{ id: string; nodes: { target: string[]; failureSummary: string }[] }[]>(
    "axe.run().then((results) => results.violations)",
  );
  return found.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(" ")}: ${node.failureSummary}`),
  );
}
