import type { Id } from "@coffer/domain/id";
import { purchasesOf } from "@coffer/domain/payment/payment";
import { addDays } from "@coffer/domain/time/day";
import { dayFormatter } from "@coffer/domain/time/format-day";
import { signedAmount } from "@coffer/domain/transaction/transaction";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { AcceptedRow, ReviewRow } from "../../api/review.ts";
import { transactionsBetween } from "../../api/transactions.ts";
import { locale } from "../../format/locale.ts";
import { useMoney } from "../../format/money.ts";
import { QueryResult } from "../../loading/QueryResult.tsx";
import { useOpenLedger, useToday } from "../../selection/selection.ts";
import { SelectField } from "../../ui/fields/SelectField.tsx";
import { FormDialog } from "../../ui/overlays/FormDialog.tsx";

type Props = { row: ReviewRow; onAccept: ((row: AcceptedRow) => void) | undefined; onClose: () => void };

const NEAR_DAYS = 31;
const MOST_OFFERED = 50;

/** Says which transaction a row is, so that the purchase is there once. */
export function TieRow({ row, onAccept, onClose }: Props) {
  const { ledgerId } = useOpenLedger();
  const { signed } = useMoney();
  const [chosen, setChosen] = useState<Id>();
  const near = useQuery(
    transactionsBetween(ledgerId, addDays(row.date, -NEAR_DAYS), addDays(row.date, NEAR_DAYS)),
  );
  const own = signedAmount(row);
  const offered = purchasesOf(near.data ?? [])
    .filter((one) => Math.sign(signedAmount(one)) === Math.sign(own))
    .sort((a, b) => Math.abs(signedAmount(a) - own) - Math.abs(signedAmount(b) - own))
    .slice(0, MOST_OFFERED);
  const write = dayFormatter(
    offered.map(({ date }) => date),
    useToday(),
    locale,
  );
  const tied = offered.find(({ id }) => id === chosen) ?? offered[0];
  return (
    <FormDialog
      title="It is here already"
      description={`“${row.description}”, ${signed(row)}`}
      size="small"
      submit="It is the same"
      pending={false}
      onSubmit={(event) => {
        event.preventDefault();
        if (tied) onAccept?.({ id: row.id, categoryId: tied.categoryId, tiesTo: tied.id });
        onClose();
      }}
      onClose={onClose}
    >
      <QueryResult queries={{ near }} failed="Failed to load transactions" lines={2}>
        {() =>
          offered.length === 0 ? (
            <p className="muted">No transaction of about that day goes the same way.</p>
          ) : (
            <SelectField
              label="Transaction"
              hint="The nearest amounts first"
              options={offered.map((one) => ({
                value: one.id,
                label: `${write(one.date)} · ${one.description} · ${signed(one)}`,
              }))}
              value={tied?.id ?? ""}
              onChoose={setChosen}
            />
          )
        }
      </QueryResult>
    </FormDialog>
  );
}
