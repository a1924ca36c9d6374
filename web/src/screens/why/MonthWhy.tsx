import { actualsSince } from "@coffer/domain/budget/actuals-since";
import { type Explanation, explain } from "@coffer/domain/budget/explain";
import type { Explained } from "@coffer/domain/budget/explained";
import { type Category, categoryOf, type Flow } from "@coffer/domain/category/category";
import { KIND_NAMES } from "@coffer/domain/category/choices";
import { joinIds, type WhyTarget } from "@coffer/domain/link/links";
import { type Cents, cents, minus, plus, sum, ZERO } from "@coffer/domain/money/money";
import { purchasesOf } from "@coffer/domain/payment/payment";
import { pluralize } from "@coffer/domain/text/plural";
import { type Month, monthLabel, monthOfDay, yearOf } from "@coffer/domain/time/month";
import { findTransactions } from "@coffer/domain/transaction/search";
import { netAmount, signedAmount, type Transaction } from "@coffer/domain/transaction/transaction";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { earlierMonths, monthBudgets } from "../../api/budgets.ts";
import { explanation, toSpend } from "../../api/figures.ts";
import { foundPages, monthTransactions, searchOf } from "../../api/transactions.ts";
import { useMoney } from "../../format/money.ts";
import { KeepLooking } from "../../loading/KeepLooking.tsx";
import { usePeople } from "../../people/people.tsx";
import { useCategories, useOpenLedger, useToday } from "../../selection/selection.ts";
import { CategoryBadge } from "../../ui/display/CategoryBadge.tsx";
import { EmptyState } from "../../ui/display/EmptyState.tsx";
import { WhyLink } from "../../why/WhyLink.tsx";
import { WhyFacts, WhyList, WhyResult } from "../../why/WhySum.tsx";
import { WhyRows } from "./WhyRows.tsx";
import "./MonthBars.css";

/** The month itself and those before it. */
const MONTHS = 6;

export function MonthWhy({ explained, month }: { explained: Explained; month: Month }) {
  const { ledgerId } = useOpenLedger();
  const today = useToday();
  const categories = useCategories();
  const budgets = useQuery(monthBudgets(ledgerId, month));
  const transactions = useQuery(monthTransactions(ledgerId, month));
  const earlier = useQuery(earlierMonths(ledgerId, month));
  // Earlier months are cached as sums, which contain neither carried amounts nor totals up to the same day.
  const isHeld = !("card" in explained ? explained.card === "to-spend" : explained.part === "available");
  const isGone =
    "categoryIds" in explained &&
    categories.data &&
    !explained.categoryIds.every((id) => categories.data.some((category) => category.id === id));
  const enabled = !isGone && (!isHeld || month === monthOfDay(today));
  const remote = useQuery({ ...explanation(ledgerId, month, explained), enabled });
  if (isGone) return <EmptyState illustration="categories" title="This category no longer exists" />;
  if (!isHeld) {
    return (
      <WhyResult queries={{ categories, remote }}>
        {(data) => (
          <>
            <Content {...data.remote} explained={explained} categories={data.categories} />
            {"card" in explained && <SetApart month={month} categories={data.categories} />}
          </>
        )}
      </WhyResult>
    );
  }
  return (
    <WhyResult queries={{ categories, budgets, transactions, earlier }}>
      {(data) => {
        const derived = explain(explained, {
          ...data,
          month,
          today,
          plans: data.budgets.filter(({ projected }) => projected !== 0),
          resetAt: actualsSince(data.budgets),
          months: data.earlier.slice(1 - MONTHS),
          past: [],
        });
        const usualByNow = remote.data?.usualByNow ?? null;
        const shared = { explained, categories: data.categories };
        return <Content {...derived} {...shared} usualByNow={usualByNow} />;
      }}
    </WhyResult>
  );
}

type ContentProps = Explanation & { explained: Explained; categories: Category[] };

function Content({ explained, categories, amount, rows, months, ...compared }: ContentProps) {
  const { money } = useMoney();
  const { usual, usualByNow, largest } = compared;
  const largestText =
    largest?.kind === "transaction" && `${largest.transaction.description}, ${money(largest.amount)}`;
  return (
    <>
      <WhyFacts
        amount={amount}
        from={`from ${pluralize(rows.length, "row")}`}
        facts={[
          usual !== null && ["Usually", comparison(amount, usual, usualByNow, money)],
          !!largestText && ["Largest", largestText],
        ]}
      >
        {months.length > 1 && <MonthBars why={whyOf(explained)} months={months} />}
      </WhyFacts>
      <WhyRows rows={rows} categories={categories} />
    </>
  );
}

/** The bars of negative amounts hang below the line. */
function MonthBars({ why, months }: { why: WhyTarget; months: Explanation["months"] }) {
  const { whole } = useMoney();
  const most = Math.max(1, ...months.map(({ amount }) => Math.abs(amount)));
  return (
    <ol className="month-bars" aria-label={`The last ${months.length} months`}>
      {months.map(({ month, amount }) => {
        const name = monthLabel(month).slice(0, 3);
        return (
          <li key={month} title={`${name} ${yearOf(month)}: ${whole(amount)}`}>
            <span className="month-amount">
              <WhyLink of={monthLabel(month)} why={why} month={month} text={whole(amount)} />
            </span>
            <span className="month-bar" data-negative={amount < 0}>
              <span style={{ height: `${(Math.abs(amount) / most) * 100}%` }} />
            </span>
            <span className="month-short">{name}</span>
          </li>
        );
      })}
    </ol>
  );
}

