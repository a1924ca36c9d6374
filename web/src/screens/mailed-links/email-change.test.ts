import { test } from "vitest";
import { linkMailedTo, newUser, newUserDetails, verifyEmail } from "../../../test/fixtures.ts";

test("undoes a change of address with the link mailed to the old address", async () => {
  const window = await newUser();
  const { page, person, send } = window;
  await verifyEmail(window);
  const { email } = newUserDetails("Thief");
  await send("PUT", "/api/user", { ...person, email });
  const link = await linkMailedTo(person.email, /^\/email-change\//);
  await page.goto(link);
  await page.getByText(`Your account was moved from ${person.email} to ${email}.`).waitFor();
  await page.getByRole("button", { name: "This was not me: undo it" }).click();
  await page.getByRole("heading", { name: "The change is undone" }).waitFor();
  await page.getByRole("link", { name: "Go to sign in" }).click();
  await page.getByRole("button", { name: "Sign in" }).waitFor();
  await page.goto(link);
  await page.getByRole("heading", { name: "This link is no longer valid" }).waitFor();
});
