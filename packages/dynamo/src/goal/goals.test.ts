import { createGoals } from "@coffer/core/goal/goals";
import { Refusal } from "@coffer/core/refusal";
import { MAX_MILESTONES } from "@coffer/domain/goal/definition";
import { CONTRIBUTIONS_PAGE } from "@coffer/domain/goal/goal";
import { cents, MAX_AMOUNT, sum } from "@coffer/domain/money/money";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { category, goalDraft, quiet } from "../../../test/fixtures.ts";
import { refusal } from "../../../test/refusal.ts";
import {
  addThing,
  freshTable,
  idsInARow,
  ownLedger,
  removeCategory,
  restoreCategory,
} from "../../../test/store.ts";

let fresh: Awaited<ReturnType<typeof freshTable>>;
let goals: ReturnType<typeof createGoals>;
const now = Date.parse("2026-11-21T12:00:00Z");
beforeAll(async () => {
  fresh = await freshTable(inject("engine"));
  goals = createGoals(fresh.store, { ids: idsInARow(), clock: () => now, ...quiet });
});

let owners = 100;
const newLedger = () => ownLedger(++owners);
const keyed = (key: string, request = "same") => ({ key, request });

describe("a goal", () => {
  test("starts in progress with nothing", async () => {
    const mine = newLedger();
    const goal = await goals.add(mine, goalDraft());
    expect(goal).toMatchObject({ currentAmount: 0, status: "in-progress" });
    expect(await goals.list(mine)).toEqual([goal]);
    expect(await goals.list(newLedger())).toEqual([]);
  });

  test("keeps amount and status if a change omits them", async () => {
    const ledger = newLedger();
    const { id } = await goals.add(ledger, goalDraft({ currentAmount: cents(250_00) }));
    await goals.setStatus(ledger, id, "completed");
    const changed = await goals.update(ledger, id, goalDraft({ name: "Cargo bicycle" }));
    expect(changed).toMatchObject({ name: "Cargo bicycle", currentAmount: 250_00, status: "completed" });
    expect(
      await goals.update(ledger, id, goalDraft({ currentAmount: cents(1), status: "cancelled" })),
    ).toMatchObject({ currentAmount: 1, status: "cancelled" });
  });

  test("links to a category of its own budget only", async () => {
    const ledger = newLedger();
    await addThing(fresh.store, ledger.ownerId, "category", category({ id: 7 }));
    await addThing(fresh.store, newLedger().ownerId, "category", category({ id: 8 }));
    const refused = refusal("invalid", "Choose a category of this budget");
    const { id } = await goals.add(ledger, goalDraft({ categoryId: 7 }));
    await expect(goals.add(ledger, goalDraft({ categoryId: 8 }))).rejects.toEqual(refused);
    await expect(goals.update(ledger, id, goalDraft({ categoryId: 9 }))).rejects.toEqual(refused);
    expect(await goals.update(ledger, id, goalDraft({ categoryId: null }))).toMatchObject({
      categoryId: null,
    });
  });
});

describe("the category of a goal", () => {
  /** A goal whose category 7 was just deleted, or moved to 8. */
  async function linked(moveTo: number | null) {
    const ledger = newLedger();
    for (const id of [7, 8, 9]) await addThing(fresh.store, ledger.ownerId, "category", category({ id }));
    const { id } = await goals.add(ledger, goalDraft({ categoryId: 7 }));
    await removeCategory(fresh.store, ledger.ownerId, 7, moveTo, now);
    return { ledger, id };
  }

  test.each([null, 8])(
    "is back when it is restored (moved to %s), whatever else was changed",
    async (moveTo) => {
      const { ledger, id } = await linked(moveTo);
      expect(await goals.list(ledger)).toMatchObject([{ categoryId: moveTo }]);
      const changed = await goals.update(ledger, id, goalDraft({ name: "Tandem", categoryId: moveTo }));
      expect(changed).toMatchObject({ name: "Tandem", categoryId: moveTo });
      await restoreCategory(fresh.store, ledger.ownerId, 7);
      expect(await goals.list(ledger)).toMatchObject([{ name: "Tandem", categoryId: 7 }]);
    },
  );

  test("is the one to which the goal was changed since", async () => {
    const { ledger, id } = await linked(8);
    await goals.update(ledger, id, goalDraft({ categoryId: 9 }));
    await restoreCategory(fresh.store, ledger.ownerId, 7);
    expect(await goals.list(ledger)).toMatchObject([{ categoryId: 9 }]);
  });
});

