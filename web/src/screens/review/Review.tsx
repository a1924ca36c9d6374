import type { Category } from "@coffer/domain/category/category";
import type { Id } from "@coffer/domain/id";
import type { Cents } from "@coffer/domain/money/money";
import { purchasesOf } from "@coffer/domain/payment/payment";
import { type Choice, decisionOf, type Known } from "@coffer/domain/review/decision";
import { REVIEW_PAGE } from "@coffer/domain/review/definition";
import { pluralize } from "@coffer/domain/text/plural";
import { addDays, compareDays } from "@coffer/domain/time/day";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import type { Selection } from "../../api/call.ts";
import { categoryList } from "../../api/categories.ts";
import { goalList } from "../../api/goals.ts";
import { type ReviewRow, reviewRows, useAccept, useDismiss, useMarkTransfer } from "../../api/review.ts";
import { subscriptionList } from "../../api/subscriptions.ts";
import { transactionsBetween } from "../../api/transactions.ts";
import { useMoney } from "../../format/money.ts";
import { RouterButton } from "../../links/router-links.tsx";
import { lazyPart } from "../../loading/lazy.tsx";
import { QueryResult } from "../../loading/QueryResult.tsx";
import { useCategories, useOpenLedger, useToday } from "../../selection/selection.ts";
import { Button } from "../../ui/base/Button.tsx";
import { Skeleton } from "../../ui/base/Loading.tsx";
import { secondPresses } from "../../ui/controls/second-press.ts";
import { Card } from "../../ui/display/Card.tsx";
import { EmptyState } from "../../ui/display/EmptyState.tsx";
import { PageHeader } from "../../ui/layout/Frame.tsx";
import { ReviewList } from "./ReviewList.tsx";
import "./Review.css";

// Lazy: most budgets have categories.
const StarterOffer = lazyPart(() => import("../../budget/StarterOffer.tsx"), "StarterOffer");

export const reads = ({ ledgerId }: Pick<Selection, "ledgerId">) => ({
  review: reviewRows(ledgerId),
  categories: categoryList(ledgerId),
  goals: goalList(ledgerId),
  subscriptions: subscriptionList(ledgerId),
});

/** Matching transactions are searched this many days around a row. */
const NEAR_DAYS = 7;

export function Review() {
  const { ledgerId, can } = useOpenLedger();
  const [pages, setPages] = useState(1);
  const review = useQuery(reviewRows(ledgerId, pages));
  const categories = useCategories();
  const goals = useQuery(goalList(ledgerId));
  const subscriptions = useQuery(subscriptionList(ledgerId));
  const transactions = useTransactionsNear(review.data?.rows ?? []);
  return (
    <>
      <PageHeader
        title="To review"
        description="Imported rows that need a decision. They count in no figure until then."
      />
      <QueryResult
        queries={{ review, categories, goals, subscriptions, transactions }}
        failed="Failed to load the rows to review"
        pending={
          <Card>
            <Skeleton height="3.5rem" lines={6} />
          </Card>
        }
      >
        {({ review: { rows, total, cursor }, transactions, ...known }) =>
          rows.length === 0 ? (
            <EmptyState
              illustration="transactions"
              title="Nothing to review"
              action={can("transactions") && <RouterButton to="/import">Import a file</RouterButton>}
            >
              When you import a file, rows without a certain category wait here.
            </EmptyState>
          ) : (
            <Waiting
              rows={rows}
              total={total}
              categories={known.categories}
              known={{ ...known, transactions: purchasesOf(transactions), rows }}
              onMore={cursor === null ? undefined : () => setPages(pages + 1)}
            />
          )
        }
      </QueryResult>
    </>
  );
}

/** The transactions that rows may match. None are read if no row resembles one. */
function useTransactionsNear(rows: readonly ReviewRow[]) {
  const { ledgerId } = useOpenLedger();
  const today = useToday();
  const days = rows
    .filter(({ match, transferOf }) => match?.state === "like" || transferOf !== null)
    .map(({ date }) => date)
    .sort(compareDays);
  const [first = today] = days;
  const last = days.at(-1) ?? today;
  const near = useQuery({
    ...transactionsBetween(ledgerId, addDays(first, -NEAR_DAYS), addDays(last, NEAR_DAYS)),
    enabled: days.length > 0,
  });
  return days.length > 0 ? near : { data: [], error: null, refetch: () => undefined };
}

type Total = { count: number; income: Cents; expense: Cents };

/** "7 rows, $312.40 out, $5.00 in" */
function useTotalText({ count, income, expense }: Total): string {
  const { money } = useMoney();
  const sums = [expense !== 0 && `${money(expense)} out`, income !== 0 && `${money(income)} in`];
  return [pluralize(count, "row"), ...sums].filter(Boolean).join(", ");
}

type WaitingProps = {
  rows: readonly ReviewRow[];
  total: Total;
  categories: Category[];
  known: Known;
  onMore: (() => void) | undefined;
};

function Waiting({ rows, total, categories, known, onMore }: WaitingProps) {
  const { ledgerId, can } = useOpenLedger();
  // Constant, because the set-up stays open after it has created the categories.
  const [isWithout] = useState(categories.length === 0);
  const [choices, setChoices] = useState<ReadonlyMap<Id, Choice>>(new Map());
  const accept = useAccept(ledgerId);
  const transfer = useMarkTransfer(ledgerId);
  const dismiss = useDismiss(ledgerId);
  const totalText = useTotalText(total);
  // A decided row or closed dialog leaves the next row under the pointer: a double press must decide only the first.
  const [isSecondPress] = useState(secondPresses);
  const decided = rows.map((row) => {
    const choice = choices.get(row.id) ?? {};
    return { row, choice, decision: decisionOf(row, choice, known) };
  });
  const certain = decided.flatMap(({ decision }) =>
    decision.does === "accept" && decision.isCertain ? [decision.row] : [],
  );
  return (
    <div
      className="stack"
      onClickCapture={(event) => {
        const isOfDialog = event.target instanceof Element && event.target.closest("dialog");
        if (isSecondPress(event.nativeEvent) && !isOfDialog) event.stopPropagation();
      }}
    >
      {can("categories") && isWithout && (
        <Suspense>
          <StarterOffer categories={categories} />
        </Suspense>
      )}
      <Card
        title={totalText}
        flush
        action={
          can("transactions") &&
          certain.length > 0 && (
            <Button onClick={() => accept.mutate(certain)}>
              {`Accept ${pluralize(certain.length, "certain row")}`}
            </Button>
          )
        }
      >
        <ReviewList
          decided={decided}
          known={known}
          actions={
            can("transactions")
              ? {
                  onChoose: (ids, choice) =>
                    setChoices((before) => {
                      const next = new Map(before);
                      for (const id of ids) next.set(id, { ...next.get(id), ...choice });
                      return next;
                    }),
                  onAccept: (accepted) => accept.mutate([accepted]),
                  onTransfer: (pair) => transfer.mutate([pair]),
                  onDismiss: (ids) => dismiss.mutate(ids),
                }
              : undefined
          }
        />
        {onMore && (
          <div className="review-more">
            <p className="muted">
              {`The newest ${rows.length} of ${total.count}. The next ones follow as you decide these.`}
            </p>
            <Button variant="secondary" size="small" onClick={onMore}>
              {`Show ${Math.min(REVIEW_PAGE, total.count - rows.length)} more`}
            </Button>
          </div>
        )}
      </Card>
    </div>
  );
}
