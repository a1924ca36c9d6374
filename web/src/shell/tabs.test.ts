import { expect, test } from "vitest";
import { openPage } from "../../test/browser.ts";
import { failOnce, newUser, newUserDetails, sentWith, signInThroughApi } from "../../test/fixtures.ts";

test("a tab asks its user to sign in again after somebody else has signed in", async () => {
  const bob = newUserDetails("Bob");
  const alice = await newUser("Alice");
  const { page, context, person, category } = alice;
  await category("Food");
  await page.goto("/goals");
  // The data of somebody whose session ended while no page was open.
  await page.evaluate(`localStorage.setItem("coffer.7.import.layouts", "[]")`);
  await page.reload();
  await expect
    .poll(() => page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('coffer.7.'))"))
    .toEqual([]);
  await page
    .getByRole("button", { name: /^Create (your first goal|Goal)$/ })
    .first()
    .click();
  const dialog = page.getByRole("dialog", { name: /goal/i });
  await dialog.getByLabel("Name").fill("House by the sea");

  await context.request.post("/api/register", { data: { ...bob, confirmPassword: bob.password } });
  await signInThroughApi(context, bob);
  const other = await openPage(context);
  await other.page.goto("/");
  await other.page.evaluate(`new BroadcastChannel("coffer").postMessage({ signedIn: 1 })`);

  const question = page.getByRole("dialog", { name: "Sign in again" });
  await question.getByLabel("Password", { exact: true }).fill(person.password);
  // A reply as if signing in required a code too.
  const json = { message: "Enter the code", code: "second-factor" };
  await failOnce(page, "POST", "**/api/login", { status: 401, json });
  await question.getByRole("button", { name: "Continue" }).click();
  await question.getByLabel("Code").fill("123456");
  const signIn = page.waitForRequest("**/api/login");
  await question.getByRole("button", { name: "Continue" }).click();
  expect(await sentWith(await signIn)).toMatchObject({ code: "123456" });
  await question.waitFor({ state: "hidden" });
  await expect.poll(() => dialog.getByLabel("Name").inputValue()).toBe("House by the sea");
  const user = await (await context.request.get("/api/user")).json();
  expect(user).toMatchObject({ email: person.email });
});
