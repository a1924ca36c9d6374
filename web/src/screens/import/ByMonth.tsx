import type { Category } from "@coffer/domain/category/category";
import { type Cents, plus } from "@coffer/domain/money/money";
import { pluralize } from "@coffer/domain/text/plural";
import { dayFormatter } from "@coffer/domain/time/format-day";
import { type Month, monthLabel } from "@coffer/domain/time/month";
import { signedAmount, type Transaction } from "@coffer/domain/transaction/transaction";
import { useMemo, useState } from "react";
import { locale } from "../../format/locale.ts";
import { useMoney } from "../../format/money.ts";
import { monthSums, newRowsOf, type PreviewRow } from "../../import/preview-rows.ts";
import { useToday } from "../../selection/selection.ts";
import { Card } from "../../ui/display/Card.tsx";
import { Table } from "../../ui/display/Table.tsx";
import { SidePanel } from "../../ui/overlays/SidePanel.tsx";
import { WhyLink } from "../../why/WhyLink.tsx";
import { WhySum } from "../../why/WhySum.tsx";

const SHOWN_MONTHS = 12;

type Props = {
  rows: readonly PreviewRow[];
  transactions: readonly Transaction[];
  categories: readonly Category[];
};

export function ByMonth({ rows, transactions, categories }: Props) {
  const { money } = useMoney();
  const [open, setOpen] = useState<Month | null>(null);
  const months = useMemo(() => monthSums(rows, transactions), [rows, transactions]);
  if (months.length === 0) return null;
  const opener = (month: Month, amount: Cents) => (
    <button type="button" className="why-link" onClick={() => setOpen(month)}>
      {money(amount)}
    </button>
  );
  return (
    <Card
      title="By month"
      description="Income less expenses: now, the change by this import, and afterwards."
      flush
    >
      <Table
        caption="Sums of the months"
        rows={months.slice(0, SHOWN_MONTHS)}
        rowKey={({ month }) => month}
        columns={[
          { header: "Month", slot: "title", cell: ({ month }) => monthLabel(month) },
          { header: "New rows", align: "end", cell: ({ rows }) => rows },
          {
            header: "Now",
            align: "end",
            cell: ({ there, month }) => (
              <WhyLink of={`${monthLabel(month)} now`} why="found" month={month} text={money(there)} />
            ),
          },
          { header: "Change", align: "end", cell: ({ coming, month }) => opener(month, coming) },
          {
            header: "After",
            align: "end",
            cell: ({ there, coming, month }) => opener(month, plus(there, coming)),
          },
        ]}
      />
      {open && <NewRows month={open} rows={rows} categories={categories} onClose={() => setOpen(null)} />}
    </Card>
  );
}

type NewRowsProps = Omit<Props, "transactions"> & { month: Month; onClose: () => void };

/** The rows of a month's sum. They have no URL, as only this page knows the file. */
function NewRows({ month, rows, categories, onClose }: NewRowsProps) {
  const own = newRowsOf(rows, month);
  const format = dayFormatter(
    own.map(({ row }) => row.date),
    useToday(),
    locale,
  );
  const nameOf = (id: number | undefined) => categories.find((one) => one.id === id)?.name ?? "No category";
  const listed = own.map(({ key, row, categoryId }) => ({
    key,
    name: row.description,
    note: `${nameOf(categoryId)} · ${format(row.date)}`,
    amount: signedAmount(row),
  }));
  return (
    <SidePanel
      label={`What the new rows of ${monthLabel(month)} are`}
      heading={<h2>{`New in ${monthLabel(month)}`}</h2>}
      onClose={onClose}
    >
      <WhySum from={`from ${pluralize(listed.length, "row")} of the files`} rows={listed} />
    </SidePanel>
  );
}
