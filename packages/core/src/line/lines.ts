import { deriveBudgets } from "@coffer/domain/budget/budget";
import { type Explanation, explainLine } from "@coffer/domain/budget/explain";
import { KIND_MONTHS, kindsOf } from "@coffer/domain/budget/kind";
import { MONTHS_AHEAD } from "@coffer/domain/ceilings";
import {
  AFFORD_MONTHS,
  type Answer,
  afford,
  everydayOf,
  monthsToAnswer,
  NEEDS_BALANCE,
  type Question,
} from "@coffer/domain/line/afford";
import {
  balancesSince,
  type Forecast,
  forecastLine,
  lineDays,
  lineRows,
  lowestDay,
} from "@coffer/domain/line/line";
import type { Account, BalancePoint } from "@coffer/domain/money-account/account";
import { AMERICAN } from "@coffer/domain/text/locale";
import { addDays, type Day, daysBetween } from "@coffer/domain/time/day";
import { formatDay } from "@coffer/domain/time/format-day";
import {
  addMonthsTo,
  firstDay,
  lastDay,
  type Month,
  monthLabel,
  monthOfDay,
  monthsBetween,
  previousMonth,
} from "@coffer/domain/time/month";
import { type OpenLedger, requireRight } from "../access.ts";
import { carryInto } from "../budget/carried-months.ts";
import type { Env } from "../env.ts";
import { inSteps } from "../in-steps.ts";
import { invalid } from "../refusal.ts";
import { ledgerCurrencyOf } from "../share/households.ts";
import type { Stores } from "../stores.ts";

/** A balance older than this is not updated by the transactions recorded since. */
const MOST_MONTHS_SINCE = 12;
/** People are asked to enter a balance again after so many days. */
const OLD_DAYS = 31;

type Known = { forecast: Forecast; accounts: Account[]; names: ReadonlyMap<number, string> };

export function createLines(
  stores: Pick<Stores, "budgets" | "households" | "users">,
  { clock }: Pick<Env, "clock">,
) {
  async function forecast({ ownerId, today }: OpenLedger, last: Month): Promise<Known> {
    const current = monthOfDay(today);
    const first = addMonthsTo(current, -KIND_MONTHS);
    const view = await stores.budgets.ahead(ownerId, { first, month: current, last }, clock());
    const { accounts, history, months, subscriptions, goals, categories } = view;
    const [facts = { month: current, plans: [], transactions: [], resetAt: null }] = months;
    const sums = [...history, { month: current, budgets: deriveBudgets(facts) }];
    const carried = await carryInto(stores, ownerId, { months: sums, categories }, clock());
    const budgets = carried.months.at(-1)?.budgets ?? [];
    const kinds = kindsOf(categories, { today, subscriptions, goals, history, plans: budgets });
    const earlier = await monthsSince(ownerId, balancesSince(accounts), current);
    const known = { today, last, accounts, categories, kinds, budgets, history, subscriptions, goals };
    const line = await inSteps(forecastLine({ ...known, months: [...earlier, ...months] }));
    return { forecast: line, accounts, names: new Map(categories.map(({ id, name }) => [id, name])) };
  }

  /** The facts of the months before the current one in which something may have been recorded since the balance. */
  async function monthsSince(ownerId: number, since: Day | null, current: Month) {
    const from = since && monthOfDay(addDays(since, 1));
    if (!from || from >= current || monthsBetween(from, current) > MOST_MONTHS_SINCE) return [];
    return stores.budgets.months(ownerId, from, previousMonth(current));
  }

  async function viewOf(ledger: OpenLedger, last: Month) {
    const { forecast: line, accounts, names } = await forecast(ledger, last);
    const hasBalance = line.balances.length > 0;
    const days = hasBalance ? await inSteps(lineDays(line)) : [];
    return { line, accounts, names, view: { days, setAside: line.reserves, everyday: everydayOf(line) } };
  }

  return {
    async line(ledger: OpenLedger, given: Month | undefined, count: number) {
      const current = monthOfDay(ledger.today);
      const from = given ?? current;
      if (from < current) throw invalid("from", "The line begins today: choose this month or a later one");
      const last = addMonthsTo(from, count - 1);
      refuseFar(current, last, "months");
      const { line, accounts, view } = await viewOf(ledger, last);
      const days = view.days.filter(({ date }) => date >= firstDay(from));
      return { ...view, days, lowest: lowestDay(days), missing: missingOf(line, accounts) };
    },

    /** Refuses (forbidden) those who may not see accounts, as the endpoint is open to every reader. */
    async explain(ledger: OpenLedger, date: Day): Promise<Explanation> {
      const { today } = ledger;
      requireRight(ledger, "manage");
      if (date < today) throw invalid("date", "The line begins today: choose today or a later day");
      const month = monthOfDay(date);
      refuseFar(monthOfDay(today), month, "date");
      const { line, view } = await viewOf(ledger, month);
      const isEnd = (one: BalancePoint) => one.date === lastDay(monthOfDay(one.date)) && one.date < date;
      const ends = view.days
        .filter(isEnd)
        .map((one) => ({ month: monthOfDay(one.date), amount: one.amount }));
      return explainLine(month, view.days.length > 0 ? lineRows(line, date) : [], ends);
    },

    async afford(ledger: OpenLedger, question: Question): Promise<Answer> {
      const { today, user, ownerId } = ledger;
      if (question.date < today) throw invalid("date", "Choose today or a later day");
      const current = monthOfDay(today);
      const ahead = monthsBetween(current, monthOfDay(question.date));
      if (ahead >= AFFORD_MONTHS) {
        const end = formatDay(lastDay(addMonthsTo(current, AFFORD_MONTHS - 1)), today, AMERICAN);
        throw invalid("date", `Choose a day until ${end}: further ahead the line is a guess`);
      }
      const months = monthsToAnswer(question.date, today);
      const [{ view, names }, currency] = await Promise.all([
        viewOf(ledger, addMonthsTo(current, months - 1)),
        ledgerCurrencyOf(stores, user, ownerId),
      ]);
      return afford(view, question, { currency, locale: AMERICAN, today, nameOf: (id) => names.get(id) });
    },
  };
}

function refuseFar(current: Month, last: Month, path: string): void {
  const end = addMonthsTo(current, MONTHS_AHEAD);
  if (last > end) throw invalid(path, `The line goes at most to ${monthLabel(end)}`);
}

/** Tells people what to enter to improve the line. */
function missingOf({ today, balances, events }: Forecast, accounts: readonly Account[]): string[] {
  if (balances.length === 0) return [NEEDS_BALANCE];
  const newest = balances.toSorted((a, b) => (a.date < b.date ? 1 : -1))[0];
  const isOld = newest && daysBetween(newest.date, today) > OLD_DAYS;
  const name = accounts.find(({ id }) => id === newest?.accountId)?.name;
  const hasIncome = events.some(
    ({ row }) => row.kind !== "saved" && row.kind !== "transaction" && row.amount > 0,
  );
  return [
    ...(isOld
      ? [`The balance of ${name} is of ${formatDay(newest.date, today, AMERICAN)}: enter today's.`]
      : []),
    ...(hasIncome ? [] : ["No income is expected: plan some, or add your pay as recurring income."]),
  ];
}
