import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { BrowserContext, CDPSession, Locator, Page, Request, Route } from "playwright-core";
import { expect, inject, onTestFinished, vi } from "vitest";
import type { openWindow } from "./browser.ts";
import { leaveOut } from "./lacks.ts";
import { leaveWindow, takeWindow } from "./windows.ts";

/** Unique, so that tests do not share data. */
export function newUserDetails(firstName = "Maya", lastName = "Stone") {
  const email = `${firstName}.${randomUUID().slice(0, 13)}@example.com`.toLowerCase();
  return { firstName, lastName, email, phone: "555 010 2030", password: "correct horse" };
}
type UserDetails = ReturnType<typeof newUserDetails>;

/** A user of the demo household. */
export const ANA = { email: "ana@coffer.example", password: "coffer-demo-household" };

/** Through the API; sets the session cookie of the window. */
export async function signInThroughApi(context: BrowserContext, data: { email: string; password: string }) {
  const headers = { "sec-fetch-site": "same-origin" };
  const reply = await context.request.post("/api/login", { data, headers });
  expect(reply.ok()).toBe(true);
}

type Options = Parameters<typeof openWindow>[0];

/** A window in which nobody is signed in, for all tests of a file. `close` fails if the page had errors. */
export async function openVisitor(options?: Options) {
  const window = await takeWindow(options);
  const { context, page } = window;
  /** Calls the API as this window's user; returns the reply. */
  const send = async (method: "POST" | "PUT" | "DELETE", path: string, data: object = {}) => {
    const reply = await context.request.fetch(path, { method, data });
    if (!reply.ok()) throw new Error(`${method} ${path}: ${reply.status()} ${await reply.text()}`);
    const text = await reply.text();
    return text === "" ? null : JSON.parse(text);
  };
  const close = async () => {
    const faults = [...window.faults];
    await leaveWindow(window);
    expect(faults).toEqual([]);
  };
  return { context, page, send, close };
}

/** A window in which nobody is signed in. It closes with the test, which fails if the page had errors. */
export async function newVisitor(options?: Options) {
  const { close, ...window } = await openVisitor(options);
  onTestFinished(close);
  return window;
}

/** A window of a newly registered user, with functions that add to their budget; for all tests of a file. */
export const openUser = async (firstName?: string, options?: Options) =>
  registerIn(await openVisitor(options), firstName);

/** A window of a newly registered user, with functions that add to their budget. */
export const newUser = async (firstName?: string, options?: Options) =>
  registerIn(await newVisitor(options), firstName);

async function registerIn<Window extends Awaited<ReturnType<typeof newVisitor>>>(
  window: Window,
  firstName = "Maya",
) {
  const person = newUserDetails(firstName);
  const user: { id: number } = await window.send("POST", "/api/register", {
    ...person,
    confirmPassword: person.password,
  });
  type Named = { id: number; name: string };
  return {
    ...window,
    person,
    user,
    category: (name: string, type: "income" | "expense" = "expense"): Promise<Named> =>
      window.send("POST", "/api/categories", { name, type, icon: "category", color: "blue" }),
    /** `amount` is in whole units. */
    transaction: (
      category: { id: number },
      description: string,
      amount: number,
      date: string,
      type: "income" | "expense" = "expense",
    ): Promise<{ id: number }> =>
      window.send("POST", "/api/transactions", { description, amount, date, type, categoryId: category.id }),
  };
}

