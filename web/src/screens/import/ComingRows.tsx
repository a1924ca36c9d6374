import type { Category } from "@coffer/domain/category";
import { dayFormatter } from "@coffer/domain/day";
import { sum } from "@coffer/domain/money";
import { type Month, monthLabel } from "@coffer/domain/month";
import { pluralize } from "@coffer/domain/plural";
import { signedAmount } from "@coffer/domain/transaction";
import { useMoney } from "../../shell/money.ts";
import { useToday } from "../../shell/selection.ts";
import { SidePanel } from "../../ui/overlays/SidePanel.tsx";
import { WhySum } from "../../why/WhySum.tsx";
import type { ReadableRow } from "./preview-rows.ts";

type Props = {
  month: Month;
  rows: readonly ReadableRow[];
  categories: readonly Category[];
  onClose: () => void;
};

/** What comes to a month. Without an address: the file is known to this page alone. */
export function ComingRows({ month, rows, categories, onClose }: Props) {
  const { money } = useMoney();
  const format = dayFormatter(
    rows.map(({ row }) => row.date),
    useToday(),
  );
  const nameOf = (id: number | undefined) => categories.find((one) => one.id === id)?.name ?? "No category";
  const listed = rows.map(({ key, row, categoryId }) => ({
    key,
    name: row.description,
    note: `${nameOf(categoryId)} · ${format(row.date)}`,
    amount: signedAmount(row),
  }));
  return (
    <SidePanel
      side="end"
      label={`What the new rows of ${monthLabel(month)} are`}
      closeLabel="Close"
      heading={<h2>{`New in ${monthLabel(month)}`}</h2>}
      onClose={onClose}
    >
      <WhySum
        amount={money(sum(listed.map(({ amount }) => amount)))}
        from={`from ${pluralize(listed.length, "row")} of the files`}
        rows={listed}
      />
    </SidePanel>
  );
}
