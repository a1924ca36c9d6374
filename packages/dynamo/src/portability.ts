import type { BudgetItem, PortabilityStore } from "@coffer/core/portability";
import { DAY_MS } from "@coffer/domain/duration";
import type { Id } from "@coffer/domain/id";
import * as v from "valibot";
import { categoryFromItem, isLive } from "./categories.ts";
import { ConditionFailed, stillIs } from "./conditions.ts";
import { CONTRIBUTION_PREFIX, contributionFromItem } from "./contribution-item.ts";
import { goalFromItem } from "./goals.ts";
import { importedOf } from "./imported.ts";
import type { Item } from "./item.ts";
import { budgetKey, budgetPartition } from "./keys.ts";
import { GOAL_PREFIX, MILESTONES_PREFIX, milestoneFromItem } from "./milestone-item.ts";
import { monthResetIn, PLAN_PREFIX, plansIn } from "./months.ts";
import { keyedBetween } from "./queries.ts";
import { CATEGORY_PREFIX, type Categories, readCategories } from "./resolve-category.ts";
import { type Restored, restoredItem } from "./restored-item.ts";
import { rulesIn, rulesKey } from "./rules.ts";
import { SUBSCRIPTION_PREFIX, subscriptionWithState } from "./subscriptions.ts";
import { isExpired, type Table, ttl } from "./table.ts";
import { TRANSACTION_PREFIX, transactionsIn } from "./transactions.ts";

/** So many items a part of an export holds, more or less. */
const PART = 500;
/** In the order of the file. */
const SECTIONS = [
  "MONTH#",
  PLAN_PREFIX,
  GOAL_PREFIX,
  CONTRIBUTION_PREFIX,
  SUBSCRIPTION_PREFIX,
  rulesKey(0).sk,
  TRANSACTION_PREFIX,
  CATEGORY_PREFIX,
];
/** What makes a budget one that is not empty. */
const CONTENT = [CATEGORY_PREFIX, TRANSACTION_PREFIX, PLAN_PREFIX, GOAL_PREFIX, SUBSCRIPTION_PREFIX];
/** In one transaction, beside the check that the restore still is the one that began. */
const BATCH = 99;

const isContribution = ({ sk }: Item) => String(sk).startsWith(CONTRIBUTION_PREFIX);

const restoreKey = (ownerId: Id) => budgetKey(ownerId, "RESTORE");

export function createPortabilityStore(table: Table): PortabilityStore {
  /** The items of a section after one of them, at most `limit`, and whether there are more. */
  async function section(ownerId: Id, prefix: string, after: string, limit: number) {
    // "!" sorts before all that may follow a prefix, and after the key that it follows; "~" after all of them.
    const range = keyedBetween(budgetPartition(ownerId), after === "" ? prefix : `${after}!`, `${prefix}~`);
    return table.page({ ...range, Limit: limit });
  }

  async function isEmpty(ownerId: Id): Promise<boolean> {
    const found = await Promise.all(
      CONTENT.map((prefix) =>
        prefix === CATEGORY_PREFIX
          ? table.list(budgetPartition(ownerId), prefix)
          : section(ownerId, prefix, "", 1).then(({ items }) => items),
      ),
    );
    return found.every((items) => !items.some(isLive));
  }

  return {
    async page(ownerId, place) {
      const start = startOf(place);
      if (!start) return undefined;
      let { index, after } = start;
      const read: Item[] = [];
      while (index < SECTIONS.length && read.length < PART) {
        const prefix = SECTIONS[index] ?? "";
        if (prefix === PLAN_PREFIX) {
          // Plans that moved into one category are one there, so they are read whole.
          read.push(...(await table.list(budgetPartition(ownerId), prefix)));
          [index, after] = [index + 1, ""];
          continue;
        }
        const { items, next } = await section(ownerId, prefix, after, PART);
        read.push(...items);
        if (next) after = String(items.at(-1)?.sk ?? after);
        else [index, after] = [index + 1, ""];
      }
      const hasGoals = read.some(({ sk }) => String(sk).startsWith(GOAL_PREFIX));
      const milestones = hasGoals ? await table.list(budgetPartition(ownerId), MILESTONES_PREFIX) : [];
      const hasContributions = read.some(isContribution);
      const goals = hasContributions ? await table.list(budgetPartition(ownerId), GOAL_PREFIX) : [];
      const goalIds = new Set(goals.map((item) => goalFromItem(item).id));
      const categories = await readCategories(table, ownerId);
      // Those of a deleted goal stay, in case that it comes back.
      const shown = read.filter(
        (item) => !isContribution(item) || goalIds.has(contributionFromItem(item).goalId),
      );
      const items = portable(shown, milestones, categories);
      return { items, next: index < SECTIONS.length ? placeOf(index, after) : null };
    },

    async begin(ownerId, batch, now) {
      const running = await table.get(restoreKey(ownerId));
      if (running?.batch === batch && !isExpired(running, now)) return true;
      if (!(await isEmpty(ownerId))) return false;
      await table.put({ ...restoreKey(ownerId), batch, expiresAt: ttl(now + DAY_MS) });
      return true;
    },

    async put(ownerId, batch, items, now) {
      const check = { ConditionCheck: { Key: restoreKey(ownerId), ...stillIs("batch", batch) } };
      const bySk = new Map(items.map((item) => restoredItem(ownerId, item, now)).map((one) => [one.sk, one]));
      for (let pending of inGroups([...bySk.values()])) {
        while (pending.length > 0) {
          try {
            await table.transact([check, ...pending.flatMap(({ writes }) => writes)]);
            break;
          } catch (error) {
            if (!(error instanceof ConditionFailed)) throw error;
            if (error.index === 0) return false;
            pending = withoutFailed(pending, error);
          }
        }
      }
      return true;
    },
  };
}

