import { SPREAD_MONTHS } from "@coffer/domain/budget/spread";
import { plus } from "@coffer/domain/money/money";
import { pluralize } from "@coffer/domain/text/plural";
import { monthLabel, monthOfDay } from "@coffer/domain/time/month";
import type { Transaction } from "@coffer/domain/transaction/transaction";
import { useQuery } from "@tanstack/react-query";
import { type SyntheticEvent, useState } from "react";
import { spreadPlans, usePlanMonth } from "../api/budgets.ts";
import { useMoney } from "../format/money.ts";
import { QueryResult } from "../loading/QueryResult.tsx";
import { useCategories, useOpenLedger } from "../selection/selection.ts";
import { RadioGroup } from "../ui/fields/RadioGroup.tsx";
import { FormDialog } from "../ui/overlays/FormDialog.tsx";

const OPTIONS = SPREAD_MONTHS.map((count) => ({ value: String(count), label: pluralize(count, "month") }));

/** Raises the plans of 3, 6 or 12 months by the parts of a purchase, whose transaction keeps its day. */
export function SpreadDialog({ transaction, onClose }: { transaction: Transaction; onClose: () => void }) {
  const { description, amount, categoryId, date } = transaction;
  const { ledgerId } = useOpenLedger();
  const { currency, money } = useMoney();
  const { data: categories = [] } = useCategories();
  const [over, setOver] = useState(OPTIONS[0]?.value ?? "");
  const month = monthOfDay(date);
  const save = usePlanMonth(ledgerId, month);
  const spread = { categoryId, amount, month, over: Number(over), currency };
  const parts = useQuery(spreadPlans(ledgerId, spread));
  const name = categories.find(({ id }) => id === categoryId)?.name ?? "Its category";
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (!parts.data) return;
    const plans = parts.data.map(({ part, before, ...plan }) => ({ ...plan, projected: plus(before, part) }));
    await save.mutateAsync({ plans, replace: true }).then(onClose, () => {});
  };
  return (
    <FormDialog
      title="Spread its plan"
      description={`${description}, ${money(amount)}, keeps its day. The plans of ${name} rise by equal parts of it.`}
      size="small"
      discardable
      onSubmit={submit}
      pending={save.isPending}
      disabled={!parts.data}
      submit="Spread"
      onClose={onClose}
    >
      <RadioGroup label="Over" layout="segments" options={OPTIONS} value={over} onChoose={setOver} />
      <QueryResult queries={{ parts }} failed="Failed to fetch budgets" lines={3}>
        {({ parts }) => (
          <ul aria-label="New plans">
            {parts.map(({ month: of, before, part }) => (
              <li
                key={of}
              >{`${monthLabel(of)}: ${money(before)} + ${money(part)} = ${money(plus(before, part))}`}</li>
            ))}
          </ul>
        )}
      </QueryResult>
    </FormDialog>
  );
}
