import type { RestoredItem } from "@coffer/core/portability/people";
import type { Id } from "@coffer/domain/id";
import { monthItem, planItem } from "../budget/months.ts";
import { categoryItem } from "../category/categories.ts";
import { contributionItem, goalItem, milestoneItem } from "../goal/goals.ts";
import { aliasPut } from "../import/imported.ts";
import { rulesKey } from "../rule/rules.ts";
import { settlementItem } from "../share/settlements.ts";
import { subscriptionItem } from "../subscription/subscriptions.ts";
import { ABSENT } from "../table/conditions.ts";
import type { Item, Key, WriteInput } from "../table/item.ts";
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
      const ConditionExpression = `${ABSENT.ConditionExpression} OR attribute_exists(deletedAt)`;
      return restored([categoryItem(ownerId, category)], { ConditionExpression });
    }
    case "plan": {
      const { kind: _, ...plan } = portable;
      return restored([planItem(ownerId, plan, now)]);
    }
    case "month": {
      const { month, resetAt } = portable;
      return restored([monthItem(ownerId, month, resetAt)], {});
    }
    case "goal": {
      const { kind: _, milestones, ...goal } = portable;
      const own = new Map(milestones.map((milestone) => [milestone.id, { ...milestone, goalId: goal.id }]));
      return restored([
        goalItem(ownerId, goal, own.size),
        ...[...own.values()].map((milestone) => milestoneItem(ownerId, milestone)),
      ]);
    }
    case "contribution": {
      const { kind: _, ...contribution } = portable;
      return restored([contributionItem(ownerId, contribution)]);
    }
    case "subscription": {
      const { kind: _, ...subscription } = portable;
      return restored([subscriptionItem(ownerId, subscription, 1)]);
    }
    case "rules":
      return restored([{ ...rulesKey(ownerId), rules: portable.rules, version: 1 }], {});
    case "settlement": {
      const { kind: _, ...settlement } = portable;
      return restored([settlementItem(ownerId, settlement)]);
    }
    case "transaction": {
      const { kind: _, imported, ...transaction } = portable;
      const item = { ...transactionItem(ownerId, transaction), ...(imported && { imported }) };
      const { sk, writes } = restored([item]);
      return { sk, writes: [...writes, ...aliasPut(ownerId, portable)] };
    }
  }
}

function restored(
  items: readonly [Item & Key, ...(Item & Key)[]],
  condition: { ConditionExpression?: string } = ABSENT,
): Restored {
  return { sk: items[0].sk, writes: items.map((Item) => ({ Put: { Item, ...condition } })) };
}
