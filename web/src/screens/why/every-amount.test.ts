import { EXPLAINED_CARDS } from "@coffer/domain/budget/explained";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import {
  ANA,
  NO_SCREEN,
  navigate,
  newVisitor,
  openScreen,
  signInThroughApi,
} from "../../../test/fixtures.ts";

/** Amounts without a panel, with the reason. */
const EXCEPTIONS = {
  ".chart-axis": "the scale of a chart",
  desc: "what a drawing says to screen readers, which its caption repeats",
  ".plan-amount, option, button[type=submit], .field-hint": "a field, its hint, or the button that sends it",
  ".year-total, .year-table td:nth-last-child(-n + 3), .year-sums":
    "sums of cells, each of which opens in its month",
  ".inbox-day": "the sum of the rows right under it",
  ".import-row, .entries li, .command": "a row: the amount of one thing",
};

/** Visible texts that look like amounts, but open no panel. */
const UNOPENED = `(() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) {
    const { parentElement: on, textContent: text } = walker.currentNode;
    if (!/[$€£¥]\\s?\\d/.test(text) || on.closest("script, [hidden]")) continue;
    if (on.closest('a[href*="why="], a[href^="/review"], button.why-link')) continue;
    if (on.closest(${JSON.stringify(Object.keys(EXCEPTIONS).join(", "))})) continue;
    found.push(on.closest("[aria-label], li, tr, p, section")?.textContent ?? text);
  }
  return found;
})()`;

const OPENING = `[...new Set([...document.querySelectorAll('a[href*="why="]')].map(
  (link) => new URL(link.href.baseVal ?? link.href, location.href).searchParams.get("why") ?? ""))]`;

/** The rail's screens. Review, which is linked only while rows wait, shows amounts of single rows alone. */
const LINKED = `[...document.querySelectorAll(".rail-links a")].map(({ pathname }) => pathname)
  .filter((path) => path !== "/review")`;

/** Reads all in one call: some panels have hundreds. */
const AMOUNTS = `[...document.querySelectorAll('dialog[open] [aria-label="Rows"] .amount')].map((one) => one.textContent)`;

const FILE = {
  name: "bank.csv",
  mimeType: "text/csv",
  buffer: Buffer.from("Date,Description,Amount\n2026-01-03,Corner bakery,-12.51\n2026-01-05,Zoo,-9.00"),
};

/** Every place that shows amounts: its path, a text to wait for, and the steps that open it. */
const PLACES: readonly [path: string, shown: string, prepare?: (page: Page) => Promise<void>][] = [
  ["/", "Forecasts"],
  ["/year", "Month by month"],
  ["/transactions", " out"],
  ["/transactions?all=true&q=market", " out"],
  ["/budget", "Total"],
  [
    "/budget",
    "over its plan",
    (page) =>
      page
        .getByRole("button", { name: /^Cover/ })
        .first()
        .click(),
  ],
  ["/budget?month=2031-01&plan=average", "proposed"],
  ["/goals?tab=all", "Target"],
  ["/goals", "Contributions", (page) => page.getByRole("button", { name: "View Details" }).first().click()],
  ["/goals", "to go", (page) => addContribution(page)],
  ["/subscriptions", "All Subscriptions"],
  ["/ahead", "Net worth"],
  ["/activity", "Today"],
  ["/import", "After", (page) => page.locator("input[type=file]").setInputFiles(FILE)],
  ["/settings", "Preferences"],
  ["/settings", "Notifications", (page) => page.getByRole("button", { name: /^Notifications/ }).click()],
];

async function addContribution(page: Page) {
  await page.getByRole("button", { name: "View Details" }).first().click();
  await page.getByRole("button", { name: "Add contribution" }).click();
}

test("every amount on every screen opens what it is made of", async () => {
  const { page, context } = await newVisitor();
  await signInThroughApi(context, ANA);
  const opened = new Set<string>();
  await page.goto(NO_SCREEN);
  for (const [path, shown, prepare] of PLACES) {
    await openScreen(page, path);
    await prepare?.(page);
    await page.getByText(shown).filter({ visible: true }).first().waitFor();
    await expect.poll(() => page.locator(".skeleton").count()).toBe(0);
    expect(await page.evaluate<string[]>(UNOPENED), path).toEqual([]);
    for (const why of await page.evaluate<string[]>(OPENING)) {
      if (opened.has(kindOf(why))) continue;
      opened.add(kindOf(why));
      await expectRows(page, path, why);
    }
  }
  const screens = await page.evaluate<string[]>(LINKED);
  expect(PLACES.map(([path]) => path.replace(/\?.*/, ""))).toEqual(expect.arrayContaining(screens));
  expect([...opened]).toEqual(
    expect.arrayContaining([
      ...["card", "7", "plan-7", "difference-7", "forecast", "card@7-7", "payments-due"],
      ...["found", "found@7-7", "sheet", "proposal-7", "7@7-7", "goal-7", "subscription-7"],
    ]),
  );
});

/** Panels of one kind differ only by their numbers: packages/domain/src/budget/explain.test.ts adds up each card. */
function kindOf(why: string): string {
  const [name = "", month] = why.split("@");
  const isCard = EXPLAINED_CARDS.some((card) => card === name);
  const kind = isCard ? "card" : name.replace(/[\d_]+/, "7").replace(/^(found|sheet)-.*/, "$1");
  return month ? `${kind}@7-7` : kind;
}

/** Checks that the rows of a panel over the screen at `path` add up to the panel's sum, to the cent. */
async function expectRows(page: Page, path: string, why: string) {
  const panel = page.getByRole("dialog", { name: /^What .* is made of$/ });
  const value = encodeURIComponent(/^\d+$/.test(why) ? why : JSON.stringify(why));
  await navigate(page, `${path}${path.includes("?") ? "&" : "?"}why=${value}`);
  const rows = panel.getByRole("list", { name: "Rows" }).getByRole("listitem");
  await rows
    .or(panel.getByText(/^(?:Nothing is in it yet|No (?:contributions|payment|goal|balance)).*/))
    .first()
    .waitFor();
  const difference = async () => {
    const amounts = (await page.evaluate<string[]>(AMOUNTS)).map(
      (text) => (text.startsWith("-") ? -1 : 1) * Number(text.replace(/\D/g, "")),
    );
    return amounts.slice(0, -1).reduce((sum, amount) => sum + amount, 0) - (amounts.at(-1) ?? 0);
  };
  await expect.poll(difference, { message: why }).toBe(0);
  await navigate(page, path);
  await panel.waitFor({ state: "hidden" });
}
