import type { Category, Flow } from "@coffer/domain/category/category";
import { type Cents, minus, plus, sum, ZERO } from "@coffer/domain/money/money";
import { purchasesOf } from "@coffer/domain/payment/payment";
import { pluralize } from "@coffer/domain/text/plural";
import { type Month, monthLabel } from "@coffer/domain/time/month";
import { findTransactions } from "@coffer/domain/transaction/search";
import { netAmount, signedAmount, type Transaction } from "@coffer/domain/transaction/transaction";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { foundPages, monthTransactions, searchOf } from "../../api/transactions.ts";
import { KeepLooking } from "../../loading/KeepLooking.tsx";
import { usePeople } from "../../people/people.tsx";
import { useCategories, useOpenLedger } from "../../selection/selection.ts";
import { WhyFacts, WhyResult } from "../../why/WhySum.tsx";
import { WhyRows } from "./WhyRows.tsx";

/** Without a flow expenses are taken off income. */
type Props = { flow: Flow | undefined };

/** The transactions of one month that the address filters for. */
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

/** The filters are those of the list behind the panel. */
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
