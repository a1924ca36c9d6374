import type { Dialog } from "playwright-core";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import {
  expectToast,
  failOnce,
  fillRegistration,
  messageBeside,
  newUser,
  newUserDetails,
  newVisitor,
  openScreen,
  openVisitor,
} from "../../../test/fixtures.ts";

/** One page for all tests, since loading is slow. Tests that sign in come last. */
let visitor: Awaited<ReturnType<typeof openVisitor>>;
beforeAll(async () => {
  visitor = await openVisitor();
  await visitor.page.goto("/auth");
  return visitor.close;
});

/** Loads the app again, signed out. */
async function visit(path: string) {
  await visitor.context.clearCookies();
  await visitor.page.goto(path);
  return visitor;
}

test("shows what is missing beside its field", async () => {
  const { page } = visitor;
  await openScreen(page, "/auth");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect.poll(() => messageBeside(page.getByLabel("Email"))).toBe("Email is required");
  await expect
    .poll(() => messageBeside(page.getByLabel("Password", { exact: true })))
    .toBe("Password is required");
  await page.getByRole("button", { name: "Create a new account" }).click();
  await page.getByRole("button", { name: "Register" }).click();
  for (const [label, message] of [
    ["First name", "First name is required"],
    ["Last name", "Last name is required"],
    ["Email", "Email is required"],
    ["Phone number", "Phone number is required"],
    ["Password", "Password must be at least 6 characters"],
    ["Confirm password", "Please confirm your password"],
  ] as const) {
    await expect.poll(() => messageBeside(page.getByLabel(label, { exact: true }))).toBe(message);
  }
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
});

test("alerts about two different passwords", async () => {
  const { page } = visitor;
  const person = newUserDetails();
  const alerts: string[] = [];
  const sent: string[] = [];
  const onDialog = (dialog: Dialog) => {
    alerts.push(dialog.message());
    void dialog.accept();
  };
  page.on("dialog", onDialog);
  onTestFinished(() => void page.off("dialog", onDialog));
  page.on("request", (request) => {
    if (request.method() === "POST") sent.push(request.url());
  });
  await openScreen(page, "/auth");
  await page.getByRole("button", { name: "Create a new account" }).click();
  const warning = page.getByText("Many people use this password, so it is easy to guess.");
  await page.getByLabel("Password", { exact: true }).fill("Trustno1");
  await warning.waitFor();
  await fillRegistration(page, person);
  await warning.waitFor({ state: "hidden" });
  await page.getByLabel("Confirm password").fill("another one");
  // Other invalid fields show their messages as well.
  await page.getByLabel("Phone number").fill("123");
  await page.getByRole("button", { name: "Register" }).click();
  await expect.poll(() => messageBeside(page.getByLabel("Confirm password"))).toBe("Passwords do not match");
  await expect.poll(() => messageBeside(page.getByLabel("Phone number"))).toBe("Phone number is required");
  expect(alerts).toEqual(["Passwords do not match"]);
  expect(sent).toEqual([]);
});

test("registers a user whose email is not an address", async () => {
  const { page } = await newVisitor();
  const person = { ...newUserDetails(), email: `notanemail${Date.now()}` };
  await page.goto("/auth");
  await page.getByRole("button", { name: "Create a new account" }).click();
  await fillRegistration(page, person);
  await page
    .getByText("This does not look like an address; you will not be able to reset your password.")
    .waitFor();
  await page.getByRole("button", { name: "Register" }).click();
  await expectToast(page, "Registration successful", "Welcome to Coffer, Maya!");
  await page.getByText("Start with a plan that fits you").waitFor();
  for (const card of ["Monthly Budget", "Income", "Expenses", "Remaining", "Budget Progress"])
    await page.getByText(card, { exact: true }).filter({ visible: true }).first().waitFor();
});

test("refuses a taken address beside its field", async () => {
  const { person } = await newUser();
  const { page } = visitor;
  await openScreen(page, "/auth");
  await page.getByRole("button", { name: "Create a new account" }).click();
  await fillRegistration(page, person);
  await page.getByRole("button", { name: "Register" }).click();
  await expectToast(page, "Registration failed", "An account with this email already exists");
  await expect
    .poll(() => messageBeside(page.getByLabel("Email")))
    .toBe("An account with this email already exists");
  await expect.poll(() => page.getByLabel("First name").inputValue()).toBe(person.firstName);
  await expect.poll(() => page.getByLabel("Password", { exact: true }).inputValue()).toBe(person.password);
});

test("keeps the forgot-password form after a failed request", async () => {
  const { page } = visitor;
  await openScreen(page, "/auth");
  await page.getByRole("button", { name: /^Forgot password/ }).click();
  const email = page.getByLabel("Email");
  await email.fill("nobody");
  await expect.poll(() => messageBeside(email)).toBe("Please enter a valid email address");
  await email.fill("nobody@example.com");
  await page.getByText("Please enter a valid email address").waitFor({ state: "hidden" });
  await failOnce(page, "POST", "**/api/forgot-password", "cut");
  await page.getByRole("button", { name: "Send Reset Link" }).click();
  await expectToast(page, "Error", "An error occurred while processing your request");
  await expect.poll(() => email.inputValue()).toBe("nobody@example.com");
  await page.getByRole("button", { name: "Send Reset Link" }).click();
  const told =
    "If your email is registered in our system, you will receive instructions to reset your password shortly.";
  await page.getByRole("main").getByText(told).waitFor();
  await page.getByText("After several requests, at most one link an hour is mailed.").waitFor();
  await expectToast(page, "Password reset email sent", told);
  await expect.poll(() => email.count()).toBe(0);
  await expect.poll(() => page.getByRole("button", { name: "Send Reset Link" }).count()).toBe(0);
  await page.getByRole("button", { name: "Back to Login" }).click();
  await page.getByRole("button", { name: /^Forgot password/ }).click();
  await expect.poll(() => email.inputValue()).toBe("");
});

