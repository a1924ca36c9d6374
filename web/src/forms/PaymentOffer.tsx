import { type Charge, createPaymentFinder } from "@coffer/domain/subscription/repeats";
import { flowOf, type Subscription } from "@coffer/domain/subscription/subscription";
import { formatDate } from "@coffer/domain/time/format-day";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { invalidate } from "../api/invalidate.ts";
import { ruleList } from "../api/rules.ts";
import { subscriptionList } from "../api/subscriptions.ts";
import { transactionSearch } from "../api/transactions.ts";
import { locale } from "../format/locale.ts";
import { useMoney } from "../format/money.ts";
import { useOpenLedger, useToday } from "../selection/selection.ts";
import { CheckboxField } from "../ui/base/CheckboxField.tsx";

type PaymentOffer = {
  due: Subscription | undefined;
  isTaken: boolean;
  take: (isTaken: boolean) => void;
  /** Fields of the request that saves the transaction. */
  pays: { pays?: number; dueDate?: Subscription["nextPaymentDate"] };
  /** Reads the subscriptions again after that request has paid one. */
  refresh: () => void;
};

/** Finds the due payment that a typed transaction probably is: overdue, or due within a week. It is paid only if taken. */
export function usePaymentOffer(charge: Charge | undefined): PaymentOffer {
  const { ledgerId, can } = useOpenLedger();
  const client = useQueryClient();
  const today = useToday();
  const enabled = can("manage");
  const { data: subscriptions } = useQuery({ ...subscriptionList(ledgerId), enabled });
  const { data: rules } = useQuery({ ...ruleList(ledgerId), enabled });
  const { data: newest } = useQuery({ ...transactionSearch(ledgerId, {}), enabled });
  const [taken, setTaken] = useState<string>();
  const finder = useMemo(
    () =>
      subscriptions && createPaymentFinder({ subscriptions, rules: rules ?? [], payees: newest?.rows ?? [] }),
    [subscriptions, rules, newest],
  );
  const due = charge && finder?.dueFor([charge], today).get(charge);
  const payment = due && `${due.id} ${due.nextPaymentDate}`;
  const isTaken = payment !== undefined && taken === payment;
  return {
    due,
    isTaken,
    refresh: () => invalidate(client, ledgerId, "subscriptions"),
    take: (isTaken) => setTaken(isTaken ? payment : undefined),
    pays: due && isTaken ? { pays: due.id, dueDate: due.nextPaymentDate } : {},
  };
}

export function PaymentOfferField({ due, isTaken, take }: PaymentOffer) {
  const { money } = useMoney();
  if (!due) return null;
  const settled = flowOf(due) === "income" ? "received with this?" : "paid by this?";
  return (
    <CheckboxField
      label={`${due.name} ${money(due.amount)}, due ${formatDate(due.nextPaymentDate, locale)}: ${settled}`}
      checked={isTaken}
      onChange={({ target }) => take(target.checked)}
    />
  );
}
