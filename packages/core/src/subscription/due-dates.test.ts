import { createPostDue } from "@coffer/core/subscription/post-due";
import { createSubscriptions } from "@coffer/core/subscription/subscriptions";
import type { Id } from "@coffer/domain/id";
import type { Subscription } from "@coffer/domain/subscription/subscription";
import type { Day } from "@coffer/domain/time/day";
import { TIME_ZONES, type TimeZone, today } from "@coffer/domain/time/timezone";
import fc from "fast-check";
import { expect, inject, test } from "vitest";
import { category, day, subscriptionDraft, user } from "../../../test/fixtures.ts";
import { addThing, freshTable, idsInARow, ownLedger, removeTransaction } from "../../../test/store.ts";

// Whatever a person does to a subscription between runs of the daily job, no due date is settled twice.

const START = Date.parse("2027-12-28T12:00:00Z");

const edit = fc.record(
  {
    startDate: fc.constantFrom(day("2027-12-31"), day("2028-01-01"), day("2028-01-31")),
    frequency: fc.constantFrom("daily", "weekly", "weekly", "monthly"),
    endDate: fc.constantFrom(null, day("2028-03-31")),
    autoCreateTransaction: fc.boolean(),
  },
  { requiredKeys: [] },
);
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("wait"), hours: fc.integer({ min: 1, max: 240 }) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom("pay", "skip", "pause", "forget") }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("edit"), edit }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("move"), zone: fc.constantFrom(...TIME_ZONES) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("die"), request: fc.integer({ min: 1, max: 14 }) }) },
);

test("no due date is settled twice, whatever is edited, paid, skipped or deleted in between", async () => {
  const { store, anotherStore, crashingStore } = await freshTable(inject("engine"));
  const ids = idsInARow(1_000);
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), async (steps) => {
      const ownerId = ids();
      let now = START;
      let zone: TimeZone = "Europe/London";
      const users = { ...store.users, get: async (id: Id) => user({ id, timeZone: zone }) };
      const job = (over = anotherStore()) =>
        createPostDue({ ...over, users }, { ids, clock: () => now, origin: "" }, undefined, 20).postDue(now);
      const subscriptions = createSubscriptions(store, { ids, clock: () => now });
      const ledger = () => ownLedger(ownerId, today(now, zone));
      await addThing(store, ownerId, "category", category({ id: 7 }));
      let current: Subscription = await subscriptions.add(ledger(), DRAFT);

      /** Due dates settled by hand, and the transactions that this recorded. */
      const settled: Day[] = [];
      const byHand = new Set<number>();
      /** Transactions that the job recorded, deleted ones too. */
      const posted = new Map<number, Day>();
      const look = async () => {
        const all = await store.transactions.list(ownerId, day("1900-01-01"), day("2999-12-31"));
        for (const { id, date } of all) if (!byHand.has(id)) posted.set(id, date);
        return all;
      };

      for (const next of steps) {
        if (next.kind === "wait") now += next.hours * 3_600_000;
        if (next.kind === "move") zone = next.zone;
        if (next.kind === "die") {
          await job(crashingStore({ at: next.request, when: "after" })).catch(() => undefined);
        }
        if (next.kind === "edit") {
          const { id, nextPaymentDate: _, ...rest } = current;
          const endDate = next.edit.endDate === undefined ? rest.endDate : next.edit.endDate;
          await subscriptions.update(ledger(), id, { ...rest, ...next.edit, endDate });
        }
        if (next.kind === "pause") {
          const { id, nextPaymentDate: _, ...rest } = current;
          await subscriptions.update(ledger(), id, { ...rest, active: false });
          await subscriptions.update(ledger(), id, { ...rest, active: true });
        }
        if (next.kind === "pay" || next.kind === "skip") {
          const due = current.nextPaymentDate;
          const before = new Set((await look()).map(({ id }) => id));
          if (current.endDate === null || due <= current.endDate) {
            await subscriptions[next.kind](ledger(), current.id, due);
            settled.push(due);
          }
          const after = await store.transactions.list(ownerId, day("1900-01-01"), day("2999-12-31"));
          for (const { id } of after) if (!before.has(id)) byHand.add(id);
        }
        if (next.kind === "forget") {
          const [transaction] = await look();
          if (transaction) await removeTransaction(store, ownerId, transaction.id);
        }
        await Promise.all([job(), job()]);
        current = (await subscriptions.list(ledger()))[0] ?? current;
      }

      await look();
      const dates = [...settled, ...posted.values()];
      expect(dates).toEqual([...new Set(dates)]);
      if (current.active && current.autoCreateTransaction) {
        expect(current.nextPaymentDate > today(now, zone)).toBe(true);
      }
      await subscriptions.remove(ledger(), current.id);
    }),
    { numRuns: 8, seed: 7, examples: [[[...PAID_AHEAD]]] },
  );
}, 60_000);

const DRAFT = subscriptionDraft({
  frequency: "weekly",
  startDate: day("2028-01-01"),
  categoryId: 7,
  autoCreateTransaction: true,
});

/** A start from the anchor alone would settle these payments twice. */
const PAID_AHEAD = [{ kind: "pay" }, { kind: "pause" }, { kind: "pay" }] as const;
