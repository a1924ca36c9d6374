import { afterAll, beforeAll, expect, test } from "vitest";
import { atLength } from "../../packages/test/at-length.ts";
import { expectToast, holdBackground, newUser, openUser, signInThroughApi } from "./fixtures.ts";
import { addTransaction, MONTH, row } from "./transactions.ts";

/** Scripts that run before the page's: browser stores that hang, throw, lie or are missing. */
const NEVER = "Object.assign(new EventTarget(), { result: undefined })";
/** Scripts also run in a new window's empty page, where Firefox has no stores. */
const WHERE_LOCKS_ARE = "if ('locks' in navigator)";
const FAULTS: Record<string, string> = {
  "IndexedDB cannot be opened": `IDBFactory.prototype.open = () => { throw new DOMException("", "SecurityError") };`,
  "IndexedDB is not there": `delete window.indexedDB; Object.defineProperty(window, "indexedDB", { value: undefined });`,
  "IndexedDB is blocked": `Object.defineProperty(window, "indexedDB", { get() { throw new DOMException("", "SecurityError") } });`,
  "opening a database never ends": `IDBFactory.prototype.open = () => ${NEVER}; IDBFactory.prototype.databases = () => new Promise(() => {});`,
  "reading a database never ends": `for (const name of ["get", "getAll", "getAllKeys"]) IDBObjectStore.prototype[name] = () => ${NEVER};`,
  "a database refuses every transaction": `IDBDatabase.prototype.transaction = () => { throw new DOMException("", "InvalidStateError") };`,
  "the disk is full": `IDBObjectStore.prototype.put = () => { throw new DOMException("", "QuotaExceededError") }; Storage.prototype.setItem = () => { throw new DOMException("", "QuotaExceededError") };`,
  "a database answers with something else": `IDBObjectStore.prototype.get = function () { return this.count() }; IDBObjectStore.prototype.getAll = function () { return this.getAllKeys() };`,
  "localStorage and sessionStorage are blocked": `for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(window, name, { get() { throw new DOMException("", "SecurityError") } });`,
  "locks are never granted": `${WHERE_LOCKS_ARE} LockManager.prototype.request = () => new Promise(() => {});`,
  "locks are refused": `${WHERE_LOCKS_ARE} LockManager.prototype.request = () => Promise.reject(new DOMException("", "SecurityError"));`,
  "caches, channels and service workers are blocked": `for (const [of, name] of [[window, "caches"], [window, "BroadcastChannel"], [Navigator.prototype, "serviceWorker"]]) Object.defineProperty(of, name, { get() { throw new DOMException("", "SecurityError") } });`,
  "caches, channels and WebCrypto are not there": `delete window.caches; delete window.BroadcastChannel; Object.defineProperty(Crypto.prototype, "subtle", { value: undefined });`,
};
const KEEPS_NOTHING = [
  "IndexedDB cannot be opened",
  "IndexedDB is not there",
  "IndexedDB is blocked",
  "opening a database never ends",
  "a database refuses every transaction",
  "the disk is full",
];

/** One that throws, one that hangs, one that is full, and one of each other kind. */
const USUAL = [
  "IndexedDB is blocked",
  "reading a database never ends",
  "the disk is full",
  "localStorage and sessionStorage are blocked",
  "locks are never granted",
  "caches, channels and WebCrypto are not there",
];

let user: Awaited<ReturnType<typeof openUser>>;
beforeAll(async () => {
  user = await openUser();
  await user.transaction(await user.category("Food"), "Bread", 3, "2024-12-30");
});
afterAll(() => user.close());

const chosen = atLength(
  Object.entries(FAULTS),
  Object.entries(FAULTS).filter(([name]) => USUAL.includes(name)),
);
test.each(chosen)("opens, writes, loads again and signs out when %s", async (name, fault) => {
  const page = await user.context.newPage();
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  await holdBackground(page);
  await page.addInitScript(fault);
  await page.goto(MONTH);
  await row(page, "Bread").waitFor();
  await addTransaction(page, name);
  await row(page, name).waitFor();
  if (KEEPS_NOTHING.includes(name))
    await page.getByText("This browser keeps nothing for Coffer at the moment.").waitFor();
  await page.reload();
  await row(page, name).waitFor();
  await page.getByRole("button", { name: /, account$/ }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await page.getByLabel("Email").waitFor();
  await signInThroughApi(user.context, user.person);
  await page.close();
  expect(faults).toEqual([]);
});

test("keeps a form open when neither network nor browser takes the change", async () => {
  const { page, category, context } = await newUser();
  await category("Food");
  await page.addInitScript(FAULTS["opening a database never ends"] ?? "");
  await page.goto(MONTH);
  await page.getByRole("button", { name: "Add Transaction" }).click();
  const dialog = page.getByRole("dialog", { name: "Add Transaction" });
  await dialog.getByLabel("Description").fill("Bread");
  await dialog.getByLabel("Amount").fill("12");
  await dialog.getByLabel("Category").selectOption("Food");
  await page.getByText("This browser keeps nothing for Coffer at the moment.").waitFor();
  await context.setOffline(true);
  await dialog.getByRole("button", { name: "Add Transaction" }).click();
  await expectToast(
    page,
    "Failed to create transaction",
    "This browser cannot keep the change until the network is back.",
  );
  expect(await dialog.getByLabel("Description").inputValue()).toBe("Bread");
  await context.setOffline(false);
  await dialog.getByRole("button", { name: "Add Transaction" }).click();
  await dialog.waitFor({ state: "hidden" });
});
