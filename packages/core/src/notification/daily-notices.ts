import type { User } from "@coffer/domain/account/user";
import { type Budget, deriveMonths } from "@coffer/domain/budget/budget";
import { type Forecast, forecastMonth, HISTORY_MONTHS } from "@coffer/domain/budget/forecast";
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
  MORNING,
  mailOfSeveral,
  type Notice,
  paymentNotice,
  reachedMark,
} from "@coffer/domain/notification/notification";
import { addDays, compareDays, type Day, dayOfMonth } from "@coffer/domain/time/day";
import { DAY_MS } from "@coffer/domain/time/duration";
import { addMonthsTo, monthOfDay } from "@coffer/domain/time/month";
import { localTime, type TimeZone, today } from "@coffer/domain/time/timezone";
import { resolveHomeBudget } from "../account/home.ts";
import { carryInto } from "../budget/carried-months.ts";
import type { Env } from "../env.ts";
import { type Limit, runLimit, type WorkPage, workThrough, workThroughPages } from "../pages.ts";
import { ledgerCurrencyOf } from "../share/households.ts";
import type { Stores } from "../stores.ts";
import type { DueWatch } from "./notification-store.ts";
import { notify } from "./notifications.ts";

type WatchPage = WorkPage<DueWatch> & { zone: TimeZone };

type Notified = { people: number; notified: number };

/** People who have not been here for so long are left alone until they come back. */
const ABSENCE_MS = 60 * DAY_MS;

/** Forecasts of categories and goals are made on every seventh day of a month. */
const FORECAST_DAYS = 7;

const WORKERS = 8;

/**
 * The daily job's part: each morning it notifies everybody of what no change of their home budget causes, and of what
 * was lost of what a change did cause. A person's next day is noted last, and each notice's id says what it is about:
 * any number of runs, at once or again, notify of it once.
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

  /** People whose morning has come at an instant (milliseconds), from a position on, if any. */
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

  /** A failure is left for the next run and keeps nobody else waiting. */
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
    const failures = await workThrough(items, WORKERS, notifyOne, isOver);
    if (failures.length > 0)
      throw new AggregateError(failures, `${failures.length} people's notices are left for the next run`);
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
    // The list may be behind, and so may a page that has waited in a queue.
    if (person?.since && person.since > since) return 0;
    if (!person || now - person.lastActiveAt > ABSENCE_MS) {
      await stores.watches.stop(userId);
      return 0;
    }
    const { user } = person;
    const day = today(now, user.timeZone);
    // Somebody who has moved is notified in the zone where they are now.
    if (user.timeZone !== zone) {
      await stores.watches.next(userId, user.timeZone, day);
      return 0;
    }
    // A day that midnight has overtaken is told of with the next.
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
    // A forecast moves slowly, and the months before cost more to read than all the rest.
    const isForecast = [first, day].some((one) => dayOfMonth(one) % FORECAST_DAYS === 0);
    const months = isForecast ? HISTORY_MONTHS : 0;
    const [categories, facts, goals, subscriptions] = await Promise.all([
      stores.categories.list(ownerId),
      stores.budgets.months(ownerId, addMonthsTo(month, -months), month),
      isForecast ? stores.goals.list(ownerId) : [],
      stores.subscriptions.list(ownerId),
    ]);
    const sums = { months: deriveMonths(facts), categories };
    const { months: history } = await carryInto(stores, ownerId, sums, clock());
    const budgets = history.find((each) => each.month === month)?.budgets ?? [];
    const forecasts = forecastMonth({ month, today: day, categories, history, budgets, subscriptions });
    const currency = await ledgerCurrencyOf(stores, user, ownerId);
    const purchases = facts.find((each) => each.month === month)?.transactions ?? [];
    const past = history.filter((each) => each.month < month);
    const isOver = (categoryId: Id) => {
      const dates = purchases.filter((one) => one.categoryId === categoryId).map(({ date }) => date);
      const actualIn = ({ budgets }: (typeof past)[number]) =>
        budgets.find((one) => one.categoryId === categoryId)?.actual ?? ZERO;
      return isSpendingOver(dates.sort(compareDays).at(-1) ?? null, day, past.map(actualIn));
    };
    return [
      ...forecasts
        .flatMap((forecast) => planNotices(currency, forecast, budgets))
        .filter(({ kind, categoryId }) => kind !== "projected-over" || !isOver(categoryId))
        .map(({ categoryId: _, ...notice }) => notice),
      ...subscriptions
        .filter((one) => isPaymentDue(one, first) || isPaymentDue(one, day))
        .map((one) => paymentNotice(one, day, currency)),
      ...goals.filter(isGoalReached).map((goal) => goalReachedNotice(goal, currency)),
      ...goals.flatMap((goal) => goalBehindNotice(goal, day, currency) ?? []),
    ];
  }
}

function planNotices(currency: Currency, forecast: Forecast, budgets: readonly Budget[]) {
  const { categoryId } = forecast;
  const row = budgets.find((one) => one.categoryId === categoryId);
  if (!row) return [];
  const expected = forecast.expected?.amount ?? row.actual;
  const category = { id: forecast.categoryId, name: forecast.category };
  const mark = reachedMark(row);
  const crossing = { ...row, category, expected };
  return [
    ...(mark ? [crossingNotice(mark, crossing, currency)] : []),
    ...(isProjectedOver(row, expected) ? [crossingNotice("projected-over", crossing, currency)] : []),
  ].map((notice) => ({ ...notice, categoryId }));
}
