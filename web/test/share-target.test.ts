import { createServer } from "node:http";
import { afterAll, beforeAll, expect, inject, onTestFinished, test, vi } from "vitest";
import { openUser } from "./fixtures.ts";
import { leaveOut } from "./lacks.ts";

// The system's share sheet, which no test can open, posts a form to /share, which the service worker answers.

const IS_KEPT = "caches.has('coffer-shared')";

/** A page of another site with a form that posts a text and a file to Coffer. */
async function openStranger(product: string, referrerPolicy: string) {
  const site = createServer((_, response) =>
    response.setHeader("content-type", "text/html").end(
      `<meta name="referrer" content="${referrerPolicy}">
       <form method="post" action="${product}/share" enctype="multipart/form-data">
       <input name="text" value="call 0800"><input type="file" name="file"></form>`,
    ),
  );
  onTestFinished(() => void site.close());
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  const address = site.address();
  return `http://127.0.0.1:${address && typeof address === "object" ? address.port : 0}`;
}

const STATEMENT = { name: "statement.csv", mimeType: "text/csv", buffer: Buffer.from("Date,Amount\n") };

let user: Awaited<ReturnType<typeof openUser>>;
/** Coffer's origin, which has the service worker. */
let origin: string;
beforeAll(async () => {
  user = await openUser("Maya", { installs: true });
  await user.page.goto("/goals");
  ({ origin } = new URL(user.page.url()));
  await user.page.evaluate("navigator.serviceWorker.ready");
  await user.page.reload();
  await vi.waitFor(
    async () => expect(await user.page.evaluate("navigator.serviceWorker.controller !== null")).toBe(true),
    { timeout: 60_000 },
  );
});
afterAll(() => user.close());

test.each(["origin", "no-referrer"])(
  "a form of another site with the referrer policy %s leaves neither file nor text",
  async (policy) => {
    const { page } = user;
    // Not Coffer's host, which is a number.
    const stranger = (await openStranger(origin, policy)).replace("127.0.0.1", "localhost");
    await page.goto(stranger);
    await page.locator("input[type=file]").setInputFiles(STATEMENT);
    await page.evaluate("document.forms[0].submit()");
    await page.getByRole("heading", { name: "Import" }).first().waitFor();
    expect(page.url()).not.toContain("0800");
    expect(await page.evaluate(IS_KEPT)).toBe(false);
    await expect.poll(() => page.getByText("statement.csv").count()).toBe(0);
  },
);

test("a file that a page of ours shares opens the import", async () => {
  if (inject("browserEngine") !== "chromium") leaveOut("share sheet");
  const { page, context } = user;
  const share = () =>
    page.evaluate(() => {
      const data = new FormData();
      data.set("file", new File(["Date,Description,Amount\n2026-01-05,Market,-12.30\n"], "statement.csv"));
      return fetch("/share", { method: "POST", body: data }).then((answer) => answer.ok);
    });
  expect(await share()).toBe(true);
  await page.goto("/import");
  await page.getByText("statement.csv").first().waitFor();
  expect(await page.evaluate(IS_KEPT)).toBe(false);

  await share();
  await context.clearCookies();
  await page.goto("/auth");
  await page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
  await expect.poll(() => page.evaluate(IS_KEPT)).toBe(false);
});
