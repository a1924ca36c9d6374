import { expect, test } from "vitest";
import { newcomer, stranger } from "../../../test/newcomer.ts";
import { linkMailedTo, newPerson, toast } from "../../../test/person.ts";

test("an invitation leads somebody new by the registration to the budget, once", async () => {
  const owner = await newcomer("Nora");
  await owner.transaction(await owner.category("Food"), "Market", 12, "2024-12-03");
  const guest = newPerson("Ines");
  await owner.send("POST", "/api/share-budget", { email: guest.email, permissionType: "view_only" });
  const link = await linkMailedTo(guest.email, /^\/invitation\//);

  const { page } = await stranger();
  await page.goto(link);
  await page.getByText("You will be able to see it, not to change it.").waitFor();
  await page.getByRole("link", { name: "Sign in or register to accept" }).click();
  await page.getByRole("button", { name: "Create a new account" }).click();
  await page.getByLabel("First name").fill(guest.firstName);
  await page.getByLabel("Last name").fill(guest.lastName);
  await page.getByLabel("Email").fill(guest.email);
  await page.getByLabel("Phone number").fill(guest.phone);
  await page.getByLabel("Password", { exact: true }).fill(guest.password);
  await page.getByLabel("Confirm password").fill(guest.password);
  await page.getByRole("button", { name: "Register" }).click();
  await page.getByRole("button", { name: "Accept invitation" }).click();
  await toast(page, "Invitation accepted", "You can now open Nora's budget.");
  await page.getByRole("status").getByText("Nora's budget · view only").waitFor();
  expect(new URL(page.url()).searchParams.get("budget")).toBe(String(owner.user.id));

  await page.goto(link);
  await page.getByRole("heading", { name: "This invitation is no longer valid" }).waitFor();
});
