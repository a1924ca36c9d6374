import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { ANA, newVisitor, signInThroughApi } from "../../../test/fixtures.ts";

/** What is no number of the budget, or stands beside one that opens. */
const EXCEPTIONS = {
  ".chart-axis": "the scale of a chart",
  desc: "what a drawing says to screen readers, which its caption repeats",
};

const UNOPENED = `(() => {
  const walker = document.createTreeWalker(document.getElementById("root"), NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) {
    const { parentElement: on, textContent: text } = walker.currentNode;
    if (!/[$]\\d/.test(text) || on.closest("a, button") || on.closest(${JSON.stringify(Object.keys(EXCEPTIONS).join(", "))})) continue;
    found.push(on.closest("[aria-label], li, tr, p, section")?.textContent ?? text);
  }
  return found;
})()`;

const OPENING = `[...new Set([...document.querySelectorAll("a.why-link")].map(
  (link) => new URL(link.href.baseVal ?? link.href, location.href).searchParams.get("why")))]`;

test("every amount of the dashboard, budget, goals and subscriptions opens what it is made of", async () => {
  const { page, context } = await newVisitor();
  await signInThroughApi(context, ANA);
  const goals: { id: number; status: string }[] = await (
    await context.request.get("/api/financial-goals")
  ).json();
  const goal = goals.find(({ status }) => status === "in-progress");
  const opening = new Map<string, string>();
  for (const [path, shown] of [
    ["/", "Forecasts"],
    ["/budget", "Total"],
    [`/goals?goal=${goal?.id}`, "Contributions"],
    ["/subscriptions", "All Subscriptions"],
  ] as const) {
    await page.goto(path);
    await page.getByText(shown).first().waitFor();
    await page.waitForLoadState("networkidle");
    expect(await page.evaluate<string[]>(UNOPENED), path).toEqual([]);
    // One of each kind.
    for (const why of await page.evaluate<(string | null)[]>(OPENING))
      if (why) opening.set(why.replace(/_[\d_]+/g, "_7").replace(/\d+/g, "7"), why);
  }
  expect([...opening.keys()]).toEqual(
    expect.arrayContaining(["left", "budget", "7", "plan-7", "difference-7", "forecast", "expenses@7-7"]),
  );
  await page.goto("/budget");
  await page.getByText("Total").first().waitFor();
  for (const why of opening.values()) await expectRows(page, why);
});

/** The rows come to their sum, to the cent. */
async function expectRows(page: Page, why: string) {
  const search = encodeURIComponent(/^\d+$/.test(why) ? why : JSON.stringify(why));
  await page.evaluate(`history.pushState({}, "", "/budget?why=${search}")`);
  const panel = page.getByRole("dialog", { name: /^What .* is made of$/ });
  const rows = panel.getByRole("list", { name: "Rows" }).getByRole("listitem");
  await rows
    .or(panel.getByText(/^(?:Nothing is in it yet|No (?:contributions|payment)).*/))
    .first()
    .waitFor();
  const difference = async () => {
    const amounts = (await rows.locator(".amount").allTextContents()).map(
      (text) => (text.startsWith("-") ? -1 : 1) * Number(text.replace(/\D/g, "")),
    );
    return amounts.slice(0, -1).reduce((sum, amount) => sum + amount, 0) - (amounts.at(-1) ?? 0);
  };
  await expect.poll(difference, { message: why }).toBe(0);
  await page.keyboard.press("Escape");
  await panel.waitFor({ state: "hidden" });
}
