import type { ExplainedRow } from "@coffer/domain/budget/explain";
import { type Category, categoryOf } from "@coffer/domain/category/category";
import type { Day } from "@coffer/domain/time/day";
import { dayFormatter } from "@coffer/domain/time/format-day";
import type { Transaction } from "@coffer/domain/transaction/transaction";
import { type ComponentProps, Suspense, useState } from "react";
import { locale } from "../../format/locale.ts";
import type { Moved } from "../../forms/AlikeOffer.tsx";
import { Recategorize } from "../../forms/Recategorize.tsx";
import { SelectionBar } from "../../forms/SelectionBar.tsx";
import { lazyPart } from "../../loading/lazy.tsx";
import { useOpenLedger, useToday } from "../../selection/selection.ts";
import { Button } from "../../ui/base/Button.tsx";
import { IconButton } from "../../ui/base/IconButton.tsx";
import { useRowSelection } from "../../ui/controls/use-row-selection.ts";
import { CategoryBadge } from "../../ui/display/CategoryBadge.tsx";
import { type ListedRow, WhyList } from "../../why/WhySum.tsx";

const AlikeOffer = lazyPart(() => import("../../forms/AlikeOffer.tsx"), "AlikeOffer");
const TransactionDialog = lazyPart(() => import("../../forms/TransactionDialog.tsx"), "TransactionDialog");

type Props = {
  rows: readonly ExplainedRow[];
  categories: Category[];
  /** For the names of balances in Money ahead. */
  accounts?: readonly { id: number; name: string }[];
  rest?: ComponentProps<typeof WhyList>["rest"];
};

export function WhyRows({ rows, categories, accounts = [], rest }: Props) {
  const { can } = useOpenLedger();
  const mayChange = can("transactions");
  const [edited, setEdited] = useState<Transaction | null>(null);
  const [moved, setMoved] = useState<Moved | null>(null);
  const transactions = rows.flatMap((row) => (row.kind === "transaction" ? [row.transaction] : []));
  // A line of a split payment can only be changed with the payment.
  const selection = useRowSelection(transactions.filter(({ paymentId }) => paymentId === undefined));
  const { isOn, all, end } = selection;
  const closeEdited = () => setEdited(null);
  const format = dayFormatter(rows.flatMap(datesOf), useToday(), locale);
  return (
    <>
      {isOn && <SelectionBar rows={selection.rows} categories={categories} onAll={all} onDone={end} />}
      {!isOn && mayChange && transactions.length > 1 && (
        <div className="why-select">
          <Button variant="quiet" size="small" icon="check" onClick={selection.start}>
            Select
          </Button>
        </div>
      )}
      <WhyList
        rest={rest}
        rows={rows.map((row): ListedRow => {
          if (row.kind !== "transaction") return figureRow(row, { categories, accounts }, format);
          const { transaction } = row;
          const { id, description } = transaction;
          const category = categoryOf(transaction, categories);
          const isEdited = mayChange && !isOn;
          const edit = () => setEdited(transaction);
          const isLine = transaction.paymentId !== undefined;
          return {
            key: id,
            name: description,
            amount: row.amount,
            lead: isOn ? (
              <input
                className="why-check"
                type="checkbox"
                aria-label={`Select ${description}`}
                disabled={isLine}
                checked={selection.has(id)}
                onChange={() => selection.toggle(id)}
              />
            ) : (
              <CategoryBadge {...category} size="small" />
            ),
            note: (
              <>
                {isEdited && !isLine ? (
                  <Recategorize transaction={transaction} categories={categories} onMoved={setMoved} />
                ) : (
                  category.name
                )}
                {` · ${format(transaction.date)}`}
              </>
            ),
            action: isEdited && <IconButton icon="edit" label={`Edit ${description}`} onClick={edit} />,
          };
        })}
      />
      <Suspense>
        {moved && <AlikeOffer key={moved.transaction.id} {...moved} onDone={() => setMoved(null)} />}
        {edited && <TransactionDialog transaction={edited} onClose={closeEdited} onMoved={setMoved} />}
      </Suspense>
    </>
  );
}

function datesOf(row: ExplainedRow): Day[] {
  if (row.kind === "transaction") return [row.transaction.date];
  if (row.kind === "due") return [row.payment.date];
  if (row.kind === "settlement") return [row.settlement.date];
  return "date" in row ? [row.date] : [];
}

const FIGURE_NOTES = {
  plan: "Planned",
  carried: "Carried over",
  opening: "Available when you moved here",
  available: "Available",
  over: "Over",
  saved: "Was set aside",
  "set-aside": "Set aside",
  planned: "Planned",
  everyday: "Everyday money",
};

function figureRow(
  row: Exclude<ExplainedRow, { kind: "transaction" }>,
  { categories, accounts }: Required<Pick<Props, "categories" | "accounts">>,
  format: (day: Day) => string,
): ListedRow {
  const { kind, amount } = row;
  if (kind === "balance") {
    const name = accounts.find(({ id }) => id === row.accountId)?.name ?? "Balance";
    return { key: `${kind} ${row.accountId}`, name, note: `Balance · ${format(row.date)}`, amount };
  }
  if (kind === "owed") return { key: kind, name: "Other months", amount };
  if (kind === "overspent") return { key: kind, name: "Overspent", note: "Gone already", amount };
  if (kind === "later") return { key: kind, name: "Kept for the days after the next pay", amount };
  if (kind === "settlement") {
    const { id, date } = row.settlement;
    return { key: id, name: "Settled up", note: format(date), amount };
  }
  if (kind === "due") {
    const { subscriptionId, name, date } = row.payment;
    return { key: `due ${subscriptionId} ${date}`, name, note: `Still due · ${format(date)}`, amount };
  }
  const { categoryId } = kind === "plan" ? row.plan : row;
  if (categoryId === null)
    return { key: kind, name: "Due without a category", note: FIGURE_NOTES.everyday, amount };
  const category = categoryOf({ categoryId }, categories);
  return {
    key: "date" in row ? `${kind} ${categoryId} ${row.date}` : `${kind} ${categoryId}`,
    lead: <CategoryBadge {...category} size="small" />,
    name: category.name,
    note: "date" in row ? `${FIGURE_NOTES[kind]} · ${format(row.date)}` : FIGURE_NOTES[kind],
    amount,
  };
}
