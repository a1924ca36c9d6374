import { expect, test } from "vitest";
import {
  expectToast,
  fillRegistration,
  linkMailedTo,
  newUser,
  newUserDetails,
  newVisitor,
  verifyEmail,
} from "../../../test/fixtures.ts";

test("opens the shared budget to a new user once, through the registration", async () => {
  const owner = await newUser("Nora");
  await verifyEmail(owner);
  await owner.transaction(await owner.category("Food"), "Market", 12, "2024-12-03");
  const guest = newUserDetails("Ines");
  await owner.send("POST", "/api/share-budget", { email: guest.email, permissionType: "full_access" });
  const link = await linkMailedTo(guest.email, /^\/invitation\//);

  const { context, page } = await newVisitor();
  await page.goto(link);
  await page.getByText("You will be able to see it and to change everything in it.").waitFor();
  await page.getByRole("link", { name: "Sign in or register to accept" }).click();
  await page.getByRole("button", { name: "Create a new account" }).click();
  // The invited address is filled in already.
  await expect.poll(() => page.getByLabel("Email").inputValue()).toBe(guest.email);
  await fillRegistration(page, guest);
  // Accepting waits until their own, empty budget has been read.
  const own = Promise.withResolvers<void>();
  await page.route("**/api/categories", async (route) => {
    await own.promise;
    await route.continue();
  });
  const asked = page.waitForRequest("**/api/categories");
  await page.getByRole("button", { name: "Register" }).click();
  await asked;
  const saved = page.waitForResponse(/\/api\/preferences$/);
  const accepted = page.getByRole("button", { name: "Accept invitation" }).click();
  await page.getByRole("heading", { name: "Invitation", exact: true }).waitFor();
  own.resolve();
  await accepted;
  await expectToast(page, "Invitation accepted", "You can now open Nora's budget.");
  await page
    .getByRole("button", { name: "Open budget: Nora's budget · can edit · your home budget" })
    .waitFor();
  await expect.poll(() => new URL(page.url()).searchParams.get("budget")).toBe(String(owner.user.id));

  // A new visit opens the shared budget. After a switch to their own, a reload stays there.
  await saved;
  const visit = await context.newPage();
  await visit.goto("/goals#main");
  await visit.waitForURL((url) => url.searchParams.get("budget") === String(owner.user.id));
  expect(new URL(visit.url()).hash).toBe("#main");
  await visit.getByRole("button", { name: "Open budget: Nora's budget" }).click();
  await visit.getByRole("menuitem", { name: "Start a budget of my own" }).click();
  await visit.waitForURL((url) => !url.searchParams.has("budget"));
  await visit.reload();
  await visit.getByRole("heading", { name: "Financial Goals" }).waitFor();
  await expect.poll(() => new URL(visit.url()).searchParams.has("budget")).toBe(false);

  await page.goto(link);
  await page.getByRole("heading", { name: "This invitation is no longer valid" }).waitFor();
});
