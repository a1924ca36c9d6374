import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createUndo } from "@coffer/core/activity/undo";
import { createCategories } from "@coffer/core/category/categories";
import { createGoals } from "@coffer/core/goal/goals";
import { createImports } from "@coffer/core/import/imports";
import { createQuota } from "@coffer/core/quota";
import { createTransactions } from "@coffer/core/transaction/transactions";
import { cents, sum } from "@coffer/domain/money/money";
import fc from "fast-check";
import { describe, expect, inject, test } from "vitest";
import { category, day, goalDraft, quiet } from "../../../test/fixtures.ts";
import { freshTable, idsInARow, ownLedger } from "../../../test/store.ts";
import { listAll } from "../../../test/transactions.ts";
import { putBack } from "../backup.ts";

// docs/decisions/038: a goal holds its contributions and its transactions, whatever is deleted and undone in whatever order.

const NOVEMBER = { startDate: "2026-11-01", endDate: "2026-11-30" };

type Fresh = Awaited<ReturnType<typeof freshTable>>;

function coreOver({ store }: Pick<Fresh, "store">, ownerId = 4711) {
  let now = Date.parse("2026-11-26T12:00:00Z");
  const env = { ids: idsInARow(7_100_000_000_000_000), clock: () => ++now, ...quiet };
  const ledger = ownLedger(ownerId);
  const goals = createGoals(store, env);
  const undo = createUndo(store, env);
  /** Undoes what `work` did. */
  const undoable = async <T>(work: (noting: typeof ledger) => Promise<T>) => {
    const entries: string[] = [];
    await work({ ...ledger, noteEntry: (id) => void entries.push(id) });
    return () => undo(ledger, entries.at(-1) ?? "");
  };
  return {
    ledger,
    goals,
    undo,
    undoable,
    categories: createCategories(store, env),
    transactions: createTransactions(store, env),
    imports: createImports(store, env, createQuota(store, env)),
    amounts: async () =>
      Object.fromEntries((await goals.list(ledger)).map(({ name, currentAmount }) => [name, currentAmount])),
  };
}

const draft = (given: object = {}) => ({
  description: "Put aside",
  amount: cents(80_00),
  date: day("2026-11-05"),
  type: "expense" as const,
  categoryId: 7,
  notes: null,
  ...given,
});

async function household() {
  const fresh = await freshTable(inject("engine"));
  const core = coreOver(fresh);
  const { id: _, ...savings } = category({ id: 1, name: "Savings" });
  const { id: categoryId } = await core.categories.add(core.ledger, savings);
  const { id: goalId } = await core.goals.add(core.ledger, goalDraft({ categoryId }));
  const held = async () => (await core.amounts()).Bicycle;
  return { ...fresh, ...core, savings, categoryId, goalId, held };
}

