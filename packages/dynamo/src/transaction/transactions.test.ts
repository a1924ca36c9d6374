import { createCategories } from "@coffer/core/category/categories";
import { createTransactions, type TransactionDraft } from "@coffer/core/transaction/transactions";
import { cents } from "@coffer/domain/money/money";
import { newestFirst } from "@coffer/domain/transaction/transaction";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { atLength } from "../../../test/at-length.ts";
import { category, day, transaction } from "../../../test/fixtures.ts";
import { addThing, freshTable, idsInARow, ownLedger } from "../../../test/store.ts";
import { listAll } from "../../../test/transactions.ts";
import type { Table } from "../table/table.ts";
import { creationOf } from "./transactions.ts";

let table: Table;
let categories: ReturnType<typeof createCategories>;
let transactions: ReturnType<typeof createTransactions>;
let now = Date.parse("2026-11-21T12:00:00Z");
beforeAll(async () => {
  const fresh = await freshTable(inject("engine"));
  table = fresh.table;
  const env = { ids: idsInARow(), clock: () => ++now };
  categories = createCategories(fresh.store, env);
  transactions = createTransactions(fresh.store, env);
});

let owners = 0;
/** A budget with one category of each type. */
async function newLedger() {
  const ledger = ownLedger(++owners);
  const { id: _, ...draft } = category({ id: 1 });
  const food = await categories.add(ledger, { ...draft, name: "Food", type: "expense" });
  const salary = await categories.add(ledger, { ...draft, name: "Salary", type: "income" });
  return { ledger, food, salary };
}
const lunch = (categoryId: number, given: Partial<TransactionDraft> = {}): TransactionDraft => ({
  description: "Lunch",
  amount: cents(12_50),
  date: day("2026-11-05"),
  type: "expense",
  categoryId,
  notes: null,
  ...given,
});
const keyed = (key: string, request = "same") => ({ key, request });
const refusal = (reason: string, message: string, path?: string) =>
  expect.objectContaining({
    name: "Refusal",
    reason,
    message,
    issues: path === undefined ? undefined : [{ path, message }],
  });

