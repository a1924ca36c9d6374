import type { User } from "@coffer/domain/account/user";
import { type Budget, deriveMonths } from "@coffer/domain/budget/budget";
import { type Forecast, forecastMonth, HISTORY_MONTHS } from "@coffer/domain/budget/forecast";
import { explainKinds, KIND_MONTHS } from "@coffer/domain/budget/kind";
import { isGoalReached } from "@coffer/domain/goal/goal";
import type { Id } from "@coffer/domain/id";
import { type Currency, ZERO } from "@coffer/domain/money/money";
import {
  crossingNotice,
  gather,
  goalBehindNotice,
  goalReachedNotice,
  isPaymentDue,
  isProjectedOver,
  isSpendingOver,
  kindNotice,
  MORNING,
  mailOfSeveral,
  type Notice,
  paymentNotice,
  reachedThreshold,
} from "@coffer/domain/notification/notification";
import { addDays, compareDays, DAY_MS, type Day, dayOfMonth } from "@coffer/domain/time/day";
import { addMonthsTo, monthOfDay } from "@coffer/domain/time/month";
import { localTime, type TimeZone, today } from "@coffer/domain/time/timezone";
import type { Transaction } from "@coffer/domain/transaction/transaction";
import { resolveHomeBudget } from "../account/home.ts";
import { carryInto } from "../budget/carried-months.ts";
import type { Env } from "../env.ts";
import {
  type Limit,
  runLimit,
  throwTogether,
  type WorkPage,
  workThrough,
  workThroughPages,
} from "../pages.ts";
import { ledgerCurrencyOf } from "../share/households.ts";
import type { Stores } from "../stores.ts";
import { type DueWatch, notify } from "./notifications.ts";

type WatchPage = WorkPage<DueWatch> & { zone: TimeZone };

type Notified = { people: number; notified: number };

/** Users who have been inactive for this long get no notices until they return. */
const ABSENCE_MS = 60 * DAY_MS;

/** Categories and goals are forecast on the days of a month that are divisible by this. */
const FORECAST_DAYS = 7;
/** Kinds follow from past months: they change on the first, or with an edit of a past month. */
const mayChangeKinds = (date: Day) => dayOfMonth(date) === 1 || dayOfMonth(date) % FORECAST_DAYS === 0;

const WORKERS = 8;

/**
 * Each morning the daily job notifies users of what no change of their home budget triggers (due payments, forecasts),
 * and of notices of changes that a crash lost. It schedules a user's next day last, and the id of a notice names its
 * subject, so repeated and concurrent runs notify once.
 */
