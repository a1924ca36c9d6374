import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { boxFaults } from "./boxes.ts";
import { DESKTOP, openPage, openWindow } from "./browser.ts";
import { ANA, newUserDetails, openScreen, signInThroughApi } from "./fixtures.ts";
import { registerLongHousehold } from "./long-household.ts";
import { nameOf, STATES, type State, VIEWERS, type Viewer } from "./states.ts";
import { type Look, looksOf, resembles } from "./widths.ts";
import { absentWords, cutOff } from "./words.ts";

/**
 * Each state of states.ts shows its texts and the specification's words on a desktop, a tablet and a phone, and has no
 * findings of axe, violations of the content security policy or faults of boxes.ts in the looks that widths.ts chooses.
 * With COFFER_SCREENSHOTS=on, screenshots go to artifacts/screens.
 */
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const SCREENSHOTS = join(import.meta.dirname, "../../artifacts/screens");
let longNames: { email: string; password: string };
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
  longNames = await registerLongHousehold();
});

/** In the page: held requests would use up the browser's connections to the server. */
const HOLD_API = `
  const send = window.fetch;
  window.fetch = (to, ...options) =>
    /\\/api\\/(?!user$)/.test(to.url ?? to) ? new Promise(() => {}) : send(to, ...options);
`;

/** States of one viewer share a page: loading the app and axe takes longer than the checks. */
const STATES_PER_PAGE = 15;

describe("each state of each screen", () => {
  for (const viewer of VIEWERS) {
    const states = STATES.filter((state) => state.viewer === viewer);
    for (let at = 0; at < states.length; at += STATES_PER_PAGE)
      describe.concurrent(viewer, () => walkThrough(viewer, states.slice(at, at + STATES_PER_PAGE)));
  }
});

function walkThrough(viewer: Viewer, states: readonly State[]): void {
  let context: BrowserContext;
  let opened: Awaited<ReturnType<typeof openPage>> | undefined;
  beforeAll(async () => {
    context = await openWindow();
    const credentials = credentialsOf(viewer);
    if (credentials) await signInThroughApi(context, credentials);
    if (viewer === "waiting") await context.addInitScript(HOLD_API);
    if (viewer === "refused")
      await context.route(/\/api\/(?!user$)/, (route) =>
        route.fulfill({ status: 500, json: { message: "" } }),
      );
  });
  afterAll(() => context.close());
  for (const state of states) {
    test(nameOf(state), { concurrent: false }, async () => {
      const { page, faults } = opened ?? (await openPage(context));
      // After a failure the next state has a new page.
      opened = undefined;
      await checkState(page, state);
      expect(faults).toEqual([]);
      opened = { page, faults };
    });
  }
}

async function checkState(page: Page, state: State): Promise<void> {
  const [first, ...others] = looksOf(state);
  if (!first) throw new Error("a state that no width has");
  // On a phone, its button may be in a menu.
  const opened: Look = state.open && !state.at ? { ...first, ...DESKTOP } : first;
  if (page.url() === "about:blank") {
    await change(page, opened);
    await page.goto(state.path);
  } else {
    // Resizing less is faster.
    await openScreen(page, state.path, () => change(page, opened));
  }
  await page.locator("h1, main h2").first().waitFor();
  if (state.viewer !== "waiting") await page.locator("main .skeleton").first().waitFor({ state: "hidden" });
  await state.open?.(page);
  if (first.width !== opened.width) await change(page, first);
  const faults = await checkLook(page, state, first);
  for (const look of others) {
    await change(page, look);
    faults.push(...(await checkLook(page, state, look)));
  }
  if (faults.length > 0) throw new Error(faults.join("\n"));
}

/** Reports the faults of all looks at once. */
async function checkLook(page: Page, state: State, look: Look): Promise<string[]> {
  const { width, text, scheme, axe, touch, moving } = look;
  const name = `${width} px, ${scheme}, text at ${text} %`;
  if (text === 100) {
    if (state.texts) expect(await absentTexts(page, state.texts), `${name}: not shown`).toEqual([]);
    expect(await absentWords(page, nameOf(state), resembles(width)), `${name}: not shown`).toEqual([]);
    expect(await lasting(page, () => cutOff(page)), `${name}: cut off or crushed`).toEqual([]);
  }
  if (process.env.COFFER_SCREENSHOTS === "on")
    await screenshot(page, `${state.screen}-${state.state}-${width}-${scheme}-${text}`);
  if (axe) expect(await violations(page), name).toEqual([]);
  const faults = await lasting(page, () => boxFaults(page, { touch, moving }));
  return faults.map((fault) => `${name}: ${fault}`);
}

/** The faults that remain after some time: on a busy machine a script may lay out a list late after a change of size. */
async function lasting(page: Page, measure: () => Promise<string[]>): Promise<string[]> {
  let faults = await measure();
  for (let turn = 0; faults.length > 0 && turn < 10; turn += 1) {
    await page.waitForTimeout(500);
    faults = await measure();
  }
  return faults;
}

async function change(page: Page, { width, height, scheme, text }: Look): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme: scheme });
  // WebKit applies it in a later frame and leaves some boxes as they were, so all are rebuilt.
  await page.evaluate(`new Promise((drawn) => {
    document.documentElement.style.fontSize = "${text}%";
    if (${inject("browserEngine") === "webkit"}) {
      document.body.hidden = true;
      document.body.offsetWidth;
      document.body.hidden = false;
    }
    setTimeout(drawn, 500);
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(drawn)));
  })`);
}

async function screenshot(page: Page, name: string): Promise<void> {
  const file = `${name.toLowerCase().replace(/[^a-z0-9]+/g, "-")}.png`;
  await page.screenshot({ path: join(SCREENSHOTS, file), fullPage: true, animations: "disabled" });
}

function credentialsOf(viewer: Viewer) {
  if (viewer === "ana" || viewer === "waiting" || viewer === "refused") return ANA;
  if (viewer === "long names") return longNames;
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

/** The texts that do not appear within some seconds. */
const absentTexts = (page: Page, texts: readonly string[]) =>
  page.evaluate<string[]>(`new Promise((resolve) => {
    const check = (last) => {
      const shown = ${SHOWN_TEXT}.replace(/\\s+/g, " ");
      const absent = ${JSON.stringify(texts)}.filter((text) => !shown.includes(text));
      if (absent.length > 0 && !last) return;
      observer.disconnect();
      clearTimeout(limit);
      resolve(absent);
    };
    const observer = new MutationObserver(() => check(false));
    observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
    const limit = setTimeout(check, 60_000, true);
    check(false);
  })`);

/** Checks only the topmost dialog if one is open: the page under it is a state of its own. */
async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(AXE);
  const found = await page.evaluate<{ id: string; nodes: { target: string[]; failureSummary: string }[] }[]>(
    `axe
      .run([...document.querySelectorAll("dialog[open]")].at(-1) ?? document, { resultTypes: ["violations"], preload: false })
      .then(({ violations }) => violations)`,
  );
  return found.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(" ")}: ${node.failureSummary}`),
  );
}
