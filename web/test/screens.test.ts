import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import axe from "axe-core";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { DESKTOP, openWindow, PHONE, TABLET } from "./browser.ts";
import { ANA, newUserDetails, signInThroughApi } from "./fixtures.ts";
import { STATES, type State, type Viewer } from "./states.ts";

/**
 * Each state of states.ts shows its texts on a phone, a tablet and a desktop, in light and dark, without a horizontal
 * scroll bar, without findings of axe and without violations of the content security policy. Screenshots go to
 * artifacts/screens.
 */
const WINDOWS = [
  { name: "phone-dark", viewport: PHONE, dark: true, axe: true },
  { name: "desktop-light", viewport: DESKTOP, dark: false, axe: true },
  { name: "tablet-light", viewport: TABLET, dark: false, axe: false },
] as const;
const SCREENSHOTS = join(import.meta.dirname, "../../artifacts/screens");
const newUser = newUserDetails("Noor", "Newcomer");

const SAME_ORIGIN = { "sec-fetch-site": "same-origin" };

beforeAll(async () => {
  mkdirSync(SCREENSHOTS, { recursive: true });
  execFileSync(
    process.execPath,
    [join(import.meta.dirname, "../../functions/src/cli/admin.ts"), "grant", ANA.email],
    {
      env: { ...process.env, COFFER_DATA_DIR: inject("dataDir") },
    },
  );
  const { context, close } = await openWindow();
  const answer = await context.request.post("/api/register", { data: newUser, headers: SAME_ORIGIN });
  expect(answer.status()).toBe(201);
  await close();
});

for (const state of STATES) {
  test(`${state.screen}: ${state.state}`, async () => {
    await Promise.all(WINDOWS.map((window) => checkState(state, window)));
  });
}

/** All states of a viewer share one window of each size; each state starts with a page load. */
const windows = new Map<string, ReturnType<typeof openAs>>();
afterAll(async () => {
  for (const window of windows.values()) await (await window).close();
});

async function openAs(viewer: Viewer, window: (typeof WINDOWS)[number]) {
  const opened = await openWindow(window);
  const credentials = credentialsOf(viewer);
  if (credentials) await signInThroughApi(opened.context, credentials);
  return opened;
}

async function checkState(state: State, window: (typeof WINDOWS)[number]): Promise<void> {
  const name = `${state.viewer} ${window.name}`;
  const opened = windows.get(name) ?? openAs(state.viewer, window);
  windows.set(name, opened);
  const { page, faults } = await opened;
  await page.goto(state.path);
  await page.locator("h1, main h2").first().waitFor();
  await state.open?.(page);
  await expectTexts(page, state.texts);
  const file = `${state.screen}-${state.state}-${window.name}.png`.toLowerCase().replace(/[^a-z0-9.]+/g, "-");
  await page.screenshot({ path: join(SCREENSHOTS, file), fullPage: true, animations: "disabled" });
  const width = await page.evaluate<number>("document.documentElement.scrollWidth");
  expect(width, `${window.name}: width`).toBeLessThanOrEqual(window.viewport.width);
  if (window.axe) expect(await violations(page), window.name).toEqual([]);
  expect(faults.splice(0), window.name).toEqual([]);
  // Leaving the page aborts its pending requests before the routes are removed.
  await page.goto("about:blank");
  await page.unrouteAll();
}

function credentialsOf(viewer: Viewer) {
  if (viewer === "ana") return ANA;
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
  await page.evaluate(axe.source);
  const found = await page.evaluate<{ id: string; nodes: { target: string[]; failureSummary: string }[] }[]>(
    "axe.run().then((results) => results.violations)",
  );
  return found.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(" ")}: ${node.failureSummary}`),
  );
}
