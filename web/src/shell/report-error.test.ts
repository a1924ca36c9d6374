import { expect, test } from "vitest";
import { newVisitor, sentWith } from "../../test/fixtures.ts";

const TOKEN = "VerySecret-".repeat(4).slice(0, 43);
const REPORT = "**/api/page-errors";

test("reports an uncaught error once, by route, file and line", async () => {
  const { page, context } = await newVisitor();
  const reports: { headers: Record<string, string>; body: unknown }[] = [];
  await page.route(REPORT, async (route) => {
    const request = route.request();
    reports.push({ headers: await request.allHeaders(), body: await sentWith(request) });
    await route.fulfill({ status: 204 });
  });
  await page.goto(`/reset-password/${TOKEN}`);
  await page.getByText("This password reset link has expired or is invalid.").waitFor();

  /** Rejects with an error of a frame in `file`; without one if it is undefined. */
  const reject = (file?: string) =>
    page.evaluate(`dispatchEvent(new PromiseRejectionEvent("unhandledrejection", {
      promise: Promise.resolve(),
      reason: { message: "Rent 900", stack: ${file ? `"Error: Rent 900\\n    at f (${file})"` : undefined} },
    }))`);
  const own = `${new URL(page.url()).origin}/assets/app-Bw833onv.js:12:34`;
  await context.setOffline(true);
  await reject(own);
  await context.setOffline(false);
  await reject(own);
  await reject(own);
  await reject("chrome-extension://abc/content.js:1:2");
  await reject();
  await expect.poll(() => reports.length).toBe(1);
  for (let line = 1; line <= 9; line++) await reject(own.replace(":12:", `:${line}:`));
  await expect.poll(() => reports.length).toBe(5);

  expect(reports[0]?.body).toEqual({
    route: "/reset-password/:token",
    file: "/assets/app-Bw833onv.js",
    line: 12,
    column: 34,
  });
  for (const { headers, body } of reports) {
    expect(headers).not.toHaveProperty("cookie");
    expect(JSON.stringify([body, headers.referer])).not.toMatch(/VerySecret|Rent/);
  }
});

test("reports what a screen throws, with the file that threw it", async () => {
  const { page } = await newVisitor();
  const reported = page.waitForRequest(REPORT);
  await page.route(REPORT, (route) => route.fulfill({ status: 204 }));
  await page.route("**/assets/ForgotPassword-*.js", async (route) => {
    await route.fulfill({
      contentType: "text/javascript",
      body: 'export function ForgotPassword() { throw new Error("Rent 900"); }',
    });
  });
  await page.goto("/auth");
  await page.getByRole("button", { name: /Forgot/ }).click();
  await page.getByText("Something on it does not work.").waitFor();
  expect(await sentWith(await reported)).toMatchObject({
    route: "/auth",
    file: expect.stringMatching(/^\/assets\/ForgotPassword-[\w-]{8}\.js$/),
    line: 1,
  });
});
