import type { BankFile } from "@coffer/bank-files/bank-file";
import { cents } from "@coffer/domain/money/money";
import { compareDays } from "@coffer/domain/time/day";
import { dayFormatter } from "@coffer/domain/time/format-day";
import { useState } from "react";
import { type MoneyAccount, useAccounts, useRecordStated } from "../../api/money-accounts.ts";
import { locale } from "../../format/locale.ts";
import { useMoney } from "../../format/money.ts";
import { useOpenLedger, useToday } from "../../selection/selection.ts";
import { Button } from "../../ui/base/Button.tsx";
import { SelectField } from "../../ui/fields/SelectField.tsx";

const NEW = 0;

/** Offers to record a file's first and last balance in an account. The two confirm the rows between them. */
export function StatedBalances({ read, name }: { read: BankFile; name: string }) {
  const { ledgerId, can } = useOpenLedger();
  const { currency, money } = useMoney();
  const today = useToday();
  const { data: accounts } = useAccounts();
  const record = useRecordStated(ledgerId);
  const [chosen, setChosen] = useState<number>();
  const isOther = read.currency !== null && read.currency !== currency;
  if (!can("manage") || !accounts || isOther) return null;
  const stated = read.balances
    .map(({ date, amount }) => ({ date, amount: cents(amount) }))
    .filter(({ date }) => date <= today)
    .sort((a, b) => compareDays(a.date, b.date));
  const [first, last] = [stated[0], stated.at(-1)];
  if (!first || !last) return null;
  const inFile = read.account?.slice(0, 100) ?? null;
  const named = accounts.find((one) => inFile !== null && one.accountInFile === inFile);
  const open = accounts.filter(({ closed }) => !closed);
  const account = named ?? open.find(({ id }) => id === (chosen ?? open[0]?.id));
  const points = (first.date === last.date ? [last] : [first, last]).filter(
    (point) => !isKnown(point, account),
  );
  if (points.length === 0) return null;
  const format = dayFormatter(
    points.map(({ date }) => date),
    today,
    locale,
  );
  const texts = points.map(({ date, amount }) => `${money(amount)} on ${format(date)}`);
  return (
    <div className="stack stated-balances">
      <p>{`The file states ${texts.length > 1 ? "balances" : "a balance"}: ${texts.join(" and ")}.`}</p>
      {!named && open.length > 0 && (
        <SelectField
          label="Account of these balances"
          options={[
            ...open.map(({ id, name }) => ({ value: id, label: name })),
            { value: NEW, label: "A new account" },
          ]}
          value={account?.id ?? NEW}
          onChoose={setChosen}
        />
      )}
      <div>
        <Button
          size="small"
          pending={record.isPending}
          onClick={() => record.mutate({ account, name: inFile ?? name, inFile, points })}
        >
          {account ? `Record in ${account.name}` : "Record in a new account"}
        </Button>
      </div>
    </div>
  );
}

const isKnown = (point: MoneyAccount["points"][number], account: MoneyAccount | undefined): boolean =>
  account?.points.some(({ date, amount }) => date === point.date && amount === point.amount) ?? false;
