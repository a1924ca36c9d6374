import { createActivity } from "@coffer/core/activity/activity";
import { createUndo } from "@coffer/core/activity/undo";
import { createCategories } from "@coffer/core/category/categories";
import { createImports } from "@coffer/core/import/imports";
import { changeOf } from "@coffer/core/ledger/ledger";
import { createQuota } from "@coffer/core/quota";
import { createReview } from "@coffer/core/review/reviews";
import { createTransactions } from "@coffer/core/transaction/transactions";
import { inBatches } from "@coffer/domain/batches";
import type { Id } from "@coffer/domain/id";
import { cents } from "@coffer/domain/money/money";
import { addDays, DAY_MS } from "@coffer/domain/time/day";
import { beforeEach, expect, inject, test } from "vitest";
import { Crash, crashingClient } from "../../../test/crashing-client.ts";
import { category, day, quiet } from "../../../test/fixtures.ts";
import { meteredClient } from "../../../test/metered-client.ts";
import { freshTable, idsInARow, ownLedger } from "../../../test/store.ts";
import { listAll } from "../../../test/transactions.ts";
import { cleanUpImports } from "../import/undone-imports.ts";
import { createStore } from "../stores.ts";
import { createClient } from "../table/client.ts";
import { ledgerPartition } from "../table/item.ts";
import type { Table } from "../table/table.ts";

const ledger = ownLedger(1);
let ids: () => Id;
let name: string;
let table: Table;
let now = Date.parse("2026-11-21T12:00:00Z");
let categories: Id[];

function coreOver(client = createClient(inject("engine"))) {
  const store = createStore(client, name);
  const env = { ids, clock: () => ++now, ...quiet };
  const imports = createImports(store, env, createQuota(store, env));
  return {
    imports,
    review: createReview(store, env, imports),
    activity: createActivity(store),
    categories: createCategories(store, env),
    transactions: createTransactions(store, env),
    undo: createUndo(store, env),
  };
}
let core: ReturnType<typeof coreOver>;

beforeEach(async () => {
  ({ name, table } = await freshTable(inject("engine")));
  ids = idsInARow(7_000_000_000_000_000);
  core = coreOver();
  const { id: _, ...draft } = category({ id: 1 });
  categories = [];
  for (let index = 0; index < 10; index++) categories.push((await core.categories.add(ledger, draft)).id);
});

const row = (index: number) => ({
  date: addDays(day("2026-11-20"), -Math.floor(index / 4)),
  description: `REWE SAGT DANKE ${index}`,
  amount: cents(1_00 + index),
  type: "expense" as const,
  account: "…4711",
  reference: `2026112000${index}`,
});
async function put(count: number, batch = "0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9") {
  const rows = Array.from({ length: count }, (_, index) => row(index));
  for (const [index, some] of [...inBatches(rows, 200)].entries())
    await core.review.add(
      { ...ledger, key: { key: `${batch}-${index}`, request: "same" } },
      { batch, source: "Bank", rows: some },
    );
  return (await core.review.list(ledger)).rows;
}
const everything = () => listAll(core.transactions, ledger, { startDate: "1900-01-01" });
const accepted = (rows: readonly { id: Id }[]) =>
  rows.map(({ id }, index) => ({ id, categoryId: categories[index % categories.length] }));
const lastEntry = async () => (await core.activity.list(ledger, { limit: 1 })).rows[0]?.entry.id ?? "";

test("a page of a hundred among thirty transactions is read for twelve units", async () => {
  for (let index = 0; index < 30; index++)
    await core.transactions.add(ledger, {
      ...row(200 + index),
      categoryId: categories[0] ?? 0,
      notes: null,
      date: row(2 * index).date,
    });
  await put(120);
  const { client, measure } = meteredClient(inject("engine"));
  const metered = coreOver(client);
  const used = await measure(() => metered.review.list(ledger));
  expect(used.reads).toBeLessThanOrEqual(12);
});

test("fifty rows are accepted for at most six write units a row", async () => {
  const rows = await put(50);
  const { client, measure } = meteredClient(inject("engine"));
  const metered = coreOver(client);
  const used = await measure(() => metered.review.accept(ledger, accepted(rows)));
  expect(used.writes).toBeLessThanOrEqual(6 * 50);
});

test.each(["before", "after"] as const)(
  "an acceptance and its undo that die %s any request leave all of it or nothing",
  { timeout: 120_000 },
  async (when) => {
    const rows = await put(12);
    const state = async () => {
      const { rows: waiting, total } = await core.review.list(ledger);
      expect(total.count).toBe(waiting.length);
      return [waiting.length, (await everything()).length].join();
    };
    const finish = async (
      work: (dying: typeof core) => Promise<unknown>,
      states: readonly [string, string],
    ) => {
      for (let at = 1; ; at++) {
        const client = crashingClient(inject("engine"), { at, when });
        try {
          await work(coreOver(client));
          return;
        } catch (error) {
          // If the killed attempt did everything, the next one finds nothing to do.
          if (!(error instanceof Crash) && (await state()) !== states[1]) throw error;
          if (!(error instanceof Crash)) return;
        } finally {
          client.destroy();
        }
        expect(states).toContain(await state());
      }
    };
    await finish((dying) => dying.review.accept(ledger, accepted(rows)), ["12,0", "0,12"]);
    expect(await state()).toBe("0,12");
    const entry = await lastEntry();
    await finish((dying) => dying.undo(ledger, entry), ["0,12", "12,0"]);
    expect(await state()).toBe("12,0");
    expect((await core.review.list(ledger)).rows.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
  },
);

test("waiting rows of an undone import are deleted after thirty days", async () => {
  await put(5);
  await core.undo(ledger, await lastEntry());
  expect((await core.review.list(ledger)).total.count).toBe(0);
  const left = async () =>
    (await table.list(ledgerPartition(1), "")).filter(({ sk }) => /^TX#|^IMPORTREVIEW#/.test(String(sk)));
  expect(await left()).toHaveLength(6);
  for (let run = 0; run < 2; run++) await cleanUpImports(table, 1, now + 40 * DAY_MS);
  expect(await left()).toEqual([]);
});

test("a decision about a row whose import was just undone is refused", async () => {
  const [first] = await put(3);
  const [entry] = (await core.activity.list(ledger, { limit: 1 })).rows;
  const store = createStore(createClient(inject("engine")), name);
  const found = await store.ledger.read(1, [{ kind: "review", ref: { id: first?.id ?? 0 } }]);
  const undo = await core.undo(ledger, entry?.entry.id ?? "");
  const late = { ...undo, id: String(ids()).padStart(16, "0"), kind: "review" } as const;
  const changes = found.map((one) =>
    changeOf("review", one, one.value && { ...one.value, state: "left-out" }),
  );
  const sides = { before: { rows: [], transactions: [] }, after: { rows: [], transactions: [] } };
  expect(await store.ledger.commit({ ownerId: 1, changes, entry: { ...late, ...sides } })).toBe("changed");
  expect((await core.review.list(ledger)).total.count).toBe(0);
  await core.undo(ledger, undo.id);
  expect(await core.review.list(ledger)).toMatchObject({ total: { count: 3 }, rows: [{}, {}, {}] });
});
