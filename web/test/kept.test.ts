import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { holdBackground, newUser, newUserDetails, queueIsLoaded, signInThroughApi } from "./fixtures.ts";
import { addTransaction, MONTH, row } from "./transactions.ts";

/** Everything that a page or developer tools can read in the browser's databases; bytes as text. */
const READABLE = `(async () => {
  const done = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const texts = (name, value) =>
    value instanceof ArrayBuffer ? new TextDecoder("latin1").decode(value) : value instanceof CryptoKey ? String(value.extractable) : value;
  const found = [];
  for (const { name } of await indexedDB.databases()) {
    const database = await done(indexedDB.open(name));
    for (const table of database.objectStoreNames) {
      const store = database.transaction(table).objectStore(table);
      const [keys, values] = await Promise.all([done(store.getAllKeys()), done(store.getAll())]);
      found.push(...keys.map((key, index) => [name, key, JSON.stringify(values[index], texts)]));
    }
    database.close();
  }
  return found;
})()`;
const readable = (page: Page) => page.evaluate<[database: string, key: string, value: string][]>(READABLE);
const waitingIn = async (page: Page) =>
  (await readable(page)).filter(([database]) => database.startsWith("coffer-waiting"));

const cut = (page: Page) =>
  page.route("**/api/transactions", (route) =>
    route.request().method() === "POST" ? route.abort() : route.fallback(),
  );

test("sends waiting changes although the browser's storage answers late", async () => {
  const { page, context, category } = await newUser();
  await category("Food");
  const other = await context.newPage();
  for (const one of [page, other]) {
    await holdBackground(one);
    await cut(one);
    await one.goto(MONTH);
    await one.getByText("No transactions").first().waitFor();
  }
  await expect.poll(() => readable(page).then((all) => all.some(([, key]) => key === "key"))).toBe(true);
  await queueIsLoaded(other);
  await addTransaction(page, "Bread");
  await page.close();
  await other.getByText("1 waiting").waitFor();
  const [stored, ...more] = await waitingIn(other);
  expect(more).toEqual([]);
  expect(stored?.[2]).not.toContain("Bread");
  await other.close();

  const late = await context.newPage();
  await late.addInitScript(`
    const open = IDBFactory.prototype.open;
    IDBFactory.prototype.open = function (name, version) {
      const request = open.call(this, name, version);
      if (name.startsWith("coffer-waiting"))
        Object.defineProperty(request, "onsuccess", {
          set(listener) { request.addEventListener("success", () => setTimeout(listener, 2000)); },
        });
      return request;
    };`);
  await late.goto(MONTH);
  await late.getByRole("heading", { name: "Transactions" }).first().waitFor();
  await row(late, "Bread").waitFor();
  await expect
    .poll(
      async () => {
        const reply = await context.request.get("/api/transactions?startDate=2024-12-01&endDate=2024-12-31");
        return (await reply.json()).length;
      },
      { timeout: 30_000 },
    )
    .toBe(1);
});

test("keeps waiting changes unreadable while somebody else is signed in", async () => {
  const { page, context, category, person } = await newUser("Alice");
  await category("Food");
  await holdBackground(page);
  await cut(page);
  await page.goto(MONTH);
  await page.getByText("No transactions").first().waitFor();
  await expect.poll(() => readable(page).then((all) => all.some(([, key]) => key === "key"))).toBe(true);
  await addTransaction(page, "Divorce lawyer");
  await row(page, "Divorce lawyer").waitFor();
  await page.goto("about:blank");
  // The session ends while no page is open.
  await context.clearCookies();
  const bob = newUserDetails("Bob");
  await context.request.post("/api/register", { data: { ...bob, confirmPassword: bob.password } });
  await page.goto(MONTH);
  await page.getByRole("button", { name: /^Bob/ }).waitFor();
  await expect
    .poll(async () => (await readable(page)).map(([, , value]) => value).join(" "))
    .not.toMatch(/Divorce lawyer|alice/i);
  expect(await waitingIn(page)).toHaveLength(1);

  await context.clearCookies();
  await signInThroughApi(context, person);
  await page.unroute("**/api/transactions");
  await page.goto(MONTH);
  await row(page, "Divorce lawyer").waitFor();
  await expect
    .poll(
      async () => {
        const reply = await context.request.get("/api/transactions?startDate=2024-12-01&endDate=2024-12-31");
        return (await reply.json()).length;
      },
      { timeout: 30_000 },
    )
    .toBe(1);
});

test("keeps working when the browser's data is deleted", async () => {
  const { page, category, transaction } = await newUser();
  await transaction(await category("Food"), "Bread", 3, "2024-12-02");
  await holdBackground(page);
  await page.goto(MONTH);
  await row(page, "Bread").waitFor();
  await page.evaluate(`(async () => {
    for (const { name } of await indexedDB.databases())
      await new Promise((resolve, reject) => {
        const deleting = indexedDB.deleteDatabase(name);
        deleting.onsuccess = resolve;
        deleting.onblocked = () => reject(new Error(name + " is held open"));
      });
    for (const name of ["coffer-last"])
      await new Promise((resolve) => {
        const opening = indexedDB.open(name, 99);
        opening.onupgradeneeded = () => opening.result.createObjectStore("other");
        opening.onsuccess = () => (opening.result.close(), resolve());
      });
  })()`);
  await addTransaction(page, "Milk");
  await row(page, "Milk").waitFor();
  await page.reload();
  await row(page, "Milk").waitFor();
  expect(await page.getByText("This browser keeps nothing").count()).toBe(0);
});

test("suggests earlier purchases when the search cannot be read again", async () => {
  const { page, category, transaction } = await newUser();
  await transaction(await category("Food"), "Bread", 3, "2024-12-02");
  await holdBackground(page);
  await page.goto("/goals");
  await page.getByRole("heading", { name: "Goals", level: 1 }).waitFor();
  const known = page.locator("datalist option");
  await page.keyboard.press("n");
  await expect.poll(() => known.count()).toBe(1);
  await expect
    .poll(async () => (await readable(page)).some(([, key]) => key.includes('"search"')))
    .toBe(true);
  await page.route("**/api/transactions/search**", (route) => route.abort());
  await page.reload();
  await page.getByRole("heading", { name: "Goals", level: 1 }).waitFor();
  await page.keyboard.press("n");
  await expect.poll(() => known.count()).toBe(1);
});

test("keeps the page when a dialog's code fails to load", async () => {
  const { page } = await newUser();
  await holdBackground(page);
  await page.goto(MONTH);
  await page.getByLabel("Search transactions").fill("bakery");
  await page.route("**/assets/TransactionDialog*", (route) => route.abort());
  await page.getByRole("button", { name: "Add Transaction" }).click();
  const failure = page.getByText("A part of this page could not be loaded.");
  await failure.waitFor();
  expect(await page.getByLabel("Search transactions").inputValue()).toBe("bakery");
  await page.unroute("**/assets/TransactionDialog*");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("dialog", { name: "Add Transaction" }).waitFor();
});
