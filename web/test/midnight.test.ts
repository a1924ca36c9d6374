import { expect, test } from "vitest";
import { newUser } from "./fixtures.ts";

test("turns to the new day at midnight", async () => {
  const { page, category, transaction, send } = await newUser();
  const zone = { emailNotifications: false, notificationTime: "08:00", timeZone: "UTC" };
  await send("PUT", "/api/notification-preferences", zone);
  const food = await category("Food");
  await send("POST", "/api/budgets", { categoryId: food.id, month: 12, year: 2024, projected: 100 });
  await transaction(food, "Bread", 12, "2024-12-03");
  await page.clock.install({ time: "2024-12-10T23:59:30Z" });
  await page.goto("/");
  const answer = page.getByRole("region", { name: "To spend" });
  await answer.getByText("22 days to go").waitFor();
  await answer.getByText("$4.00").waitFor();

  await page.clock.runFor(60_000);
  await answer.getByText("21 days to go").waitFor();
  await answer.getByText("$4.19").waitFor();
  await page.keyboard.press("n");
  const date = page.getByRole("dialog").getByLabel("Date");
  expect(await date.inputValue()).toBe("2024-12-11");
  await page.keyboard.press("Escape");

  await page.clock.pauseAt("2024-12-31T22:00:00Z");
  await answer.getByText("1 day to go").waitFor();
  // Asleep: no timer runs.
  await page.clock.setSystemTime("2025-01-01T07:00:00Z");
  await page.evaluate("dispatchEvent(new Event('focus'))");
  await page.getByRole("button", { name: "January 2025" }).waitFor();
});
