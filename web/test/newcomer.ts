import type { Locator } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import { newPerson, openWindow } from "./person.ts";

type Options = Parameters<typeof openWindow>[0];

/** A browser window in which nobody is signed in; it closes with the test, which fails if the page was faulty. */
export async function stranger(options?: Options) {
  const { context, page, faults, close } = await openWindow(options);
  onTestFinished(async () => {
    await close();
    expect(faults).toEqual([]);
  });
  /** Makes a call of the API as this window's user, to arrange what a test starts from; returns its answer. */
  const send = async (method: "POST" | "PUT" | "DELETE", path: string, data: object = {}) => {
    const answer = await context.request.fetch(path, { method, data });
    if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`);
    const text = await answer.text();
    return text === "" ? null : JSON.parse(text);
  };
  return { context, page, send };
}

/** A window of somebody who has just registered, and ways to put things into their budget. */
export async function newcomer(firstName = "Maya", options?: Options) {
  const window = await stranger(options);
  const person = newPerson(firstName);
  const user: { id: number } = await window.send("POST", "/api/register", {
    ...person,
    confirmPassword: person.password,
  });
  type Named = { id: number; name: string };
  return {
    ...window,
    person,
    user,
    /** Adds a category; for income if said. */
    category: (name: string, type: "income" | "expense" = "expense"): Promise<Named> =>
      window.send("POST", "/api/categories", { name, type, icon: "category", color: "blue" }),
    /** Records a transaction; `amount` in whole units. */
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

/** What is said beside a field that was found wrong. */
export async function messageBeside(field: Locator): Promise<string> {
  await field.and(field.page().locator("[aria-invalid=true]")).waitFor();
  const described = (await field.getAttribute("aria-describedby")) ?? "";
  const id = described.split(" ").find((each) => each.endsWith("-error"));
  return (await field.page().locator(`[id="${id}"]`).textContent()) ?? "";
}