describe("a goal's amount", () => {
  test("is right after the deletion of its transaction is undone", async () => {
    const { transactions, goals, ledger, undoable, categoryId, goalId, held } = await household();
    const { id } = await transactions.add(ledger, draft({ categoryId }));
    const goalBack = await undoable((noting) => goals.remove(noting, goalId));
    const rowBack = await undoable((noting) => transactions.remove(noting, id));
    await goalBack();
    expect(await held()).toBe(0);
    await rowBack();
    expect(await held()).toBe(80_00);
  });

  test("follows a transaction that was edited while the goal was deleted", async () => {
    const { transactions, goals, ledger, undoable, categoryId, goalId, held } = await household();
    const { id } = await transactions.add(ledger, draft({ categoryId }));
    const goalBack = await undoable((noting) => goals.remove(noting, goalId));
    await transactions.update(ledger, id, draft({ categoryId, amount: cents(50_00) }));
    await goalBack();
    expect(await held()).toBe(50_00);
  });

  test("loses a transaction that leaves it", async () => {
    const { transactions, ledger, categoryId, held } = await household();
    const { id } = await transactions.add(ledger, draft({ categoryId }));
    await transactions.update(ledger, id, draft({ categoryId, goalId: null }));
    expect(await held()).toBe(0);
  });

  test.each(["deleted", "moved"])("follows its category, %s and back", async (how) => {
    const { transactions, categories, ledger, undoable, savings, categoryId, held, goals, goalId } =
      await household();
    await transactions.add(ledger, draft({ categoryId }));
    await goals.contribute(ledger, goalId, cents(20_00));
    const { id: other } = await categories.add(ledger, { ...savings, name: "Other" });
    const moveTo = how === "moved" ? other : undefined;
    const back = await undoable((noting) => categories.remove(noting, categoryId, moveTo));
    expect(await held()).toBe(how === "moved" ? 100_00 : 20_00);
    await back();
    expect(await held()).toBe(100_00);
    const lines = await goals.contributions(ledger, goalId);
    expect(sum(lines.map(({ amount }) => amount))).toBe(100_00);
  });

  test("follows an import that is undone after one of its transactions was deleted", async () => {
    const { imports, transactions, ledger, undo, undoable, categoryId, goalId, held } = await household();
    const rows = [30_00, 12_00].map((amount) => ({
      row: draft({ categoryId, goalId, amount: cents(amount) }),
    }));
    const entries: string[] = [];
    const noting = { ...ledger, noteEntry: (id: string) => void entries.push(id) };
    await imports.add(noting, { batch: "batch-1", source: "Bank", rows });
    const [row] = await listAll(transactions, ledger, NOVEMBER);
    const rowBack = await undoable((own) => transactions.remove(own, row?.id ?? 0));
    const undone = await undo(ledger, entries[0] ?? "");
    expect(await held()).toBe(0);
    await undo(ledger, undone.id);
    expect(await held()).toBe(42_00 - (row?.amount ?? 0));
    await rowBack();
    expect(await held()).toBe(42_00);
  });

  test("lets a contribution be undone after a transaction was added", async () => {
    const { transactions, goals, ledger, undoable, categoryId, goalId, held } = await household();
    const back = await undoable((noting) => goals.contribute(noting, goalId, cents(30_00)));
    await transactions.add(ledger, draft({ categoryId }));
    await back();
    expect(await held()).toBe(80_00);
  });

  test("is what a user sets it to", async () => {
    const { transactions, goals, ledger, categoryId, goalId, held } = await household();
    const { id } = await transactions.add(ledger, draft({ categoryId }));
    await goals.update(ledger, goalId, goalDraft({ categoryId, currentAmount: cents(100_00) }));
    expect(await goals.contributions(ledger, goalId)).toMatchObject([
      { amount: 20_00, balance: 100_00 },
      { amount: 80_00, balance: 80_00 },
    ]);
    await transactions.remove(ledger, id);
    expect(await held()).toBe(20_00);
  });

  test("is the sum of its contributions and transactions through any changes", async () => {
    const { store } = await freshTable(inject("engine"));
    let owners = 0;
    const command = fc.oneof(
      {
        weight: 4,
        arbitrary: fc.record({ do: fc.constant("row"), amount: fc.integer({ min: -50, max: 90 }) }),
      },
      {
        weight: 2,
        arbitrary: fc.record({
          do: fc.constant("edit"),
          which: fc.nat(),
          amount: fc.integer({ min: -50, max: 90 }),
        }),
      },
      { weight: 2, arbitrary: fc.record({ do: fc.constant("drop"), which: fc.nat() }) },
      {
        weight: 2,
        arbitrary: fc.record({ do: fc.constant("put"), amount: fc.integer({ min: -20, max: 90 }) }),
      },
      { weight: 1, arbitrary: fc.record({ do: fc.constantFrom("dropGoal", "dropCategory") }) },
      { weight: 5, arbitrary: fc.record({ do: fc.constant("undo"), which: fc.nat() }) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 3, maxLength: 14 }), async (commands) => {
        const { ledger, goals, categories, transactions, undo } = coreOver({ store }, ++owners);
        const { id: _, ...savings } = category({ id: 1 });
        const { id: categoryId } = await categories.add(ledger, savings);
        const { id: goalId } = await goals.add(ledger, goalDraft({ categoryId }));
        const entries: string[] = [];
        const noting = { ...ledger, noteEntry: (id: string) => void entries.push(id) };
        const made: number[] = [];
        const pick = (which: number) => made[which % Math.max(1, made.length)] ?? 0;
        const put = (amount: number) =>
          draft({
            categoryId,
            goalId: undefined,
            amount: cents(Math.abs(amount || 1) * 100),
            refund: amount < 0,
          });
        const carryOut = async (given: (typeof commands)[number]) => {
          if (given.do === "row") made.push((await transactions.add(noting, put(given.amount))).id);
          if (given.do === "edit") await transactions.update(noting, pick(given.which), put(given.amount));
          if (given.do === "drop") await transactions.remove(noting, pick(given.which));
          if (given.do === "put") await goals.contribute(noting, goalId, cents((given.amount || 1) * 100));
          if (given.do === "dropGoal") await goals.remove(noting, goalId);
          if (given.do === "dropCategory") await categories.remove(noting, categoryId);
          const entry = given.do === "undo" ? entries[given.which % Math.max(1, entries.length)] : undefined;
          if (entry) entries.push((await undo(ledger, entry)).id);
        };
        for (const given of commands) {
          // Changes of deleted or changed rows are refused.
          await carryOut(given).catch(onlyRefusals);
          const [goal] = await goals.list(ledger);
          if (!goal) continue;
          const rows = (await listAll(transactions, ledger, NOVEMBER)).filter((row) => row.goalId === goalId);
          const fromRows = rows.reduce((total, { amount, refund }) => total + (refund ? -amount : amount), 0);
          const stored = await store.ledger.read(ledger.ownerId, [{ kind: "goal", ref: { id: goalId } }]);
          const contributed =
            stored[0]?.value && "contributed" in stored[0].value ? stored[0].value.contributed : 0;
          expect(goal.currentAmount).toBe(Math.max(0, (contributed ?? 0) + fromRows));
          const lines = await goals.contributions(ledger, goalId);
          if ((contributed ?? 0) + fromRows >= 0)
            expect(sum(lines.map(({ amount }) => amount))).toBe(goal.currentAmount);
        }
      }),
      { numRuns: 10 },
    );
  }, 60_000);
});