/** The current month is compared with the totals up to the same day of earlier months. */
function comparison(amount: Cents, usual: Cents, byNow: Cents | null, money: (amount: Cents) => string) {
  const whole = byNow === null ? "" : `, ${money(byNow)} of it by this day`;
  const compared = byNow ?? usual;
  if (amount === compared) return `${money(usual)} a month${whole}, exactly as now`;
  const by = money(cents(Math.abs(amount - compared)));
  return `${money(usual)} a month${whole}; this is ${by} ${amount > compared ? "more" : "less"}`;
}

function whyOf(explained: Explained): WhyTarget {
  if ("card" in explained) return explained.card;
  const ids = joinIds(explained.categoryIds);
  return explained.part === "actual" ? ids : `${explained.part}-${ids}`;
}

const REASONS = {
  chosen: "as chosen",
  goal: "for a goal",
  bills: "by its subscriptions",
  rhythm: "about the same comes once or twice a month",
  everyday: "",
};

/** The categories that do not count in To spend, with the reasons. */
export function SetApart({ month, categories }: { month: Month; categories: Category[] }) {
  const { ledgerId } = useOpenLedger();
  const { data } = useQuery({ ...toSpend(ledgerId, month), meta: {} });
  const apart = data?.setApart.categories ?? [];
  if (apart.length === 0) return null;
  return (
    <section aria-labelledby="set-apart">
      <h3 id="set-apart">Set apart, so not included</h3>
      <WhyList
        label="Set apart"
        rows={apart.map(({ categoryId, amount, kind, reason }) => {
          const category = categoryOf({ categoryId }, categories);
          return {
            key: categoryId,
            lead: <CategoryBadge {...category} size="small" />,
            name: category.name,
            note: `${KIND_NAMES[kind]}, ${REASONS[reason]}`,
            amount,
          };
        })}
      />
    </section>
  );
}

/** Without a flow, expenses are subtracted from income. */
type Props = { flow: Flow | undefined };

/** The transactions of one month that pass the filters in the URL. */
export function FoundInMonth({ flow, month }: Props & { month: Month }) {
  const { ledgerId, categories, search } = useChosen(flow);
  const { people } = usePeople();
  const transactions = useQuery(monthTransactions(ledgerId, month));
  return (
    <WhyResult queries={{ categories, transactions }}>
      {(data) => {
        const rows = purchasesOf(findTransactions(data.transactions, search, data.categories, people));
        return <Found rows={rows} categories={data.categories} flow={flow} period={monthLabel(month)} />;
      }}
    </WhyResult>
  );
}

export function FoundWhy({ flow }: Props) {
  const { ledgerId, categories, search } = useChosen(flow);
  const pages = useInfiniteQuery(foundPages(ledgerId, search));
  const { error, refetch } = pages;
  const found = { data: pages.data?.pages.at(-1), error, refetch };
  return (
    <WhyResult queries={{ categories, found }}>
      {(data) => {
        const { soFar, total } = data.found;
        const rows = purchasesOf(pages.data?.pages.flatMap((page) => page.rows) ?? []);
        const amount = flow ? total[flow] : minus(total.income, total.expense);
        const rest = {
          count: total.count - rows.length,
          amount: minus(amount, sum(rows.map((row) => amountIn(row, flow)))),
          load: () => void pages.fetchNextPage(),
        };
        const period = soFar ? "what was searched so far" : "all months";
        return (
          <>
            <Found rows={rows} categories={data.categories} flow={flow} period={period} rest={rest} />
            {rest.count <= 0 && <KeepLooking pages={pages} />}
          </>
        );
      }}
    </WhyResult>
  );
}

/** Uses the filters of the list behind the panel. */
function useChosen(flow: Flow | undefined) {
  const { ledgerId } = useOpenLedger();
  const categories = useCategories();
  const { by, ...address } = useSearch({ strict: false });
  const filters = { ...address, by: typeof by === "number" ? by : undefined };
  const search = { ...searchOf(filters, categories.data), ...(flow && { type: flow }) };
  return { ledgerId, categories, search };
}

const amountIn = (row: Transaction, flow: Flow | undefined): Cents =>
  flow ? netAmount(row) : signedAmount(row);

type FoundProps = Props & {
  rows: Transaction[];
  categories: Category[];
  period: string;
  rest?: { count: number; amount: Cents; load: () => void };
};

function Found({ rows, categories, flow, period, rest }: FoundProps) {
  const kind = "transaction" as const;
  const listed = rows.map((transaction) => ({ kind, amount: amountIn(transaction, flow), transaction }));
  const count = pluralize(rows.length + (rest?.count ?? 0), "row");
  const amount = plus(sum(listed.map((row) => row.amount)), rest?.amount ?? ZERO);
  return (
    <>
      <WhyFacts amount={amount} from={`from ${count} of ${period}`} />
      <WhyRows rows={listed} categories={categories} rest={rest} />
    </>
  );
}