export function createDailyNotices(
  stores: Pick<
    Stores,
    | "watches"
    | "digests"
    | "budgets"
    | "categories"
    | "goals"
    | "subscriptions"
    | "shares"
    | "notifications"
    | "users"
    | "households"
  >,
  env: Pick<Env, "clock" | "origin">,
) {
  const { clock } = env;

  /** Pages of users whose morning has come at an instant (milliseconds), after a position if one is given. */
  async function* duePages(now: number, after?: string): AsyncGenerator<WatchPage> {
    const [from, position] = after?.split(" ") ?? [];
    const zones = await stores.digests.zones();
    const start = from === undefined ? 0 : zones.indexOf(from);
    for (const [index, zone] of zones.entries()) {
      if (index < start || localTime(now, zone) < MORNING) continue;
      const pages = stores.watches.due(zone, today(now, zone), index === start ? position : undefined);
      for await (const page of pages) yield { ...page, zone, position: `${zone} ${page.position}` };
    }
  }

  /** Notifies the users of a page. Failures do not stop the others; the next run retries them. */
  async function notifyPage(
    { zone, items }: Pick<WatchPage, "zone" | "items">,
    now: number,
    { isOver }: Limit,
    total = { people: 0, notified: 0 },
  ): Promise<Notified> {
    const notifyOne = async (due: DueWatch) => {
      total.notified += await notifyPerson(due, zone, now);
      total.people += 1;
    };
    throwTogether(await workThrough(items, WORKERS, notifyOne, isOver));
    return total;
  }

  return {
    duePages,
    notifyPage,

    async notifyDaily(now: number, limit = runLimit(clock)): Promise<Notified> {
      const total = { people: 0, notified: 0 };
      await workThroughPages(duePages(now), (page) => notifyPage(page, now, limit, total), limit);
      return total;
    },
  };

  async function notifyPerson({ userId, since }: DueWatch, zone: TimeZone, now: number): Promise<number> {
    const person = await stores.watches.person(userId);
    // The index is eventually consistent, and a queued page may be outdated: the user may have been notified today.
    if (person?.since && person.since > since) return 0;
    if (!person || now - person.lastActiveAt > ABSENCE_MS) {
      await stores.watches.stop(userId);
      return 0;
    }
    const { user } = person;
    const day = today(now, user.timeZone);
    // The user has moved to another time zone and is notified there.
    if (user.timeZone !== zone) {
      await stores.watches.next(userId, user.timeZone, day);
      return 0;
    }
    // Yesterday's notices are included if they were missed.
    const first = since < day ? addDays(day, -1) : day;
    const notified = user.notifications ? await notifyOfHome(user, first, day) : 0;
    await stores.watches.next(userId, zone, addDays(day, 1));
    return notified;
  }

  async function notifyOfHome(user: User, first: Day, day: Day): Promise<number> {
    const ownerId = await resolveHomeBudget(stores, user);
    if (ownerId === null) return 0;
    const notices = await noticesOf(user, ownerId, first, day);
    if (notices.length === 0) return 0;
    const before = await stores.notifications.notifiedIds(user.id);
    let notified = 0;
    for (const { title, notices: some } of gather(notices.filter(({ id }) => !before.has(id)))) {
      const mailed = title === undefined ? undefined : mailOfSeveral(title, some);
      for (const [index, notice] of some.entries())
        if (await notify(stores, env, user, notice, { ownerId, mailed, hasOwnMail: index > 0 }))
          notified += 1;
    }
    return notified;
  }

  async function noticesOf(user: User, ownerId: Id, first: Day, day: Day): Promise<Notice[]> {
    const month = monthOfDay(day);
    // Not every day: a forecast changes slowly, and reading past months costs more than everything else.
    const checksSchedules = [first, day].some((one) => dayOfMonth(one) % FORECAST_DAYS === 0);
    const checksKinds = [first, day].some(mayChangeKinds);
    const months = checksKinds ? HISTORY_MONTHS : 0;
    const [categories, facts, goals, subscriptions] = await Promise.all([
      stores.categories.list(ownerId),
      stores.budgets.months(ownerId, addMonthsTo(month, -months), month),
      stores.goals.list(ownerId),
      stores.subscriptions.list(ownerId),
    ]);
    const sums = { months: deriveMonths(facts), categories };
    const { months: history } = await carryInto(stores, ownerId, sums, clock());
    const budgets = history.find((each) => each.month === month)?.budgets ?? [];
    const forecasts = forecastMonth({ month, today: day, categories, history, budgets, subscriptions });
    const currency = await ledgerCurrencyOf(stores, user, ownerId);
    const purchases = facts.find((each) => each.month === month)?.transactions ?? [];
    const past = history.filter((each) => each.month < month);
    const recent = past.slice(-KIND_MONTHS);
    const rows = { today: day, subscriptions, goals, history: recent, plans: budgets };
    const kinds = checksKinds ? explainKinds(categories, rows) : undefined;
    return [
      ...forecasts.flatMap((forecast) =>
        planNotices(currency, forecast, budgets, () =>
          isMonthOver(forecast.categoryId, day, purchases, past),
        ),
      ),
      ...subscriptions
        .filter((one) => isPaymentDue(one, first) || isPaymentDue(one, day))
        .map((one) => paymentNotice(one, day, currency)),
      ...categories
        .filter(({ id }) => kinds?.get(id)?.reason === "rhythm")
        .map((category) => kindNotice(category, month)),
      ...goals.filter(isGoalReached).map((goal) => goalReachedNotice(goal, currency)),
      ...(checksSchedules ? goals.flatMap((goal) => goalBehindNotice(goal, day, currency) ?? []) : []),
    ];
  }
}

/** True if no more spending in a category is to be expected this month: then its forecast is not notified. */
function isMonthOver(
  categoryId: Id,
  day: Day,
  purchases: readonly Transaction[],
  past: readonly { budgets: readonly Budget[] }[],
): boolean {
  const dates = purchases.filter((one) => one.categoryId === categoryId).map(({ date }) => date);
  const actuals = past.map(({ budgets }) => budgets.find((one) => one.categoryId === categoryId)?.actual);
  const last = dates.sort(compareDays).at(-1) ?? null;
  return isSpendingOver(
    last,
    day,
    actuals.map((actual) => actual ?? ZERO),
  );
}

function planNotices(
  currency: Currency,
  forecast: Forecast,
  budgets: readonly Budget[],
  isOver: () => boolean,
): Notice[] {
  const { categoryId } = forecast;
  const row = budgets.find((one) => one.categoryId === categoryId);
  if (!row) return [];
  const expected = forecast.expected?.amount ?? row.actual;
  const category = { id: categoryId, name: forecast.category };
  const mark = reachedThreshold(row);
  const crossing = { ...row, category, expected };
  const isProjected = isProjectedOver(row, expected) && !isOver();
  return [
    ...(mark ? [crossingNotice(mark, crossing, currency)] : []),
    ...(isProjected ? [crossingNotice("projected-over", crossing, currency)] : []),
  ];
}
