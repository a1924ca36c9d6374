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
  await owner.send("POST", "/api/share-budget", { email: guest.email, permissionType: "view_only" });
  const link = await linkMailedTo(guest.email, /^\/invitation\//);

  const { page } = await newVisitor();
  await page.goto(link);
  await page.getByText("You will be able to see it, not to change it.").waitFor();
  await page.getByRole("link", { name: "Sign in or register to accept" }).click();
  await page.getByRole("button", { name: "Create a new account" }).click();
  await fillRegistration(page, guest);
  await page.getByRole("button", { name: "Register" }).click();
  await page.getByRole("button", { name: "Accept invitation" }).click();
  await expectToast(page, "Invitation accepted", "You can now open Nora's budget.");
  await page.getByRole("status").getByText("Nora's budget · view only").waitFor();
  expect(new URL(page.url()).searchParams.get("budget")).toBe(String(owner.user.id));

  await page.goto(link);
  await page.getByRole("heading", { name: "This invitation is no longer valid" }).waitFor();
});
