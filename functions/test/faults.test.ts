import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createActivity } from "@coffer/core/activity/activity";
import { createUndo } from "@coffer/core/activity/undo";
import { createBudgets } from "@coffer/core/budget/budgets";
import { createCategories, RESTORABLE_MS } from "@coffer/core/category/categories";
import { createImports } from "@coffer/core/import/imports";
import { createQuota } from "@coffer/core/quota";
import { Refusal } from "@coffer/core/refusal";
import { createReview } from "@coffer/core/review/reviews";
import { createTransactions } from "@coffer/core/transaction/transactions";
import { idAt } from "@coffer/domain/id";
import { cents } from "@coffer/domain/money/money";
import { toDay } from "@coffer/domain/time/day";
import { monthOfDay } from "@coffer/domain/time/month";
import type { Transaction } from "@coffer/domain/transaction/transaction";
import { createStore } from "@coffer/dynamo/stores";
import { createClient } from "@coffer/dynamo/table/client";
import { ensureTable } from "@coffer/dynamo/table/create-table";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { dice } from "../../packages/test/dice.ts";
import { type FaultOf, randomFaults, startFaultyProxy } from "../../packages/test/faulty-proxy.ts";
import { quiet } from "../../packages/test/fixtures.ts";
import { ownLedger } from "../../packages/test/store.ts";
import { listAll } from "../../packages/test/transactions.ts";
import { startEngine, startEngineAt } from "../src/local/database.ts";

const NOVEMBER = monthOfDay(toDay(2026, 11, 1));
const CATEGORY = { name: "Food", description: null, icon: "home", color: "blue", type: "expense" } as const;

/** The use cases over a fresh table, behind the proxy. */
async function behind(
  engine: string,
  fate: FaultOf,
  whenLost?: () => Promise<void>,
  requestTimeout = 15_000,
) {
  const name = `test-${crypto.randomUUID()}`;
  await ensureTable(createClient(engine), name);
  const proxy = await startFaultyProxy(engine, fate, whenLost);
  let passed = 0;
  const clock = () => Date.now() + passed;
  const store = createStore(
    createClient(proxy.endpoint, { connectionTimeout: 15_000, requestTimeout }),
    name,
  );
  const ids = () => idAt(clock(), Math.random);
  const env = { clock, ids, ...quiet };
  const imports = createImports(store, env, createQuota(store, env));
  const core = {
    review: createReview(store, env, imports),
    categories: createCategories(store, env),
    transactions: createTransactions(store, env),
    budgets: createBudgets(store, env),
    activity: createActivity(store),
    undo: createUndo(store, env),
  };
  /** Advances the clock by `ms`. Returns the new instant. */
  const pass = (ms: number) => {
    passed += ms;
    return clock();
  };
  return { proxy, core, pass };
}

const draft = (categoryId: number, amount: number) => ({
  description: "Lunch",
  amount: cents(amount),
  date: toDay(2026, 11, 5),
  type: "expense" as const,
  categoryId,
  notes: null,
});

