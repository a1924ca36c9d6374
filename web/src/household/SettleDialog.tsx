import { bodyOf } from "@coffer/domain/definition/kind";
import { fields } from "@coffer/domain/definition/values";
import { amountText } from "@coffer/domain/money/amount";
import { type Currency, cents } from "@coffer/domain/money/money";
import type { Debt } from "@coffer/domain/share/balance";
import { settlement, settlementAmount } from "@coffer/domain/share/definition";
import { useSettle } from "../api/figures.ts";
import { locale } from "../format/locale.ts";
import { useMoney } from "../format/money.ts";
import { typedAmount } from "../forms/base/typed-values.ts";
import { useSchemaForm } from "../forms/base/use-schema-form.ts";
import { useOpenLedger, useToday } from "../selection/selection.ts";
import { DateField } from "../ui/fields/DateField.tsx";
import { MoneyField } from "../ui/fields/MoneyField.tsx";
import { FormDialog } from "../ui/overlays/FormDialog.tsx";
import { useMembers } from "./use-members.ts";

const { date } = bodyOf(settlement).entries;
const settleForm = (currency: Currency) => fields({ date, amount: typedAmount(settlementAmount, currency) });

export function SettleDialog({ debt: { from, to, amount }, onClose }: { debt: Debt; onClose: () => void }) {
  const { ledgerId } = useOpenLedger();
  const { currency, money } = useMoney();
  const { nameOf } = useMembers();
  const [payer, payee] = [nameOf(from), nameOf(to)];
  const creditText = (credit: number) => `${money(cents(credit))} is credit: ${payee} owes it to ${payer}.`;
  const settle = useSettle(ledgerId, creditText);
  const form = useSchemaForm(settleForm(currency), {
    defaultValues: { amount: amountText(amount, currency, locale), date: useToday() },
    save: (read) => settle.mutateAsync({ from, to, ...read }),
    onClose,
  });
  return (
    <FormDialog
      title="Settle up"
      description={`Record what ${payer} has paid ${payee}. It is neither spending nor income.`}
      size="small"
      {...form.submission}
      submit="Record payment"
    >
      <MoneyField
        label={`${payer} paid ${payee}`}
        hint={`${money(amount)} is owed. A part of it is fine; what is above it is credit.`}
        currency={currency}
        required
        {...form.field("amount")}
      />
      <DateField label="Date" required {...form.field("date")} />
    </FormDialog>
  );
}
