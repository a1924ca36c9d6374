import type { Category, Flow } from "@coffer/domain/category/category";
import { type Cents, cents, minus, sum } from "@coffer/domain/money/money";
import { pluralize } from "@coffer/domain/text/plural";
import { type Month, monthLabel } from "@coffer/domain/time/month";
import { matcher } from "@coffer/domain/transaction/search";
import { netAmount, signedAmount, type Transaction } from "@coffer/domain/transaction/transaction";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { categoryList } from "../../api/categories.ts";
import { foundPages, monthTransactions, searchOf } from "../../api/transactions.ts";
import { useMoney } from "../../format/money.ts";
import { KeepLooking } from "../../loading/KeepLooking.tsx";
import { usePeople } from "../../people/use-people.ts";
import { useOpenLedger } from "../../selection/selection.ts";
import { WhyFacts } from "../../why/WhyFacts.tsx";
import { WhyResult } from "../../why/WhyResult.tsx";
import { WhyRows } from "./WhyRows.tsx";

/** `month` is undefined for all of them; without a flow expenses are taken off income. */
type Props = { flow: Flow | undefined; month: Month | undefined };

/** The transactions that the address filters for, of one month or of all. */
export function FoundWhy({ flow, month }: Props) {
  return month ? <OfMonth flow={flow} month={month} /> : <OfAllMonths flow={flow} />;
}

/** The filters are those of the list behind the panel. */
function useChosen(flow: Flow | undefined) {
  const { ledgerId } = useOpenLedger();
  const categories = useQuery(categoryList(ledgerId));
  const { by, ...address } = useSearch({ strict: false });
  const filters = { ...address, by: typeof by === "number" ? by : undefined };
  return {
    ledgerId,
    categories,
    search: { ...searchOf(filters, categories.data), ...(flow && { type: flow }) },
  };
}

function OfMonth({ flow, month }: { flow: Flow | undefined; month: Month }) {
  const { ledgerId, categories, search } = useChosen(flow);
  const { people } = usePeople();
  const transactions = useQuery(monthTransactions(ledgerId, month));
  return (
    <WhyResult queries={{ categories, transactions }}>
      {(data) => {
        const rows = data.transactions.filter(matcher(search, data.categories, people));
        return <Found rows={rows} categories={data.categories} flow={flow} period={monthLabel(month)} />;
      }}
    </WhyResult>
  );
}

function OfAllMonths({ flow }: { flow: Flow | undefined }) {
  const { ledgerId, categories, search } = useChosen(flow);
  const pages = useInfiniteQuery(foundPages(ledgerId, search));
  const { error, refetch } = pages;
  const found = { data: pages.data?.pages.at(-1), error, refetch };
  return (
    <WhyResult queries={{ categories, found }}>
      {(data) => {
        const { soFar, total } = data.found;
        const { count, income, expense } = total;
        const rows = pages.data?.pages.flatMap((page) => page.rows) ?? [];
        const amount = flow === "income" ? income : flow === "expense" ? expense : minus(income, expense);
        const rest = {
          count: count - rows.length,
          amount: minus(amount, sum(rows.map((row) => amountIn(row, flow)))),
          load: () => void pages.fetchNextPage(),
        };
        const period = soFar ? "what was searched so far" : "all months";
        return (
          <>
            <Found rows={rows} categories={data.categories} flow={flow} period={period} rest={rest} />
            <KeepLooking pages={pages} />
          </>
        );
      }}
    </WhyResult>
  );
}

function amountIn(row: Transaction, flow: Flow | undefined): Cents {
  return flow ? netAmount(row) : signedAmount(row);
}

type FoundProps = {
  rows: Transaction[];
  categories: Category[];
  flow: Flow | undefined;
  period: string;
  rest?: { count: number; amount: Cents; load: () => void };
};

function Found({ rows, categories, flow, period, rest }: FoundProps) {
  const { money } = useMoney();
  const listed = rows.map((transaction) => ({
    kind: "transaction" as const,
    amount: amountIn(transaction, flow),
    transaction,
  }));
  const amount = cents(sum(listed.map((row) => row.amount)) + (rest?.amount ?? 0));
  return (
    <>
      <WhyFacts
        amount={money(amount)}
        from={`from ${pluralize(rows.length + (rest?.count ?? 0), "row")} of ${period}`}
      />
      <WhyRows rows={listed} categories={categories} rest={rest} />
    </>
  );
}
