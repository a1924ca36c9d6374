import { dayTotals, type Transaction } from "@coffer/domain/transaction/transaction";
import { type ComponentProps, Suspense, useState } from "react";
import type { Selection } from "../../api/call.ts";
import { categoryList } from "../../api/categories.ts";
import { monthTransactions, useDeleteTransaction } from "../../api/transactions.ts";
import type { Moved } from "../../forms/AlikeOffer.tsx";
import { RouterButton } from "../../links/router-links.tsx";
import { lazyPart, useDialog } from "../../loading/lazy.tsx";
import { QueryResult } from "../../loading/QueryResult.tsx";
import { useCategories, useOpenLedger } from "../../selection/selection.ts";
import { Button } from "../../ui/base/Button.tsx";
import { Skeleton } from "../../ui/base/Loading.tsx";
import { useRowSelection } from "../../ui/controls/use-row-selection.ts";
import { Card } from "../../ui/display/Card.tsx";
import { PageHeader } from "../../ui/layout/Frame.tsx";
import { useIsDesktop } from "../../ui/layout/use-is-desktop.ts";
import { Filters, FoundBar } from "./Filters.tsx";
import { ListFooter } from "./ListFooter.tsx";
import { TransactionTable } from "./TransactionTable.tsx";
import { type Filters as FilterState, type Found, useFilters, useFound } from "./use-found.ts";
import "./Transactions.css";

// Lazy, because most visits need none of these.
const TransactionDialog = lazyPart(() => import("../../forms/TransactionDialog.tsx"), "TransactionDialog");
const AlikeOffer = lazyPart(() => import("../../forms/AlikeOffer.tsx"), "AlikeOffer");
const SpreadDialog = lazyPart(() => import("../../forms/SpreadDialog.tsx"), "SpreadDialog");
const KeepLooking = lazyPart(() => import("../../loading/KeepLooking.tsx"), "KeepLooking");
const NoTransactions = lazyPart(() => import("./NoTransactions.tsx"), "NoTransactions");
const SelectionBar = lazyPart(() => import("../../forms/SelectionBar.tsx"), "SelectionBar");

export const reads = ({ ledgerId, month }: Selection) => ({
  categories: categoryList(ledgerId),
  transactions: monthTransactions(ledgerId, month),
});

export function Transactions() {
  const { ledgerId, can } = useOpenLedger();
  const { open, dialog } = useDialog();
  const [moved, setMoved] = useState<Moved | null>(null);
  const remove = useDeleteTransaction(ledgerId);
  const categories = useCategories();
  const filters = useFilters(categories.data);
  const found = useFound(filters, categories.data);
  const selection = useRowSelection(found.data?.rows.filter(({ lines }) => !lines) ?? []);
  const mayChange = can("transactions");
  const isDesktop = useIsDesktop();
  const size = isDesktop ? "medium" : "small";
  const spread = (transaction: Transaction) =>
    open((close) => <SpreadDialog transaction={transaction} onClose={close} />);
  const onSpread = can("categories") ? spread : undefined;
  const edit = (transaction?: Transaction) =>
    open((close) => (
      <TransactionDialog transaction={transaction} onClose={close} onMoved={setMoved} onSpread={onSpread} />
    ));
  const add = mayChange ? () => edit() : undefined;
  const actions = mayChange
    ? { onEdit: edit, onDelete: remove.mutate, onMoved: setMoved, onSpread }
    : undefined;
  return (
    <>
      <PageHeader title="Transactions">
        {add && (
          <>
            <RouterButton to="/import" variant="secondary" size={size}>
              Import
            </RouterButton>
            <Button variant="primary" icon="plus" size={size} onClick={add}>
              Add Transaction
            </Button>
          </>
        )}
      </PageHeader>
      <Filters {...filters} categories={categories.data ?? []} />
      <Suspense>
        {moved && <AlikeOffer key={moved.transaction.id} {...moved} onDone={() => setMoved(null)} />}
      </Suspense>
      <Card flush>
        <QueryResult
          queries={{ categories, found }}
          failed="Failed to load transactions"
          pending={
            <div className="transactions-skeleton">
              <Skeleton height="1.5rem" lines={8} />
            </div>
          }
        >
          {(data) => (
            <FoundList {...data} filters={filters} selection={selection} actions={actions} onAdd={add} />
          )}
        </QueryResult>
      </Card>
      {dialog}
    </>
  );
}

type ListProps = Pick<ComponentProps<typeof TransactionTable>, "categories" | "actions"> & {
  found: Found;
  filters: FilterState;
  selection: ReturnType<typeof useRowSelection>;
  onAdd: (() => void) | undefined;
};

function FoundList({ found, categories, filters, selection, actions, onAdd }: ListProps) {
  const { can } = useOpenLedger();
  const { rows, total, isStale, unfinished } = found;
  const further = unfinished && <KeepLooking {...unfinished} oldestFirst={filters.sort === "date"} />;
  if (rows.length === 0) {
    const needsCategory = categories.length === 0 && can("categories");
    return (
      <Suspense>
        {further ?? <NoTransactions filters={filters} needsCategory={needsCategory} onAdd={onAdd} />}
      </Suspense>
    );
  }
  const bar = (
    <FoundBar
      total={total}
      isSoFar={unfinished !== undefined}
      onSelect={actions ? selection.start : undefined}
    />
  );
  return (
    <>
      <Suspense fallback={bar}>
        {selection.isOn ? (
          <SelectionBar
            rows={selection.rows}
            categories={categories}
            allLabel="Select all on this page"
            onAll={selection.all}
            onDone={selection.end}
          />
        ) : (
          bar
        )}
      </Suspense>
      <div className="transactions-list" data-stale={isStale} aria-busy={isStale}>
        <TransactionTable
          rows={rows}
          categories={categories}
          dayTotals={filters.sort.endsWith("date") ? dayTotals(found.all ?? []) : undefined}
          actions={actions}
          selection={actions && selection}
        />
      </div>
      {further}
      <ListFooter found={found} filters={filters} categories={categories} />
    </>
  );
}