describe("with conflicts, throttling and lost responses", () => {
  test("the month is the sum of concurrent clients' writes", {
    timeout: 120_000,
  }, async () => {
    const { core, proxy } = await behind(inject("engine"), randomFaults(dice(1)));
    const ledger = ownLedger(1);
    const { id: categoryId } = await core.categories.add(ledger, CATEGORY);
    const written = new Map<number, Transaction>();
    let attempts = 0;
    let busy = 0;
    /** After "busy" the write may or may not have happened; no other refusal may occur. */
    const attempt = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
      attempts++;
      try {
        return await work();
      } catch (error) {
        expect(error).toBeInstanceOf(Refusal);
        expect(error).toMatchObject({ reason: "busy" });
        busy++;
        return undefined;
      }
    };
    const client = async (number: number) => {
      for (let round = 1; round <= 20; round++) {
        const added = await attempt(() =>
          core.transactions.add(ledger, draft(categoryId, number * 100 + round)),
        );
        if (!added) continue;
        written.set(added.id, added);
        if (round % 3 === 0) {
          const changed = await attempt(() =>
            core.transactions.update(ledger, added.id, draft(categoryId, round)),
          );
          if (changed) written.set(added.id, changed);
        }
        if (round % 5 === 0) {
          await attempt(() => core.transactions.remove(ledger, added.id));
          written.delete(added.id);
        }
      }
    };
    await Promise.all(Array.from({ length: 8 }, (_, index) => client(index + 1)));

    // At one in a thousand, more than 3 of these 240 occur by chance in 1 run of 8,000.
    expect(attempts).toBeGreaterThan(200);
    expect(busy).toBeLessThanOrEqual(3);
    const byId = (a: Transaction, b: Transaction) => a.id - b.id;
    const listed = await listAll(core.transactions, ledger, {
      startDate: "2026-11-01",
      endDate: "2026-11-30",
    });
    expect(listed.sort(byId)).toEqual([...written.values()].sort(byId));
    const [shown] = await core.budgets.list(ledger, NOVEMBER);
    expect(shown?.actual).toBe([...written.values()].reduce((sum, { amount }) => sum + amount, 0));
    expect(proxy.counts.conflict * proxy.counts.throttled * proxy.counts.lost).toBeGreaterThan(0);
    await proxy.stop();
  });

  test("an unanswered request is retried", async () => {
    const met = new Set<string>();
    const first = (command: string) => {
      const isFirst = !met.has(command);
      met.add(command);
      return isFirst ? "silence" : undefined;
    };
    const { core, proxy } = await behind(inject("engine"), first, undefined, 1_000);
    const ledger = ownLedger(3);
    const { id } = await core.categories.add(ledger, CATEGORY);
    expect(await core.categories.list(ledger)).toMatchObject([{ id }]);
    expect(met.size).toBeGreaterThan(1);
    expect(proxy.counts.silence).toBe(met.size);
    await proxy.stop();
  });

  test("a busy store is refused with a Retry-After", async () => {
    const { core, proxy } = await behind(inject("engine"), () => "throttled");
    await expect(core.categories.list(ownLedger(2))).rejects.toMatchObject({ reason: "busy", retryAfter: 2 });
    await proxy.stop();
  });
});