/** Follows the verification link of a newly registered user, without the page. */
export async function verifyEmail({ person, send }: Awaited<ReturnType<typeof newUser>>): Promise<void> {
  const link = await linkMailedTo(person.email, /^\/verify-email\//);
  await send("POST", "/api/verify-email", { token: link.split("/").at(-1) });
}

/** With a verified address, which an import or a restore needs. */
export async function newProvenUser(): ReturnType<typeof newUser> {
  const user = await newUser();
  await verifyEmail(user);
  return user;
}

/** Stops a page from calling the API by itself some seconds after it has opened. */
export const holdBackground = (page: Page): Promise<unknown> =>
  page.route(/\/api\/notifications|\/watch-ledger-/, () => {});

const HAS_QUEUE = `performance.getEntriesByType("resource").some(({ name }) => name.includes("/write-queue-"))`;

/** Waits for the code that keeps changes without a network: it loads some seconds after the first screen. */
export async function queueIsLoaded(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate<boolean>(HAS_QUEUE)).toBe(true);
}

/** Opens an address like a link, without loading the page again. */
export const navigate = (page: Page, path: string) =>
  page.evaluate<void>(`history.pushState({}, "", ${JSON.stringify(path)})`);

/** Presses Back where it closes a dialog or panel, and waits until the browser is on the screen's entry again. */
export async function closeByBack(page: Page): Promise<void> {
  const address = page.url();
  await page.goBack();
  await page.waitForURL(address);
}

/** How many pixels the page is wider than its window. */
export const overflowOf = (page: Page) =>
  page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");

/** One by one: Firefox sometimes crashes if WebDriver BiDi reads a list of elements at once. */
export const textsOf = async (locator: Locator): Promise<string[]> =>
  Promise.all((await locator.all()).map(async (one) => (await one.textContent()) ?? ""));

/** The file that the page saves when this is pressed. Only Chromium's driver reports it; browser.ts notes it in others. */
export async function savedBy(button: Locator): Promise<{ name: string; content: string }> {
  const page = button.page();
  if (inject("browserEngine") === "chromium") {
    const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
    return { name: download.suggestedFilename(), content: await text(await download.createReadStream()) };
  }
  await page.evaluate("void (savedFile = undefined)");
  await button.click();
  await expect.poll(() => page.evaluate("savedFile !== undefined"), { timeout: 60_000 }).toBe(true);
  return page.evaluate<{ name: string; content: string }>(
    "savedFile.blob.text().then((content) => ({ name: savedFile.name, content }))",
  );
}

/** The JSON of a request of the page. Firefox's driver does not report it, so browser.ts notes it. */
export async function sentWith(request: Request): Promise<unknown> {
  if (inject("browserEngine") !== "firefox") return request.postDataJSON();
  const noted = `sentBodies.get(${JSON.stringify(request.url())})`;
  return JSON.parse(await request.frame().page().evaluate<string>(noted));
}

/** Sends a request of the page, and withholds the reply from it. Firefox's own method would leave out the body. */
export async function loseReply(route: Route): Promise<void> {
  const isUntold = inject("browserEngine") === "firefox";
  await route.fetch(isUntold ? { postData: JSON.stringify(await sentWith(route.request())) } : {});
  await route.abort();
}

/** Commands that only Chromium has, beyond Playwright's. */
export function devTools(page: Page): Promise<CDPSession> {
  if (inject("browserEngine") !== "chromium") leaveOut("DevTools of Chromium");
  return page.context().newCDPSession(page);
}

/** A link of the side navigation, which keeps the month. */
export const screenLink = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Screens" }).getByRole("link", { name, exact: true });

export const NO_SCREEN = "/no/such/page";

/**
 * Like `page.goto`, but without loading the app again. Nothing of the previous screen remains, including its toasts.
 * `between` is called while no screen is open.
 */
export async function openScreen(page: Page, path: string, between?: () => Promise<void>): Promise<void> {
  const notFound = page.getByRole("heading", { name: "404 Page Not Found" });
  await navigate(page, NO_SCREEN);
  await notFound.waitFor();
  // A dialog of the shell stays open when the screen changes.
  if ((await page.getByRole("dialog").count()) > 0) {
    await page.goto(NO_SCREEN);
    await notFound.waitFor();
  }
  await between?.();
  if (path === NO_SCREEN) return;
  await page.evaluate("void (notedToasts.length = 0)");
  await navigate(page, path);
  await notFound.waitFor({ state: "hidden" });
}

