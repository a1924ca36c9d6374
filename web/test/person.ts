import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { inject } from "vitest";

export const PHONE = { width: 375, height: 812 };
export const TABLET = { width: 768, height: 1024 };
export const DESKTOP = { width: 1280, height: 900 };

let shared: Promise<Browser> | undefined;
const browser = () => {
  shared ??= chromium.connect(inject("browser"));
  return shared;
};

type Options = {
  viewport?: { width: number; height: number };
  dark?: boolean;
  /** Another product than the one that all browser tests share. */
  baseURL?: string;
};

/** A browser window of its own, with what went wrong in it: script errors and violations of the page's policy. */
export async function openWindow({
  viewport = DESKTOP,
  dark = false,
  baseURL = inject("product"),
}: Options = {}) {
  const context: BrowserContext = await (await browser()).newContext({
    baseURL,
    viewport,
    colorScheme: dark ? "dark" : "light",
    locale: "en-US",
    reducedMotion: "reduce",
  });
  context.setDefaultTimeout(30_000);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error" && /Content Security Policy|violates/i.test(message.text()))
      faults.push(message.text());
  });
  return { context, page, faults, close: () => context.close() };
}

let count = 0;

/** Somebody nobody has met: names and an address of their own, so that tests never meet each other's data. */
export function newPerson(firstName = "Maya", lastName = "Stone") {
  count += 1;
  const email =
    `${firstName}.${process.pid}.${performance.now().toString(36).replace(".", "")}.${count}@example.com`.toLowerCase();
  return { firstName, lastName, email, phone: "555 010 2030", password: "correct horse" };
}
export type Person = ReturnType<typeof newPerson>;

/** Registers through the page, as a person does; ends on the dashboard. */
export async function register(page: Page, person: Person): Promise<void> {
  await page.goto("/auth");
  await page
    .getByRole("button", { name: "Create a new account" })
    .or(page.getByRole("link", { name: "Create a new account" }))
    .click();
  await page.getByLabel("First name").fill(person.firstName);
  await page.getByLabel("Last name").fill(person.lastName);
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Phone number").fill(person.phone);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByLabel("Confirm password").fill(person.password);
  await page.getByRole("button", { name: "Register" }).click();
  await page.waitForURL((url) => url.pathname === "/");
}

/** Signs in through the page; ends on the dashboard. */
export async function signIn(page: Page, person: Person): Promise<void> {
  await page.goto("/auth");
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL((url) => url.pathname === "/");
}

/** The newest mail to an address whose text has a link that matches; waits for it to arrive. */
export async function linkMailedTo(address: string, path: RegExp): Promise<string> {
  const folder = join(inject("dataDir"), "outbox");
  for (let attempt = 0; attempt < 200; attempt++) {
    const mails = readdirSync(folder)
      .filter((name) => name.endsWith(".eml"))
      .sort()
      .reverse()
      .map((name) => unfolded(readFileSync(join(folder, name), "utf8")))
      .filter((mail) => mail.toLowerCase().includes(address));
    for (const mail of mails) {
      const link = [...mail.matchAll(/https?:\/\/[^\s"<>]+/g)]
        .map(([url]) => new URL(url))
        .find((url) => path.test(url.pathname));
      if (link) return link.pathname;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`no mail to ${address} with a link like ${path}`);
}

/** Quoted-printable text made readable enough to find a link in it. */
const unfolded = (mail: string) => mail.replace(/=\r?\n/g, "").replace(/=3D/g, "=");

/** Waits for the toast that is shown to say this. */
export async function toast(page: Page, title: string, description?: string): Promise<void> {
  await page.getByText(title, { exact: true }).filter({ visible: true }).first().waitFor();
  if (description)
    await page.getByText(description, { exact: true }).filter({ visible: true }).first().waitFor();
}
