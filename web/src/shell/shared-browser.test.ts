import { expect, test } from "vitest";
import { newUser, newUserDetails, signInThroughApi } from "../../test/fixtures.ts";

/** Everything that a page could read in the browser's storage. If something is removed during the read, it is read again. */
const LEFT = `(async () => {
  const done = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const found = [...Object.entries(localStorage), ...Object.entries(sessionStorage)];
  for (const { name } of await indexedDB.databases()) {
    const opening = indexedDB.open(name);
    // It may be gone by now: opening it must not create it.
    opening.onupgradeneeded = () => opening.transaction.abort();
    const database = await done(opening);
    for (const store of database.objectStoreNames)
      found.push([name, await done(database.transaction(store).objectStore(store).getAll())]);
    database.close();
  }
  return JSON.stringify(found);
})()`;

test("leaves nothing in the browser for its next user", async () => {
  const { page, context, category, transaction, person, user, send } = await newUser("Alice");
  await transaction(await category("Food"), "Divorce lawyer", 300, "2024-12-03");
  const leaveTraces = async () => {
    await page.goto("/transactions?month=2024-12");
    await page.getByRole("row").filter({ hasText: "Divorce lawyer" }).waitFor();
    // The data of an interrupted import.
    await page.evaluate(`(async () => {
      localStorage.setItem("coffer.${user.id}.import.layouts", '["Bank of Alice"]');
      const opening = indexedDB.open("coffer-import", 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore("running");
      await new Promise((resolve) => { opening.onsuccess = resolve; });
      opening.result.transaction("running", "readwrite").objectStore("running")
        .put({ source: "Bank of Alice" }, "${user.id}-0");
      opening.result.close();
    })()`);
    await expect
      .poll(() => page.evaluate(LEFT))
      .toMatch(/Divorce lawyer.*Bank of Alice|Bank of Alice.*Divorce lawyer/);
  };
  const nothingIsLeft = () =>
    expect.poll(() => page.evaluate(LEFT)).not.toMatch(/Divorce lawyer|Bank of Alice|Stone|alice/i);

  await leaveTraces();
  await page.getByRole("button", { name: /^Alice/ }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  await nothingIsLeft();

  await signInThroughApi(context, person);
  await leaveTraces();
  const bob = newUserDetails("Bob");
  await page.goto("about:blank");
  // Alice's session ends while no page is open; then Bob signs in.
  await context.clearCookies();
  await send("POST", "/api/register", { ...bob, confirmPassword: bob.password });
  await page.goto("/transactions?month=2024-12");
  await page.getByRole("button", { name: /^Bob/ }).waitFor();
  await expect.poll(() => page.evaluate(LEFT)).not.toMatch(/Divorce lawyer|Bank of Alice|alice/i);
});