/**
 * Refuses the next call of a method, by default with a 500 without a message; "cut" breaks the connection.
 * The route stays: one that ends by itself ("times") may block a pending request for ever.
 */
export async function failOnce(
  page: Page,
  method: string,
  url: string,
  answer: Parameters<Route["fulfill"]>[0] | "cut" = { status: 500, body: "" },
): Promise<void> {
  let isFailed = false;
  await page.route(url, async (route) => {
    if (isFailed || route.request().method() !== method) return route.fallback();
    isFailed = true;
    await (answer === "cut" ? route.abort() : route.fulfill(answer));
  });
}

/** The error message of an invalid field. */
export async function messageBeside(field: Locator): Promise<string> {
  await field.and(field.page().locator("[aria-invalid=true]")).waitFor();
  const described = (await field.getAttribute("aria-describedby")) ?? "";
  const id = described.split(" ").find((each) => each.endsWith("-error"));
  return (await field.page().locator(`[id="${id}"]`).textContent()) ?? "";
}

/** Through the page; ends on the dashboard. */
export async function register(page: Page, person: UserDetails): Promise<void> {
  await page.goto("/auth");
  await page
    .getByRole("button", { name: "Create a new account" })
    .or(page.getByRole("link", { name: "Create a new account" }))
    .click();
  await fillRegistration(page, person);
  await page.getByRole("button", { name: "Register" }).click();
  await page.waitForURL((url) => url.pathname === "/");
}

export async function fillRegistration(page: Page, person: UserDetails): Promise<void> {
  await page.getByLabel("First name").fill(person.firstName);
  await page.getByLabel("Last name").fill(person.lastName);
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Phone number").fill(person.phone);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByLabel("Confirm password").fill(person.password);
}

/** Through the page; ends on the dashboard. */
export async function signIn(page: Page, person: UserDetails): Promise<void> {
  await page.goto("/auth");
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL((url) => url.pathname === "/");
}

/** The path of the link that matches `path` in a mail to `address`, other than `old`; waits for the mail. */
export async function linkMailedTo(address: string, path: RegExp, old?: string): Promise<string> {
  const isWanted = (link: string) => path.test(link) && link !== old;
  const found = () =>
    mails()
      .filter((mail) => mail.toLowerCase().includes(address))
      .flatMap((mail) => [...mail.matchAll(/https?:\/\/[^\s"<>]+/g)].map(([url]) => new URL(url).pathname))
      .find(isWanted);
  return vi.waitFor(() => found() ?? expect.fail(`no mail to ${address} with a link like ${path}`), {
    timeout: 60_000,
  });
}

/** All sent mails; each is read once. */
function mails(): string[] {
  const folder = join(inject("dataDir"), "outbox");
  return readdirSync(folder)
    .filter((name) => name.endsWith(".eml"))
    .map((name) => {
      const mail = readMails.get(name) ?? unfolded(readFileSync(join(folder, name), "utf8"));
      readMails.set(name, mail);
      return mail;
    });
}
const readMails = new Map<string, string>();

/** Quoted-printable text decoded far enough to find links in it. */
const unfolded = (mail: string) => mail.replace(/=\r?\n/g, "").replace(/=3D/g, "=");

/**
 * Waits for a toast, which may already have disappeared again. A second call with the same text waits for a second
 * toast.
 */
export async function expectToast(page: Page, title: string, description?: string): Promise<void> {
  const wanted = JSON.stringify(description === undefined ? [title] : [title, description]);
  const take = `(() => {
    const at = notedToasts.findIndex((lines) => ${wanted}.every((line, index) => lines[index] === line));
    return at < 0 ? notedToasts : (notedToasts.splice(0, at + 1), "shown");
  })()`;
  await expect.poll(() => page.evaluate<unknown>(take), { timeout: 60_000 }).toBe("shown");
}
