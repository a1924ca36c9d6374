import { bodyOf, withRules } from "@coffer/domain/definition/kind";
import { fields } from "@coffer/domain/definition/values";
import { type Currency, minus, ZERO } from "@coffer/domain/money/money";
import type { BalancePoint } from "@coffer/domain/money-account/account";
import {
  ACCOUNT_KIND_NAMES,
  ACCOUNT_KINDS,
  account as kind,
  paymentAmount,
  RATE,
  rate,
} from "@coffer/domain/money-account/definition";
import { readBalance } from "@coffer/domain/money-account/typed-balance";
import type { Day } from "@coffer/domain/time/day";
import * as v from "valibot";
import { type MoneyAccount, useSaveAccount } from "../api/money-accounts.ts";
import { locale } from "../format/locale.ts";
import { useMoney } from "../format/money.ts";
import { useOpenLedger, useToday } from "../selection/selection.ts";
import { CheckboxField } from "../ui/base/CheckboxField.tsx";
import { TextField } from "../ui/base/TextField.tsx";
import { MoneyField } from "../ui/fields/MoneyField.tsx";
import { SelectField } from "../ui/fields/SelectField.tsx";
import { FormDialog } from "../ui/overlays/FormDialog.tsx";
import { typedAmount, typedValues } from "./base/typed-values.ts";
import { useSchemaForm } from "./base/use-schema-form.ts";

const KIND_OPTIONS = ACCOUNT_KINDS.map((value) => ({ value, label: ACCOUNT_KIND_NAMES[value] }));
/** Kinds of accounts that are spendable unless the person says otherwise. */
const SPENDABLE = new Set<string>(["current", "card", "cash"]);
const isDebt = (chosen: string | undefined) => chosen === "loan" || chosen === "card";

const orNull = <Schema extends v.GenericSchema<string, number>>(schema: Schema) =>
  v.pipe(
    v.optional(v.string(), ""),
    v.transform((typed) => typed.trim() || null),
    v.nullable(schema),
  );

/** Reads "3.9", "3,9" and "3.9 %". */
const typedRate = v.pipe(
  v.string(),
  v.transform((typed) => typed.replace(/[\s%]/g, "").replace(",", ".")),
  v.regex(/^\d+(?:\.\d+)?$/, RATE),
  v.transform(Number),
  rate,
);

const accountForm = (currency: Currency, today: Day) =>
  withRules(
    fields({
      ...bodyOf(kind).entries,
      rate: orNull(typedRate),
      payment: orNull(typedAmount(paymentAmount, currency)),
      balance: v.pipe(
        v.optional(v.string(), ""),
        v.rawTransform(({ dataset, addIssue, NEVER }): BalancePoint | undefined => {
          if (dataset.value.trim() === "") return undefined;
          const read = readBalance(dataset.value, { today, currency, locale, kind: "other" });
          if (!("message" in read)) return read;
          addIssue(read);
          return NEVER;
        }),
      ),
    }),
    kind.rules,
  );

type Props = { account?: MoneyAccount; onClose: () => void };

export function AccountDialog({ account, onClose }: Props) {
  const save = useSaveAccount(useOpenLedger().ledgerId);
  const { currency } = useMoney();
  const form = useSchemaForm(accountForm(currency, useToday()), {
    defaultValues: {
      ...typedValues(kind, account ?? { kind: "current", isSpendable: true }, currency),
      balance: "",
    },
    save({ balance, ...body }) {
      const isOwed = balance && body.kind === "loan" && balance.amount > 0;
      const first = isOwed ? { ...balance, amount: minus(ZERO, balance.amount) } : balance;
      const debt = isDebt(body.kind) ? {} : { rate: null, payment: null };
      return save.mutateAsync({ body: { ...body, ...debt, balance: first }, opened: account });
    },
    onClose,
  });
  const chosen = form.watch("kind");
  const followKind = () => form.setValue("isSpendable", SPENDABLE.has(form.getValues("kind") ?? ""));
  return (
    <FormDialog
      title={account ? "Edit account" : "Add account"}
      {...form.submission}
      submit={account ? "Save changes" : "Add account"}
    >
      <TextField label="Name" required {...form.field("name")} />
      <SelectField
        label="Kind"
        required
        options={KIND_OPTIONS}
        {...form.register("kind", { onChange: followKind })}
        error={form.formState.errors.kind?.message}
      />
      {!account && (
        <TextField
          label="Balance"
          autoComplete="off"
          placeholder="1,234.50 or 2026-11-26 1,234.50"
          hint={
            chosen === "loan"
              ? "The amount owed today; or a date, then the amount owed on it"
              : "Today's balance; or a date, then the balance of that day. A minus means that you owe it"
          }
          {...form.field("balance")}
        />
      )}
      {isDebt(chosen) && (
        <div className="fields-2">
          <TextField
            label="Interest (percent a year)"
            inputMode="decimal"
            autoComplete="off"
            {...form.field("rate")}
          />
          <MoneyField label="Paid each month" currency={currency} {...form.field("payment")} />
        </div>
      )}
      {chosen !== "loan" && (
        <CheckboxField
          variant="switch"
          label="Can be spent"
          hint="The coming months begin with what these accounts hold"
          {...form.field("isSpendable")}
        />
      )}
      <TextField
        label="Account in files"
        autoComplete="off"
        hint="As your bank's files name it, such as an IBAN. Balances are then compared with imported rows"
        {...form.field("accountInFile")}
      />
    </FormDialog>
  );
}
