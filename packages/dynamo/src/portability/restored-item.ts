import type { RestoredItem } from "@coffer/core/portability/people";
import type { Id } from "@coffer/domain/id";
import { monthItem, planItem } from "../budget/months.ts";
import { categoryItem } from "../category/categories.ts";
import { contributionKey, goalItem, milestoneKey } from "../goal/goals.ts";
import { aliasPut } from "../import/imported.ts";
import { rulesKey } from "../rule/rules.ts";
import { settlementItem } from "../share/settlements.ts";
import { subscriptionItem } from "../subscription/subscriptions.ts";
import type { Item, Key, WriteInput } from "../table/item.ts";
import { ABSENT, type Condition, put, when } from "../table/writes.ts";
import { transactionItem } from "../transaction/transactions.ts";

/** The writes of one item of a restore, which fail where it is there already. */
export type Restored = { sk: string; writes: WriteInput[] };

/** `now` in milliseconds. */
export function restoredItem(ownerId: Id, portable: RestoredItem, now: number): Restored {
  switch (portable.kind) {
    case "category": {
      const { kind: _, chosenKind, ...rest } = portable;
      const category = { ...rest, ...(chosenKind && { kind: chosenKind }) };
      // A budget that is empty may have had this very category, and deleted it.
      const isGone = when(`${ABSENT.ConditionExpression} OR attribute_exists(deletedAt)`);
      return restored(categoryItem(ownerId, category), isGone);
    }
    case "plan": {
      const { kind: _, ...plan } = portable;
      return restored(planItem(ownerId, plan, now));
    }
    case "month":
      return restored(monthItem(ownerId, portable), null);
    case "goal": {
      const { kind: _, milestones, ...goal } = portable;
      const own = new Map(milestones.map((milestone) => [milestone.id, { ...milestone, goalId: goal.id }]));
      const { sk, writes } = restored(goalItem(ownerId, goal, own.size));
      const parts = [...own.values()].map((one) => put({ ...milestoneKey(ownerId, one), ...one }, ABSENT));
      return { sk, writes: [...writes, ...parts] };
    }
    case "contribution": {
      const { kind: _, ...contribution } = portable;
      return restored({ ...contributionKey(ownerId, contribution), ...contribution });
    }
    case "subscription": {
      const { kind: _, ...subscription } = portable;
      return restored(subscriptionItem(ownerId, subscription, 1));
    }
    case "rules":
      return restored({ ...rulesKey(ownerId), rules: portable.rules, version: 1 }, null);
    case "settlement": {
      const { kind: _, ...settlement } = portable;
      return restored(settlementItem(ownerId, settlement));
    }
    case "transaction": {
      const { kind: _, imported, ...transaction } = portable;
      const { sk, writes } = restored({
        ...transactionItem(ownerId, transaction),
        ...(imported && { imported }),
      });
      return { sk, writes: [...writes, ...aliasPut(ownerId, portable)] };
    }
  }
}

/** Without a condition it replaces what is there. */
const restored = (item: Item & Key, condition: Condition | null = ABSENT): Restored => ({
  sk: item.sk,
  writes: [put(item, condition ?? undefined)],
});
