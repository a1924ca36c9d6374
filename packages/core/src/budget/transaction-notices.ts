import type { User } from "@coffer/domain/account/user";
import type { Budget } from "@coffer/domain/budget/budget";
import type { Id } from "@coffer/domain/id";
import { type Cents, minus, ZERO } from "@coffer/domain/money/money";
import {
  crossingNotice,
  MORNING,
  type Notice,
  priceNotice,
  reachedThreshold,
} from "@coffer/domain/notification/notification";
import { changedPrices } from "@coffer/domain/subscription/repeats";
import type { Subscription } from "@coffer/domain/subscription/subscription";
import { addDays } from "@coffer/domain/time/day";
import { type Month, monthOfDay } from "@coffer/domain/time/month";
import { localTime } from "@coffer/domain/time/timezone";
import type { Transaction } from "@coffer/domain/transaction/transaction";
import { peopleAtHome } from "../account/home.ts";
import type { Env } from "../env.ts";
import { inSteps } from "../in-steps.ts";
import { notificationFor } from "../notification/notifications.ts";
import { ledgerCurrencyOf } from "../share/households.ts";
import type { Stores } from "../stores.ts";
import type { Known, NotifyOfTransactions } from "../transaction/transactions.ts";
import { carryInto } from "./carried-months.ts";

/**
 * After a change, checks whether a category has reached a threshold of its plan in the current month, and notifies
 * everybody whose home is this budget. It only reads unless there is something to notify. The daily job finds what a
 * crash lost (docs/decisions/020-notifications.md).
 */
export function createTransactionNotices(
  stores: Pick<
    Stores,
    "budgets" | "categories" | "subscriptions" | "users" | "shares" | "households" | "notifications"
  >,
  env: Pick<Env, "clock" | "origin" | "afterwards">,
  { mailAtNight = true } = {},
): NotifyOfTransactions {
  /** At night, mail is left to the morning's job. */
  const waits = ({ timeZone }: User) => !mailAtNight && localTime(env.clock(), timeZone) < MORNING;

  /** Checks all categories if `changed` is undefined. */
  async function notifyOfMarks(
    ownerId: Id,
    month: Month,
    by?: User,
    changed?: ReadonlySet<Id>,
    { sums = [], added }: Partial<Known> = {},
  ): Promise<void> {
    const markedOf = (rows: readonly Budget[]) =>
      rows.flatMap((row) => {
        const mark = !changed || changed.has(row.categoryId) ? reachedThreshold(row) : null;
        // A mark that an earlier transaction reached was notified then; if a crash lost that, the daily job does it.
        const isNew =
          !added || mark !== reachedThreshold({ ...row, actual: minus(row.actual, counted(added)) });
        return mark && isNew ? [{ row, mark }] : [];
      });
    const own = sums.filter((sums) => sums.month === month);
    const months =
      own.length > 0 ? own : (await stores.budgets.sums(ownerId, month, month, env.clock())).months;
    // Checked without carried amounts first: a threshold reached only because of them is left to the daily job.
    if (months.every(({ budgets }) => markedOf(budgets).length === 0)) return;
    const [people, categories] = await Promise.all([
      peopleAtHome(stores, ownerId),
      stores.categories.list(ownerId),
    ]);
    const carried = await carryInto(stores, ownerId, { months, categories }, env.clock());
    const marked = carried.months.flatMap(({ budgets }) => markedOf(budgets));
    const byId = new Map(categories.map((category) => [category.id, category]));
    const crossings = marked.flatMap(({ row, mark }) => {
      const category = byId.get(row.categoryId);
      return category?.type === "expense" ? [{ mark, row: { ...row, category, expected: row.actual } }] : [];
    });
    const currency = await ledgerCurrencyOf(stores, by, ownerId);
    const notices = crossings.map(({ mark, row }) => crossingNotice(mark, row, currency));
    // The user who made the change sees it on screen. If it lasts, the morning's job notifies them.
    for (const person of people.filter(({ id }) => id !== by?.id))
      await notifyPerson(person, ownerId, notices);
  }

  async function notifyOfPrices(
    ownerId: Id,
    charges: readonly Transaction[],
    known?: readonly Subscription[],
  ): Promise<void> {
    const subscriptions = known ?? (await stores.subscriptions.list(ownerId));
    const found = await inSteps(changedPrices(charges, subscriptions));
    if (found.length === 0) return;
    const [people, dismissed] = await Promise.all([
      peopleAtHome(stores, ownerId),
      stores.subscriptions.dismissed(ownerId),
    ]);
    const expected = new Map(subscriptions.map(({ id, amount }) => [id, amount]));
    const currency = await ledgerCurrencyOf(stores, people[0], ownerId);
    const notices = found
      .filter(({ id }) => !dismissed.has(id))
      .map((one) => priceNotice(one, expected.get(one.subscriptionId ?? 0) ?? ZERO, currency));
    for (const person of people) await notifyPerson(person, ownerId, notices);
  }

  async function notifyPerson(person: User, ownerId: Id, notices: readonly Notice[]): Promise<void> {
    const before = notices.length > 1 ? await stores.notifications.notifiedIds(person.id) : new Set();
    for (const notice of notices.filter(({ id }) => !before.has(id))) {
      const notification = notificationFor(env, person, notice, { ownerId });
      if (notification && !(notification.mail && waits(person))) await stores.notifications.add(notification);
    }
  }

  return async ({ ownerId, today, user }, changed, known) => {
    const month = monthOfDay(today);
    if (changed === "anything")
      return env.afterwards(`plan ${ownerId}`, () => notifyOfMarks(ownerId, month, user));
    // Transactions of other months are history: nobody has to act on them.
    const expenses = changed.filter(({ type }) => type === "expense");
    const charges = expenses.filter(({ date }) => date > addDays(today, -CHARGE_DAYS));
    const current = expenses.filter(({ date }) => monthOfDay(date) === month);
    const ids = new Set(current.map(({ categoryId }) => categoryId));
    // In parallel, as the response waits for both on Lambda.
    await Promise.all([
      charges.length > 0 &&
        env.afterwards(`prices ${ownerId} ${charges[0]?.id}`, () =>
          notifyOfPrices(ownerId, charges, known?.subscriptions),
        ),
      ids.size > 0 &&
        env.afterwards(`plan ${ownerId} ${[...ids].sort((a, b) => a - b).join()}`, () =>
          notifyOfMarks(ownerId, month, user, ids, known),
        ),
    ]);
  };
}

const CHARGE_DAYS = 40;
const counted = ({ amount, refund }: Transaction): Cents => (refund ? minus(ZERO, amount) : amount);