function onlyRefusals(error: unknown) {
  if (!(error instanceof Error) || error.name !== "Refusal") throw error;
}

describe("goals of the release before", () => {
  async function open() {
    const fresh = await freshTable(inject("engine"));
    const file = join(import.meta.dirname, "../../../test/released/goals-2026-11-25.jsonl");
    const lines = readFileSync(file, "utf8").trim().split("\n");
    await putBack(
      fresh.client,
      fresh.name,
      lines.map((line) => JSON.parse(line)),
    );
    const core = coreOver(fresh);
    const rows = await listAll(core.transactions, core.ledger, NOVEMBER);
    const idOf = (text: string) => rows.find(({ description }) => description === text)?.id ?? 0;
    const bicycle = (await core.goals.list(core.ledger)).find(({ name }) => name === "Bicycle");
    return { ...fresh, ...core, idOf, goalId: bicycle?.id ?? 0, bicycle };
  }

  test("hold what they held, before and after any change", async () => {
    const { amounts, goals, ledger, goalId } = await open();
    expect(await amounts()).toEqual({ Bicycle: 152_00, Trip: 40_00 });
    await goals.setStatus(ledger, goalId, "completed");
    expect(await amounts()).toEqual({ Bicycle: 152_00, Trip: 40_00 });
  });

  test("lose a transaction's part with it, whatever is deleted first", async () => {
    const { amounts, goals, transactions, undoable, idOf, goalId } = await open();
    const goalBack = await undoable((noting) => goals.remove(noting, goalId));
    const rowBack = await undoable((noting) => transactions.remove(noting, idOf("Put aside")));
    await goalBack();
    expect(await amounts()).toMatchObject({ Bicycle: 72_00 });
    await rowBack();
    expect(await amounts()).toMatchObject({ Bicycle: 152_00 });
  });

  test("follow a deleted category", async () => {
    const { amounts, categories, undoable } = await open();
    const back = await undoable((noting) => categories.remove(noting, 8));
    expect(await amounts()).toEqual({ Bicycle: 152_00, Trip: 0 });
    await back();
    expect(await amounts()).toEqual({ Bicycle: 152_00, Trip: 40_00 });
  });

  test("follow the undo of an import of that release", async () => {
    const { amounts, ledger, undo } = await open();
    const undone = await undo(ledger, "7000000000000016");
    expect(await amounts()).toMatchObject({ Bicycle: 137_00 });
    await undo(ledger, undone.id);
    expect(await amounts()).toMatchObject({ Bicycle: 152_00 });
  });

  test("have the same amounts for the earlier release while both run", async () => {
    const { amounts, table, transactions, goals, ledger, idOf, goalId } = await open();
    const key = { pk: "BUDGET#0000000000004711", sk: `GOAL#${goalId}` };
    const asBefore = async () => (await table.get(key))?.currentAmount;
    /** Adds to a goal as an earlier release did: only to its amount, with a new revision. */
    const addAsBefore = (amount: number, revision: number) =>
      table.update({
        Key: key,
        UpdateExpression: "SET currentAmount = currentAmount + :amount, revision = :revision",
        ExpressionAttributeValues: { ":amount": amount, ":revision": revision },
      });
    const agree = async (amount: number) =>
      expect([await asBefore(), (await amounts()).Bicycle]).toEqual([amount, amount]);
    await transactions.remove(ledger, idOf("Put aside"));
    await agree(72_00);
    await addAsBefore(10_00, 7_200_000_000_000_001);
    await agree(82_00);
    await transactions.remove(ledger, idOf("Taken out"));
    await agree(87_00);
    await goals.contribute(ledger, goalId, cents(3_00));
    await agree(90_00);
  });
});