test("keeps the session after the browser is closed only with Remember me", async () => {
  const { person } = await newUser();
  for (const remember of [true, false]) {
    const { page, context } = await visit("/auth");
    await page.getByLabel("Email").fill(person.email);
    await page.getByLabel("Password", { exact: true }).fill("not this one");
    await page.getByRole("button", { name: "Sign in" }).click();
    await expectToast(page, "Login failed", "Invalid email or password");
    await page.getByText("Email or password is wrong").waitFor();
    await expect.poll(() => page.getByLabel("Email").inputValue()).toBe(person.email);
    await page.getByLabel("Password", { exact: true }).fill(person.password);
    // A failure that concerns no field is shown in the form as well as in a toast.
    await failOnce(page, "POST", "**/api/login", "cut");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.locator("form").getByText("Please check your connection").waitFor();
    if (remember) await page.getByText("Remember me").click();
    await page.getByLabel("Password", { exact: true }).press("Enter");
    await expectToast(page, "Login successful", `Welcome back, ${person.firstName}!`);
    await page.waitForURL((url) => url.pathname === "/");
    const [session] = (await context.cookies()).filter(({ httpOnly }) => httpOnly);
    expect(session && session.expires > 0).toBe(remember);
  }
});

test("returns to the requested page after signing in", async () => {
  const { person } = await newUser();
  const { page } = await visit("/goals?tab=all");
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  await expect.poll(() => new URL(page.url()).pathname).toBe("/auth");
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("tab", { name: "All", selected: true }).waitFor();
  await expect.poll(() => new URL(page.url()).pathname).toBe("/goals");

  await openScreen(page, "/auth");
  await page.waitForURL((url) => url.pathname === "/");
  await openScreen(page, `/auth?next=${encodeURIComponent("//elsewhere.example/")}`);
  await page.getByRole("heading", { name: "Dashboard" }).waitFor();
  await expect.poll(() => new URL(page.url()).pathname).toBe("/");
});

test("opens the demo household with one click, where there is one", async () => {
  const { page } = await visit("/auth");
  await page.getByRole("button", { name: "Try the demo household" }).click();
  await expectToast(page, "Login successful", "Welcome back, Ana!");
  await page.getByRole("heading", { name: "Dashboard" }).waitFor();
});

test("remembers a newly registered person, unless they untick the box", async () => {
  for (const remember of [true, false]) {
    const { page, context } = await visit("/auth");
    await page.getByRole("button", { name: "Create a new account" }).click();
    const { firstName, lastName, email, phone, password } = newUserDetails();
    await page.getByLabel("First name").fill(firstName);
    await page.getByLabel("Last name").fill(lastName);
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Phone number").fill(phone);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByLabel("Confirm password").fill(password);
    expect(await page.getByLabel("Remember me").isChecked()).toBe(true);
    if (!remember) await page.getByText("Remember me").click();
    await page.getByRole("button", { name: "Register" }).click();
    await page.waitForURL((url) => url.pathname === "/");
    const [session] = (await context.cookies()).filter(({ httpOnly }) => httpOnly);
    expect(session && session.expires > 0).toBe(remember);
  }
});

test("starts a new user in the browser's time zone and likely currency", async () => {
  const { page } = await newVisitor({ timeZone: "Asia/Tokyo" });
  await page.goto("/auth");
  // The browser's spelling of it.
  const yen = 'new Intl.NumberFormat(undefined, { style: "currency", currency: "JPY" }).format(41_260)';
  await page.getByText(await page.evaluate<string>(yen)).waitFor();
  await page.getByText("Create a new account").click();
  await page.getByText("Your budget starts in the time zone Asia/Tokyo, with amounts in JPY.").waitFor();
  await fillRegistration(page, newUserDetails());
  await page.getByRole("button", { name: "Register" }).click();
  await page.waitForURL((url) => url.pathname === "/");
  const user = await page.evaluate(`fetch("/api/user").then((reply) => reply.json())`);
  expect(user).toMatchObject({ timeZone: "Asia/Tokyo", currency: "JPY" });
});

test.each([
  ["Create a new account", "Create your account"],
  ["Forgot password?", "Forgot password"],
])("returns from “%s” to the sign-in by Back", async (button, heading) => {
  const { page } = await newVisitor();
  await page.goto("/auth?next=%2Fgoals");
  await page.getByRole("button", { name: button }).click();
  await page.getByRole("heading", { name: heading }).waitFor();
  await page.goBack();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  expect(new URL(page.url()).search).toBe("?next=%2Fgoals");
});
