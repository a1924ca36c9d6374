import { expect, test } from "vitest";
import { newUser, screenLink } from "../../test/fixtures.ts";

test("keeps the page when a screen or dialog fails to load", async () => {
  const { page, context, category } = await newUser();
  await category("Food");
  await page.route("**/assets/write-queue-*.js", (route) => route.abort());
  await page.goto("/");
  await page.getByText("No transactions for this month").waitFor();
  await page.keyboard.press("n");
  const entry = page.getByRole("dialog");
  await entry.getByLabel("Description").fill("Market");
  await entry.getByLabel("Amount").fill("12");
  await entry.getByLabel("Category").selectOption({ label: "Food" });
  await page.keyboard.press("Enter");
  await expect.poll(() => entry.getByLabel("Description").inputValue()).toBe("");
  await page.keyboard.press("Escape");
  await page.getByRole("region", { name: "Recent Transactions" }).getByText("Market").waitFor();
  await page.route("**/assets/Goals-*.js*", (route) => route.abort());
  const begun = await page.evaluate("performance.timeOrigin");
  await screenLink(page, "Goals").click();
  // The router loads the page again once, in case there is a new version.
  await expect.poll(() => page.evaluate("performance.timeOrigin")).not.toBe(begun);
  await page.getByRole("button", { name: "Try again" }).waitFor();
  await page.unrouteAll();
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("heading", { name: "Financial Goals" }).waitFor();
  await expect.poll(() => new URL(page.url()).pathname).toBe("/goals");

  await context.route("**/*", (route) => route.abort());
  await screenLink(page, "Subscriptions").click();
  await page.getByText("Coffer cannot be reached at the moment.").waitFor();
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("banner").waitFor();
  await context.unrouteAll();
  await page.getByRole("heading", { name: "Subscription Management" }).waitFor();

  // Chromium and Firefox try again under another address, WebKit with a script.
  let isFetched = false;
  await page.route("**/assets/NotificationPanel-*.js*", async (route) => {
    const request = route.request();
    isFetched ||= request.url().includes("?") || request.headers()["sec-fetch-dest"] === "empty";
    if (!isFetched) return route.abort();
    await page.getByRole("status").getByText("Loading...").waitFor();
    await route.continue();
  });
  await page.getByRole("button", { name: "Notifications" }).click();
  await page.getByRole("dialog").getByText("Nothing to tell yet").waitFor();
  await page.keyboard.press("Escape");

  await context.setOffline(true);
  await page.getByRole("button", { name: "Add Subscription" }).click();
  await page.getByRole("button", { name: "Try again" }).waitFor();
  await page.getByRole("banner").waitFor();
  await context.setOffline(false);
  await page.getByText("No subscriptions found.").waitFor();
});

test("offers to load the page again when a shared file fails to load", async () => {
  const { page } = await newUser();
  await page.goto("/subscriptions");
  await page.getByText("No subscriptions found.").waitFor();
  await page.route("**/assets/FormDialog-*.js", (route) => route.abort());
  await page.getByRole("button", { name: "Add Subscription" }).click();
  await page.getByRole("button", { name: "Try again" }).click();
  const load = page.getByRole("button", { name: "Load the page again" });
  await load.waitFor();
  await page.unrouteAll();
  await load.click();
  await load.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Add Subscription" }).click();
  await page.getByRole("dialog", { name: "Add Subscription" }).waitFor();
});