/** What was read, as it leaves: in live categories, without what was deleted with its own. */
function portable(read: readonly Item[], milestones: readonly Item[], categories: Categories): BudgetItem[] {
  const { resolve } = categories;
  const at = (categoryId: Id | null) => categoryId && resolve(categoryId).categoryId;
  const plans = plansIn(read, categories).sort(
    (a, b) => (a.month < b.month ? -1 : a.month > b.month ? 1 : 0) || a.categoryId - b.categoryId,
  );
  let plansAreOut = false;
  return read.flatMap((item): BudgetItem[] => {
    const sk = String(item.sk);
    if (sk.startsWith(PLAN_PREFIX)) {
      if (plansAreOut) return [];
      plansAreOut = true;
      return plans.map(({ month, categoryId, projected }) => ({
        kind: "plan",
        month,
        categoryId,
        projected,
      }));
    }
    if (sk.startsWith(TRANSACTION_PREFIX)) {
      const imported = importedOf(item);
      return transactionsIn([item], categories).map(({ createdBy: _, ...transaction }) => ({
        kind: "transaction",
        ...transaction,
        ...(imported && { imported }),
      }));
    }
    if (sk.startsWith(CATEGORY_PREFIX))
      return isLive(item) ? [{ kind: "category", ...categoryFromItem(item) }] : [];
    if (sk.startsWith(GOAL_PREFIX)) {
      const goal = goalFromItem(item);
      const own = milestones.map(milestoneFromItem).filter(({ goalId }) => goalId === goal.id);
      return [
        {
          kind: "goal",
          ...goal,
          categoryId: at(goal.categoryId),
          milestones: own.map(({ goalId: _, ...milestone }) => milestone),
        },
      ];
    }
    if (isContribution(item)) {
      const { createdBy: _, ...contribution } = contributionFromItem(item);
      return [{ kind: "contribution", ...contribution }];
    }
    if (sk.startsWith(SUBSCRIPTION_PREFIX)) {
      const { subscription, settledThrough } = subscriptionWithState(item);
      const categoryId = at(subscription.categoryId);
      return [{ kind: "subscription", ...subscription, categoryId, settledThrough }];
    }
    if (sk === rulesKey(0).sk) {
      const rules = rulesIn(item, categories);
      return rules.length > 0 ? [{ kind: "rules", rules }] : [];
    }
    const reset = monthResetIn(item);
    return reset ? [{ kind: "month", ...reset }] : [];
  });
}

const storedPlace = v.pipe(v.string(), v.regex(/^\d\.[\w#-]{0,100}$/));

/** Where an export goes on: the section, and the last key of it that left. */
const placeOf = (index: number, after: string): string =>
  Buffer.from(`${index}.${after}`).toString("base64url");

function startOf(place: string): { index: number; after: string } | undefined {
  if (place === "") return { index: 0, after: "" };
  const parsed = v.safeParse(storedPlace, Buffer.from(place, "base64url").toString());
  if (!parsed.success) return undefined;
  const index = Number(parsed.output.slice(0, 1));
  const after = parsed.output.slice(2);
  const prefix = SECTIONS[index];
  return prefix !== undefined && (after === "" || after.startsWith(prefix)) ? { index, after } : undefined;
}

/** As many as fit into a transaction; what belongs together stays together. */
function inGroups(items: readonly Restored[]): Restored[][] {
  const groups: Restored[][] = [];
  let room = 0;
  for (const item of items) {
    const last = groups.at(-1);
    if (last && item.writes.length <= room) last.push(item);
    else {
      groups.push([item]);
      room = BATCH;
    }
    room -= item.writes.length;
  }
  return groups;
}

/** Those of a failed transaction that are not there yet. */
function withoutFailed(items: readonly Restored[], { failed }: ConditionFailed): Restored[] {
  let index = 1;
  return items.filter(({ writes }) => {
    const from = index;
    index += writes.length;
    return !failed.some((at) => at >= from && at < from + writes.length);
  });
}
