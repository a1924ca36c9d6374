import { deriveBudgets } from "@coffer/domain/budget";
import type { Id } from "@coffer/domain/id";
import { monthOfDay } from "@coffer/domain/month";
import { crossingNotice, reachedMark } from "@coffer/domain/notification";
import type { Transaction } from "@coffer/domain/transaction";
import type { UserStore } from "./account-store.ts";
import type { BudgetStore } from "./budgets.ts";
import type { CategoryStore } from "./categories.ts";
import type { Env } from "./env.ts";
import { peopleAtHome } from "./home.ts";
import { createNotify, type NotificationStore } from "./notifications.ts";
import type { ShareStore } from "./share-stores.ts";
import type { WatchPlan } from "./transactions.ts";

type Stores = {
  budgets: BudgetStore;
  categories: CategoryStore;
  users: UserStore;
  shares: ShareStore;
  notifications: NotificationStore;
};

/**
 * Looks, once a transaction is recorded or changed, whether its category has reached a mark of its plan, and notifies
 * everybody whose home the budget is. It only reads unless there is something to say, and what a crash loses is
 * found by the daily job (docs/decisions/020-notifications.md).
 */
export function createPlanWatch(
  stores: Stores,
  env: Pick<Env, "clock" | "origin" | "afterwards">,
): WatchPlan {
  const notify = createNotify(stores, env);

  async function look(ownerId: Id, changed: Pick<Transaction, "date" | "categoryId">): Promise<void> {
    const month = monthOfDay(changed.date);
    const [facts] = await stores.budgets.months(ownerId, month, month);
    const row = facts && deriveBudgets(facts).find(({ categoryId }) => categoryId === changed.categoryId);
    const mark = row && reachedMark(row);
    if (!mark) return;
    const [people, categories] = await Promise.all([
      peopleAtHome(stores, ownerId),
      stores.categories.list(ownerId),
    ]);
    const category = categories.find(({ id }) => id === row.categoryId);
    if (!category) return;
    const reached = { ...row, category, expected: row.actual };
    for (const person of people) {
      await notify(person, crossingNotice(mark, reached, person.currency), { ownerId });
    }
  }

  return async ({ ownerId, today }, changed) => {
    const { type, date, categoryId } = changed;
    // What is entered of other months is history: nobody has to act on it.
    if (type !== "expense" || monthOfDay(date) !== monthOfDay(today)) return;
    await env.afterwards(`plan ${ownerId} ${categoryId}`, () => look(ownerId, changed));
  };
}