describe("a list of transactions", () => {
  test("covers the user's current month by default, newest first", async () => {
    const { ledger, food } = await newLedger();
    for (const date of ["2026-10-31", "2026-11-01", "2026-11-30", "2026-12-01"]) {
      await transactions.add(ledger, lunch(food.id, { date: day(date) }));
    }
    const second = await transactions.add(ledger, lunch(food.id, { date: day("2026-11-01") }));
    const listed = await listAll(transactions, ledger, {});
    expect(listed.map(({ date }) => date)).toEqual(["2026-11-30", "2026-11-01", "2026-11-01"]);
    expect(listed[1]).toEqual(second);
  });

  test("is open at a missing end", async () => {
    const { ledger, food } = await newLedger();
    for (const date of ["1900-01-01", "2026-03-07", "2026-03-09", "2999-12-31"]) {
      await transactions.add(ledger, lunch(food.id, { date: day(date) }));
    }
    const count = async (range: { startDate?: string; endDate?: string }) =>
      (await listAll(transactions, ledger, range)).length;
    expect(await count({ startDate: "2026-03-07", endDate: "2026-03-09" })).toBe(2);
    expect(await count({ startDate: "2026-03-08" })).toBe(2);
    expect(await count({ endDate: "2026-03-08" })).toBe(2);
  });

  test("reads an instant as its day in the user's time zone", async () => {
    const { ledger, food } = await newLedger();
    await transactions.add(ledger, lunch(food.id, { date: day("2026-10-31") }));
    const range = { startDate: "2026-11-01T03:59:59.999Z", endDate: "2026-11-30" };
    expect(await listAll(transactions, ledger, range)).toHaveLength(1);
    expect(await listAll(transactions, ledger, { ...range, startDate: "2026-11-01T04:00:00.000Z" })).toEqual(
      [],
    );
  });

  test("refuses a range that ends before it starts", async () => {
    const { ledger } = await newLedger();
    const unreal = "Use a real date from 1900 to 2999, as yyyy-MM-dd";
    for (const startDate of ["2026-02-30", "", "yesterday", "2026-11-01T25:00:00Z"]) {
      await expect(listAll(transactions, ledger, { startDate })).rejects.toEqual(
        refusal("invalid", unreal, "startDate"),
      );
    }
    await expect(listAll(transactions, ledger, { endDate: "2026-13-01" })).rejects.toEqual(
      refusal("invalid", unreal, "endDate"),
    );
    await expect(
      listAll(transactions, ledger, { startDate: "2026-11-02", endDate: "2026-11-01" }),
    ).rejects.toEqual(refusal("invalid", "End date must not be before the start date", "endDate"));
  });

  test("is complete, however many pages of the store it takes", { timeout: 60_000 }, async () => {
    const { ledger, food } = await newLedger();
    const notes = "n".repeat(1_800); // 700 of them are more than the megabyte of a page
    for (let from = 1; from < 700; from += 100) {
      const hundred = Array.from({ length: 100 }, (_, index) => {
        const date = day(`2026-11-${String(1 + (index % 30)).padStart(2, "0")}`);
        return creationOf(ledger.ownerId, {
          id: 1_000 + from + index,
          ...lunch(food.id, { date, notes }),
          createdAt: from,
        });
      });
      await table.transact(hundred);
    }
    const listed = await listAll(transactions, ledger, {});
    expect(listed).toHaveLength(700);
    expect(new Set(listed.map(({ id }) => id)).size).toBe(700);
    expect(listed).toEqual(listed.toSorted(newestFirst));
  });

  test.runIf(atLength(true, false))("is right in an account of 200,000", { timeout: 600_000 }, async () => {
    const { ledger, food } = await newLedger();
    for (let from = 0; from < 200_000; from += 100) {
      const hundred = Array.from({ length: 100 }, (_, index) => {
        const date = day(
          new Date(Date.UTC(2000, 0, 1 + ((from + index) % 9_500))).toISOString().slice(0, 10),
        );
        return creationOf(ledger.ownerId, {
          id: 1_000_000 + from + index,
          ...lunch(food.id, { date }),
          createdAt: from,
        });
      });
      await table.transact(hundred);
    }
    expect(await listAll(transactions, ledger, { startDate: "1900-01-01" })).toHaveLength(200_000);
    expect(
      await listAll(transactions, ledger, { startDate: "2020-02-01", endDate: "2020-02-29" }),
    ).toHaveLength(29 * 21);
    expect(await categories.usage(ledger, food.id)).toMatchObject({ transactions: 200_000 });
  });

  test("shows nothing of another budget", async () => {
    const { ledger, food } = await newLedger();
    await transactions.add(ledger, lunch(food.id));
    expect(await listAll(transactions, (await newLedger()).ledger, {})).toEqual([]);
  });
});

