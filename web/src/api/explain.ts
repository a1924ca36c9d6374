import { explain } from "@coffer/contract/explain";
import { transactions } from "@coffer/contract/transaction";
import type { Explained } from "@coffer/domain/budget/explain";
import type { Category } from "@coffer/domain/category/category";
import { draftOf } from "@coffer/domain/definition/kind";
import type { Id } from "@coffer/domain/id";
import { sum } from "@coffer/domain/money/money";
import { type Month, monthOfDay } from "@coffer/domain/time/month";
import { transaction } from "@coffer/domain/transaction/definition";
import type { Transaction } from "@coffer/domain/transaction/transaction";
import { type QueryClient, type QueryKey, queryOptions } from "@tanstack/react-query";
import type { InferOutput } from "valibot";
import { monthParams } from "./budgets.ts";
import { changeAllAtOnce, changeAtOnce } from "./cached-list.ts";
import { call } from "./call.ts";
import { sendEdit } from "./edit-version.ts";
import { type Budget, queryKey } from "./query-key.ts";
import { monthTransactions } from "./transactions.ts";
import { useApiMutation } from "./use-api-mutation.ts";

export type Explanation = InferOutput<typeof explain.get.reply>;

const EXPLAIN = "explain";

/** The key of all explanations of a month. Under `budgets`, since they change whenever they do. */
function explanations(budget: Budget, month: Month): QueryKey {
  return queryKey(budget, "budgets", month, EXPLAIN);
}

/** The rows that a number of the month is the sum of. */
export function explanation(budget: Budget, month: Month, explained: Explained) {
  const isCard = "card" in explained;
  const query = isCard ? explained : { part: explained.part, categoryId: explained.categoryIds.join(",") };
  return queryOptions({
    queryKey: [
      ...explanations(budget, month),
      ...(isCard ? [explained.card] : [explained.part, ...explained.categoryIds]),
    ],
    queryFn: ({ signal }) =>
      call(explain.get, { budget, query: { ...monthParams(month), ...query }, signal }),
  });
}

/** The categories that a query key names; none where its number is one of all categories. */
function explainedCategories(key: QueryKey): Id[] {
  return key.slice(key.indexOf(EXPLAIN) + 1).filter((part) => typeof part === "number");
}

type Move = { transaction: Transaction; category: Category };

export function useMoveTransaction(budget: Budget) {
  return useApiMutation({
    run({ transaction: opened, category }: Move, _, written) {
      const params = { id: opened.id };
      const body = { ...draftOf(transaction, opened), categoryId: category.id };
      const schema = transactions.update.body;
      return sendEdit({ kind: transaction, budget, opened, body, schema }, (version, body) =>
        call(transactions.update, { budget, params, body, version, written }),
      );
    },
    optimisticUpdate: (client, move) => showMoved(client, budget, move),
    affects: [budget, "transactions"],
    successToast: (_, { category }) => ({ title: `Moved to ${category.name}` }),
    failureToast: { title: "Failed to update transaction", description: "Failed to update transaction" },
  });
}

function showMoved(client: QueryClient, budget: Budget, { transaction, category }: Move): () => void {
  const month = monthOfDay(transaction.date);
  const restoreList = changeAtOnce(client, monthTransactions(budget, month).queryKey, (rows) =>
    rows.map((row) => (row.id === transaction.id ? { ...row, categoryId: category.id } : row)),
  );
  const restoreExplained = changeAllAtOnce<Explanation>(
    client,
    explanations(budget, month),
    (explanation, queryKey) =>
      afterMove(explanation, explainedCategories(queryKey), transaction.id, category.id),
  );
  return () => {
    restoreList();
    restoreExplained();
  };
}

/** A number of some `categories` loses what is moved to another; one of all, whose list is empty, keeps it. */
function afterMove(
  explanation: Explanation,
  categories: readonly Id[],
  transactionId: Id,
  categoryId: Id,
): Explanation {
  const isMoved = (row: Explanation["rows"][number]) =>
    row.kind === "transaction" && row.transaction.id === transactionId;
  if (categories.length === 0 || categories.includes(categoryId)) {
    const rows = explanation.rows.map((row) =>
      row.kind === "transaction" && isMoved(row)
        ? { ...row, transaction: { ...row.transaction, categoryId } }
        : row,
    );
    return { ...explanation, rows };
  }
  const rows = explanation.rows.filter((row) => !isMoved(row));
  const amount = sum(rows.map((row) => row.amount));
  const months = explanation.months.map((month, index, { length }) =>
    index === length - 1 ? { ...month, amount } : month,
  );
  return { ...explanation, rows, amount, months };
}
