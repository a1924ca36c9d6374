import { NAME_MAX } from "@coffer/domain/definition/values";
import type { Id } from "@coffer/domain/id";
import type { GoalName } from "@coffer/domain/review/decision";
import { steadyText } from "@coffer/domain/rule/rule";
import { addDays } from "@coffer/domain/time/day";
import { dayFormatter } from "@coffer/domain/time/format-day";
import { signedAmount } from "@coffer/domain/transaction/transaction";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ReviewRow, TransferPair } from "../../api/review.ts";
import { useAddRule } from "../../api/rules.ts";
import { transactionsBetween } from "../../api/transactions.ts";
import { locale } from "../../format/locale.ts";
import { useMoney } from "../../format/money.ts";
import { useOpenLedger, useToday } from "../../selection/selection.ts";
import { CheckboxField } from "../../ui/base/CheckboxField.tsx";
import { SelectField } from "../../ui/fields/SelectField.tsx";
import { FormDialog } from "../../ui/overlays/FormDialog.tsx";

type Props = {
  row: ReviewRow;
  rows: readonly ReviewRow[];
  goals: readonly GoalName[];
  onTransfer: ((pair: TransferPair) => void) | undefined;
  onClose: () => void;
};

/** Days around the row in which its other half is looked for. */
const NEAR_DAYS = 31;

/** Marks a row, and the row of the other account if it is there, as moved between own accounts. */
export function TransferRow({ row, rows, goals, onTransfer, onClose }: Props) {
  const { signed } = useMoney();
  const { ledgerId, can } = useOpenLedger();
  const near = useQuery(
    transactionsBetween(ledgerId, addDays(row.date, -NEAR_DAYS), addDays(row.date, NEAR_DAYS)),
  );
  // A line of a split payment cannot be moved by itself.
  const whole = near.data?.filter(({ paymentId }) => paymentId === undefined) ?? [];
  const opposite = [...rows, ...whole].filter((other) => signedAmount(other) === -signedAmount(row));
  const { transferOf } = row;
  const isMarked = transferOf !== null && near.isSuccess && !opposite.some(({ id }) => id === transferOf);
  const write = dayFormatter(
    opposite.map(({ date }) => date),
    useToday(),
    locale,
  );
  const [other, setOther] = useState<Id | 0>(transferOf ?? 0);
  const [goal, setGoal] = useState<Id | 0>(0);
  const addRule = useAddRule(ledgerId);
  const [isAlways, setIsAlways] = useState(false);
  const contains = steadyText(row.description).slice(0, NAME_MAX).trim();
  const open = goals.filter(({ status }) => status === "in-progress");
  return (
    <FormDialog
      title="Moved between own accounts"
      description={`“${row.description}”, ${signed(row)}. It is neither income nor spending, also when its file is imported again.`}
      size="small"
      submit="It was moved"
      pending={false}
      onSubmit={(event) => {
        event.preventDefault();
        if (isAlways) addRule.mutate({ contains, transfer: true });
        onTransfer?.({ ids: other ? [row.id, other] : [row.id], ...(goal && { goalId: goal }) });
        onClose();
      }}
      onClose={onClose}
    >
      {(opposite.length > 0 || isMarked) && (
        <SelectField
          label="The row of the other account"
          options={[
            { value: 0, label: "None: the other account is not here" },
            ...(isMarked ? [{ value: transferOf, label: "The half that was marked before" }] : []),
            ...opposite.map(({ id, date, description }) => ({
              value: id,
              label: `${write(date)} · ${description}`,
            })),
          ]}
          value={other}
          onChoose={setOther}
        />
      )}
      {open.length > 0 && (
        <SelectField
          label="Goal"
          hint="If the money was put aside for it"
          options={[{ value: 0, label: "None" }, ...open.map(({ id, name }) => ({ value: id, label: name }))]}
          value={goal}
          onChoose={setGoal}
        />
      )}
      {can("categories") && (
        <CheckboxField
          label="Always an own transfer"
          hint={`A rule for what is imported with “${contains}” in its description`}
          checked={isAlways}
          onChange={({ target }) => setIsAlways(target.checked)}
        />
      )}
    </FormDialog>
  );
}
