import type { Category } from "@coffer/domain/category";
import { transactionsCsv } from "@coffer/domain/export";
import { matcher } from "@coffer/domain/search";
import { PAGE_SIZE, pageOf, type Transaction } from "@coffer/domain/transaction";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useDeleteTransaction } from "../../api/transactions.ts";
import { TransactionDialog } from "../../forms/TransactionDialog.tsx";
import { RouterButton } from "../../shell/links.tsx";
import { useMoney } from "../../shell/money.ts";
import { QueryResult } from "../../shell/QueryResult.tsx";
import { useMonth, useOpenBudget } from "../../shell/selection.ts";
import { Button } from "../../ui/base/Button.tsx";
import { Pagination } from "../../ui/controls/Pagination.tsx";
import { Card } from "../../ui/display/Card.tsx";
import { Skeleton } from "../../ui/display/Skeleton.tsx";
import { PageHeader } from "../../ui/layout/Frame.tsx";
import { useConfirm } from "../../ui/overlays/confirm.ts";
import { saveFile } from "../../ui/save-file.ts";
import { Filters } from "./Filters.tsx";
import { NoTransactions } from "./NoTransactions.tsx";
import { reads } from "./reads.ts";
import { TransactionTable } from "./TransactionTable.tsx";
import { useFilters } from "./use-filters.ts";
import "./Transactions.css";

type Open = { dialog: "add" } | { dialog: "edit"; transaction: Transaction };

export function Transactions() {
  const { budget, can } = useOpenBudget();
  const [open, setOpen] = useState<Open | null>(null);
  const confirm = useConfirm();
  const remove = useDeleteTransaction(budget);
  const { signed } = useMoney();
  const month = useMonth();
  const read = reads({ budget, month });
  const categories = useQuery(read.categories);
  const filters = useFilters(categories.data);
  const transactions = useQuery(read.transactions);
  const ready = categories.data && transactions.data;
  const add = can("transactions") ? () => setOpen({ dialog: "add" }) : undefined;
  const close = () => setOpen(null);
  const askToDelete = (transaction: Transaction) => {
    confirm({
      title: "Delete Transaction",
      body: `Are you sure you want to delete “${transaction.description}” (${signed(transaction)})? This cannot be undone.`,
      // Optimistic: it leaves the list at once, so there is nothing to wait for.
      action: { label: "Delete", run: () => remove.mutate(transaction) },
    });
  };
  return (
    <>
      <PageHeader title="Transactions">
        {add && (
          <RouterButton to="/import" variant="secondary">
            Import
          </RouterButton>
        )}
        {add && (
          <Button icon="plus" onClick={add}>
            Add Transaction
          </Button>
        )}
      </PageHeader>
      <Filters {...filters} categories={categories.data ?? []} />
      <Card flush>
        <QueryResult
          data={ready && { categories: categories.data, rows: transactions.data }}
          from={[categories, transactions]}
          failed="Failed to load transactions"
          pending={<TableSkeleton />}
        >
          {(data) => {
            const found = data.rows.filter(matcher(filters.chosen, data.categories));
            const { rows, page } = pageOf(found, filters.page);
            if (rows.length === 0) {
              const needsCategory = data.categories.length === 0 && can("categories");
              return (
                <NoTransactions
                  needsCategory={needsCategory}
                  {...(filters.any ? { onClear: filters.clear } : add && { onAdd: add })}
                />
              );
            }
            return (
              <>
                <TransactionTable
                  rows={rows}
                  categories={data.categories}
                  {...(can("transactions") && {
                    onEdit: (transaction) => setOpen({ dialog: "edit", transaction }),
                    onDelete: askToDelete,
                  })}
                />
                <div className="transactions-export">
                  <Button
                    variant="quiet"
                    size="small"
                    onClick={() => saveFile(csvFile(found, data.categories), `transactions-${month}.csv`)}
                  >
                    Export as CSV
                  </Button>
                </div>
                <div className="transactions-pages">
                  <Pagination page={page} pageSize={PAGE_SIZE} total={found.length} onPage={filters.toPage} />
                </div>
              </>
            );
          }}
        </QueryResult>
      </Card>
      {open?.dialog === "add" && <TransactionDialog onClose={close} />}
      {open?.dialog === "edit" && <TransactionDialog transaction={open.transaction} onClose={close} />}
    </>
  );
}

/** All that the filters let through, on whatever page it is. */
const csvFile = (found: readonly Transaction[], categories: readonly Category[]) =>
  new Blob([transactionsCsv(found, categories)], { type: "text/csv;charset=utf-8" });

function TableSkeleton() {
  return (
    <div className="transactions-skeleton">
      <Skeleton height="1.5rem" lines={8} />
    </div>
  );
}