describe("a transaction", () => {
  test("needs a category of its budget and of its type", async () => {
    const { ledger, food, salary } = await newLedger();
    const { food: foreign } = await newLedger();
    const { id } = await transactions.add(ledger, lunch(food.id));
    for (const save of [
      (draft: TransactionDraft) => transactions.add(ledger, draft),
      (draft: TransactionDraft) => transactions.update(ledger, id, draft),
    ]) {
      const required = refusal("invalid", "Category is required", "categoryId");
      await expect(save(lunch(9_999))).rejects.toEqual(required);
      await expect(save(lunch(foreign.id))).rejects.toEqual(required);
      await expect(save(lunch(salary.id))).rejects.toEqual(
        refusal("invalid", "Choose a category of type expense", "categoryId"),
      );
    }
    expect(await listAll(transactions, ledger, {})).toHaveLength(1);
  });

  test("keeps its id through a change", async () => {
    const { ledger, food, salary } = await newLedger();
    const added = await transactions.add(ledger, lunch(food.id));
    const draft = lunch(salary.id, {
      type: "income",
      date: day("2026-12-24"),
      amount: cents(1),
      notes: "late",
    });
    const changed = await transactions.update(ledger, added.id, draft);
    expect(changed).toEqual({ ...added, ...draft });
    expect(await listAll(transactions, ledger, {})).toEqual([]);
    expect(await listAll(transactions, ledger, { startDate: "2026-12-01" })).toEqual([changed]);
  });

  test("keeps who entered it through a change", async () => {
    const { ledger, food } = await newLedger();
    const { id } = await transactions.add(ledger, lunch(food.id, { refund: true }));
    expect(await listAll(transactions, ledger, {})).toMatchObject([
      { refund: true, createdBy: ledger.user.id },
    ]);
    const partner = { ...ownLedger(7_000), ownerId: ledger.ownerId };
    await transactions.update(partner, id, lunch(food.id));
    const [changed] = await listAll(transactions, ledger, {});
    expect([changed?.refund, changed?.createdBy]).toEqual([undefined, ledger.user.id]);
  });

  test("that does not exist can be neither changed nor deleted", async () => {
    const { ledger, food } = await newLedger();
    const { id } = await transactions.add(ledger, lunch(food.id));
    const stranger = await newLedger();
    const notFound = refusal("notFound", "Transaction not found");
    await expect(transactions.update(stranger.ledger, id, lunch(stranger.food.id))).rejects.toEqual(notFound);
    await expect(transactions.remove(stranger.ledger, id)).rejects.toEqual(notFound);
    await transactions.remove(ledger, id);
    await expect(transactions.remove(ledger, id)).rejects.toEqual(notFound);
    await expect(transactions.update(ledger, id, lunch(food.id))).rejects.toEqual(notFound);
    expect(await listAll(transactions, ledger, {})).toEqual([]);
  });

  test("is added once under one Idempotency-Key", async () => {
    const { ledger, food } = await newLedger();
    const [first, second] = await Promise.all([
      transactions.add({ ...ledger, key: keyed("key-00001") }, lunch(food.id)),
      transactions.add({ ...ledger, key: keyed("key-00001") }, lunch(food.id)),
    ]);
    expect(second).toEqual(first);
    expect(await transactions.add({ ...ledger, key: keyed("key-00001") }, lunch(food.id))).toEqual(first);
    await expect(
      transactions.add({ ...ledger, key: keyed("key-00001", "other") }, lunch(food.id)),
    ).rejects.toEqual(refusal("conflict", "This Idempotency-Key was used for another request"));
    expect(await listAll(transactions, ledger, {})).toEqual([first]);
  });

  test("may be added under a key again once a day has passed", async () => {
    const { ledger, food } = await newLedger();
    await transactions.add({ ...ledger, key: keyed("key-00002") }, lunch(food.id));
    now += 25 * 60 * 60 * 1000;
    await transactions.add({ ...ledger, key: keyed("key-00002", "other") }, lunch(food.id));
    expect(await listAll(transactions, ledger, {})).toHaveLength(2);
  });
});

test("a page never ends within a split", async () => {
  const { store } = await freshTable(inject("engine"));
  await addThing(store, 1, "category", category({ id: 1 }));
  const split = (id: number, paymentId?: number) =>
    addThing(store, 1, "transaction", transaction({ id, categoryId: 1, date: day("2026-11-05"), paymentId }));
  for (const [id, paymentId] of [[1], [2, 2], [3, 2], [4, 2], [5], [6]] as const) await split(id, paymentId);
  for (const oldestFirst of [false, true])
    for (const size of [2, 3, 4, 5]) {
      const pages: number[][] = [];
      let after: string | undefined;
      do {
        const range = { from: day("2026-11-01"), to: day("2026-11-30"), after, oldestFirst };
        const { transactions, next } = await store.transactions.page(1, range, size);
        pages.push(transactions.map(({ id }) => id));
        after = next;
      } while (after !== undefined);
      expect(pages.flat().toSorted()).toEqual([1, 2, 3, 4, 5, 6]);
      // A page that is too small for a whole split returns a part of it.
      if (size > 3) expect(pages.filter((ids) => ids.some((id) => id >= 2 && id <= 4))).toHaveLength(1);
    }
});