describe("with an engine that is killed between a write and its response", () => {
  let folder: string;
  let engine: Awaited<ReturnType<typeof startEngine>>;
  let product: Awaited<ReturnType<typeof behind>>;
  /** The command after which the engine dies next. */
  let fatal: string | undefined;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "coffer-faults-"));
    engine = await startEngine(join(folder, "table.db"));
    product = await behind(
      engine.endpoint,
      (command) => (command === fatal ? "lost" : undefined),
      async () => {
        fatal = undefined;
        engine.process.kill("SIGKILL");
        await engine.exited;
        engine = await startEngineAt(engine.address, join(folder, "table.db"));
      },
    );
  });
  afterAll(async () => {
    await product.proxy.stop();
    await engine.stop();
    await rm(folder, { recursive: true, force: true });
  });

  let owners = 10;
  async function newLedger() {
    const ledger = ownLedger(++owners);
    const { core } = product;
    return { core, ledger, food: await core.categories.add(ledger, CATEGORY) };
  }
  const once = (key: string) => ({ key, request: "same" });
  const november = { startDate: "2026-11-01", endDate: "2026-11-30" };

  test.each([undefined, once("key-00001")])(
    "a transaction is added once (Idempotency-Key %o)",
    async (key) => {
      const { core, ledger, food } = await newLedger();
      fatal = "TransactWriteItems";
      const added = await core.transactions.add({ ...ledger, key }, draft(food.id, 5));
      expect(fatal).toBeUndefined();
      expect(await listAll(core.transactions, ledger, november)).toEqual([added]);
      fatal = "TransactWriteItems";
      const home = await core.categories.add({ ...ledger, key: key && once("key-00002") }, CATEGORY);
      expect(await core.categories.list(ledger)).toEqual([food, home]);
    },
  );

  test("changes and deletions succeed", async () => {
    const { core, ledger, food } = await newLedger();
    const { id } = await core.transactions.add(ledger, draft(food.id, 5));
    fatal = "TransactWriteItems";
    expect(await core.transactions.update(ledger, id, draft(food.id, 6))).toMatchObject({ amount: 6 });
    fatal = "TransactWriteItems";
    await core.transactions.remove(ledger, id);
    expect(fatal).toBeUndefined();
    expect(await listAll(core.transactions, ledger, november)).toEqual([]);
  });

  test("a plan is saved", async () => {
    const { core, ledger, food } = await newLedger();
    await core.transactions.add(ledger, draft(food.id, 5));
    fatal = "TransactWriteItems";
    const plan = { categoryId: food.id, month: NOVEMBER, projected: cents(7) };
    expect(await core.budgets.save(ledger, plan)).toMatchObject({ projected: 7, actual: 5 });
    fatal = "TransactWriteItems";
    expect(await core.budgets.resetMonth(ledger, NOVEMBER)).toMatchObject([{ projected: 7, actual: 0 }]);
    fatal = "TransactWriteItems";
    const [reset] = (await core.activity.list(ledger, { limit: 1 })).rows;
    await core.undo(ledger, reset?.entry.id ?? "");
    expect(await core.budgets.list(ledger, NOVEMBER)).toMatchObject([{ projected: 7, actual: 5 }]);
    expect(fatal).toBeUndefined();
  });

  test("rows in review are accepted once each", async () => {
    const { core, ledger, food } = await newLedger();
    const { notes: _, categoryId: _food, ...row } = draft(food.id, 5);
    const rows = ["One", "Two"].map((description) => ({ ...row, description }));
    const state = async () => {
      const { rows: waiting, total } = await core.review.list(ledger);
      return [waiting.length, total, (await listAll(core.transactions, ledger, november)).length];
    };
    const waiting = [2, { count: 2, income: 0, expense: 10 }, 0];
    fatal = "TransactWriteItems";
    await core.review.add(ledger, { batch: "batch-1", source: "Bank", rows });
    expect(await state()).toEqual(waiting);
    const accepted = (await core.review.list(ledger)).rows.map(({ id }) => ({ id, categoryId: food.id }));
    fatal = "TransactWriteItems";
    await core.review.accept(ledger, accepted);
    expect(await state()).toEqual([0, { count: 0, income: 0, expense: 0 }, 2]);
    fatal = "TransactWriteItems";
    const [entry] = (await core.activity.list(ledger, { limit: 1 })).rows;
    await core.undo(ledger, entry?.entry.id ?? "");
    expect(await state()).toEqual(waiting);
    expect(fatal).toBeUndefined();
  });

  test("a category's transactions move exactly once", async () => {
    const { core, ledger, food } = await newLedger();
    const home = await core.categories.add(ledger, CATEGORY);
    for (const { id: categoryId } of [food, home]) {
      await core.transactions.add(ledger, draft(categoryId, 5));
      await core.budgets.save(ledger, { categoryId, month: NOVEMBER, projected: cents(7) });
    }
    fatal = "TransactWriteItems";
    await core.categories.remove(ledger, food.id, home.id);
    expect(fatal).toBeUndefined();
    expect(await core.categories.list(ledger)).toEqual([home]);
    const moved = [{ categoryId: home.id, projected: 14, actual: 10 }];
    expect(await core.budgets.list(ledger, NOVEMBER)).toMatchObject(moved);
    fatal = "TransactWriteItems";
    await core.categories.cleanUp(product.pass(RESTORABLE_MS + 1));
    expect(fatal).toBeUndefined();
    expect(await core.budgets.list(ledger, NOVEMBER)).toMatchObject(moved);
  });
});

describe("a client that received no response", () => {
  test("adds nothing twice when it repeats its Idempotency-Key", async () => {
    const folder = await mkdtemp(join(tmpdir(), "coffer-faults-"));
    const file = join(folder, "table.db");
    let engine = await startEngine(file);
    let lossy = false;
    const { core, proxy } = await behind(engine.endpoint, () => (lossy ? "lost" : undefined));
    const ledger = ownLedger(1);
    const { id } = await core.categories.add(ledger, CATEGORY);
    const key = { key: "key-00001", request: "same" };
    lossy = true;
    await expect(core.transactions.add({ ...ledger, key }, draft(id, 5))).rejects.toMatchObject({
      reason: "busy",
    });
    engine.process.kill("SIGKILL");
    await engine.exited;
    engine = await startEngineAt(engine.address, file);
    lossy = false;
    const added = await core.transactions.add({ ...ledger, key }, draft(id, 5));
    expect(await listAll(core.transactions, ledger, { startDate: "2026-11-01" })).toEqual([added]);
    await expect(
      core.transactions.add({ ...ledger, key: { ...key, request: "other" } }, draft(id, 6)),
    ).rejects.toMatchObject({
      reason: "conflict",
    });
    await proxy.stop();
    await engine.stop();
    await rm(folder, { recursive: true, force: true });
  });
});