describe("contributions", () => {
  test("add up if made concurrently", async () => {
    const ledger = newLedger();
    const { id } = await goals.add(ledger, goalDraft());
    await Promise.all(Array.from({ length: 20 }, () => goals.contribute(ledger, id, cents(10_05))));
    expect(await goals.list(ledger)).toMatchObject([{ currentAmount: 201_00 }]);
  });

  test("count once under one Idempotency-Key, even if retried concurrently", async () => {
    const ledger = newLedger();
    const { id } = await goals.add(ledger, goalDraft());
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        goals.contribute({ ...ledger, key: keyed("key-00003") }, id, cents(5_00)),
      ),
    );
    for (const answer of answers) expect(answer.currentAmount).toBe(5_00);
    await expect(
      goals.contribute({ ...ledger, key: keyed("key-00003", "other") }, id, cents(6_00)),
    ).rejects.toEqual(refusal("conflict"));
  });

  test("are listed newest first, page by page, with edits of the amount", async () => {
    const ledger = newLedger();
    const { id } = await goals.add(ledger, goalDraft({ currentAmount: cents(10_00) }));
    for (let n = 0; n < CONTRIBUTIONS_PAGE; n++) await goals.contribute(ledger, id, cents(1_00));
    await goals.contribute(ledger, id, cents(-20_00));
    await goals.update(ledger, id, goalDraft({ currentAmount: cents(45_00) }));
    await goals.update(ledger, id, goalDraft({ name: "Renamed" }));
    const latest = await goals.contributions(ledger, id);
    expect(latest.slice(0, 3)).toMatchObject([
      { amount: 5_00, balance: 45_00 },
      { amount: -20_00, balance: 40_00 },
      { amount: 1_00, balance: 60_00 },
    ]);
    const earlier = await goals.contributions(ledger, id, latest.at(-1)?.id);
    expect([latest.length, earlier.length]).toEqual([CONTRIBUTIONS_PAGE, 3]);
    expect(earlier.at(-1)).toMatchObject({ amount: 10_00, balance: 10_00 });
    expect(sum([...latest, ...earlier].map(({ amount }) => amount))).toBe(45_00);
  });

  test("stop at the largest amount", async () => {
    const ledger = newLedger();
    const { id } = await goals.add(ledger, goalDraft({ currentAmount: MAX_AMOUNT }));
    await expect(goals.contribute(ledger, id, cents(1))).rejects.toEqual(refusal("invalid"));
    expect(await goals.list(ledger)).toMatchObject([{ currentAmount: MAX_AMOUNT }]);
  });
});

describe("milestones", () => {
  const half = { name: "Half", amount: cents(500_00), description: null };

  test("come smallest first and are reached with the goal's amount", async () => {
    const ledger = newLedger();
    const { id } = await goals.add(ledger, goalDraft());
    expect(await goals.addMilestone(ledger, id, half)).toMatchObject({ isReached: false });
    await goals.addMilestone(ledger, id, { ...half, name: "Quarter", amount: cents(250_00) });
    await goals.contribute(ledger, id, cents(250_00));
    expect(await goals.milestones(ledger, id)).toMatchObject([
      { name: "Quarter", isReached: true },
      { name: "Half", isReached: false },
    ]);
  });

  test("can be changed and deleted", async () => {
    const ledger = newLedger();
    const goal = await goals.add(ledger, goalDraft());
    const milestone = await goals.addMilestone(ledger, goal.id, half);
    await goals.updateMilestone(ledger, goal.id, milestone.id, { ...half, name: "Middle" });
    expect(await goals.milestones(ledger, goal.id)).toMatchObject([{ id: milestone.id, name: "Middle" }]);
    await goals.removeMilestone(ledger, goal.id, milestone.id);
    await expect(goals.removeMilestone(ledger, goal.id, milestone.id)).rejects.toEqual(refusal("notFound"));
    expect(await goals.milestones(ledger, goal.id)).toEqual([]);
  });

  test("are bounded, also if added concurrently", async () => {
    const ledger = newLedger();
    const { id } = await goals.add(ledger, goalDraft());
    const tries = await Promise.allSettled(
      Array.from({ length: MAX_MILESTONES + 5 }, () => goals.addMilestone(ledger, id, half)),
    );
    expect(tries.filter((one) => one.status === "rejected").map((one) => one.reason)).toEqual(
      Array.from({ length: 5 }, () => refusal("conflict", "A goal can have at most 50 milestones")),
    );
    expect(await goals.milestones(ledger, id)).toHaveLength(MAX_MILESTONES);
    await goals.remove(ledger, id);
    expect(await fresh.table.query(all(ledger.ownerId))).toEqual([]);
  });

  test("added while their goal is deleted leave nothing behind", async () => {
    const ledger = newLedger();
    const { id } = await goals.add(ledger, goalDraft());
    const added = Array.from({ length: 10 }, () => goals.addMilestone(ledger, id, half).catch(onlyRefusals));
    await Promise.all([...added, goals.remove(ledger, id).catch(onlyRefusals)]);
    await goals.remove(ledger, id).catch(onlyRefusals);
    expect(await fresh.table.query(all(ledger.ownerId))).toEqual([]);
  });
});

function onlyRefusals(error: unknown) {
  if (!(error instanceof Refusal)) throw error;
}

const all = (ownerId: number) => ({
  KeyConditionExpression: "pk = :pk",
  ExpressionAttributeValues: { ":pk": `BUDGET#${String(ownerId).padStart(16, "0")}` },
  ConsistentRead: true,
});
