import { balanceOn, netWorthCurve, SHOWN_POINTS } from "@coffer/domain/money-account/account";
import { ACCOUNT_KIND_NAMES } from "@coffer/domain/money-account/definition";
import { compareDays, type Day, FIRST_DAY } from "@coffer/domain/time/day";
import { dayFormatter } from "@coffer/domain/time/format-day";
import { type FormEvent, useId, useState } from "react";
import { type MoneyAccount, useSetPoint } from "../../api/money-accounts.ts";
import { locale } from "../../format/locale.ts";
import { useMoney } from "../../format/money.ts";
import { LiveMark } from "../../live/LiveMark.tsx";
import { loadCode } from "../../loading/load-code.ts";
import { useOpenLedger, useToday } from "../../selection/selection.ts";
import { Button } from "../../ui/base/Button.tsx";
import { TextField } from "../../ui/base/TextField.tsx";
import { EditButtons, type RowActions } from "../../ui/controls/EditButtons.tsx";
import { Badge } from "../../ui/display/Badge.tsx";
import { Card } from "../../ui/display/Card.tsx";
import { WhyAmount, WhyLink } from "../../why/WhyLink.tsx";
import { DayCurve } from "./DayCurve.tsx";
import "./Balances.css";

type Props = { accounts: readonly MoneyAccount[]; actions: RowActions<MoneyAccount> };

export function Balances({ accounts, actions }: Props) {
  const today = useToday();
  const format = dayFormatter(
    accounts.flatMap(({ latest }) => latest?.date ?? []),
    today,
    locale,
  );
  const [open, closed] = [accounts.filter((one) => !one.closed), accounts.filter((one) => one.closed)];
  return (
    <Card title="Balances" flush>
      <NetWorth accounts={accounts} />
      <ul className="balances">
        {[...open, ...closed].map((account) => (
          <AccountRow key={account.id} account={account} format={format} actions={actions} />
        ))}
      </ul>
    </Card>
  );
}

function NetWorth({ accounts }: Pick<Props, "accounts">) {
  const { money } = useMoney();
  const today = useToday();
  const points = netWorthCurve(accounts, today);
  // An account with more points than were sent has earlier ones that are not known here.
  const starts = accounts.flatMap(({ points }) =>
    points.length < SHOWN_POINTS ? [] : (points[0]?.date ?? []),
  );
  const from = starts.sort(compareDays).at(-1) ?? FIRST_DAY;
  const shown = points.filter(({ date }) => date >= from);
  const [first, latest] = [shown[0], shown.at(-1)];
  if (!first || !latest) return null;
  const format = dayFormatter([first.date, latest.date], today, locale);
  return (
    <section className="net-worth inset" aria-label="Net worth">
      <div>
        <p className="muted">Net worth</p>
        <p className="net-worth-amount" style={{ "--chars": money(latest.amount).length }}>
          <WhyAmount of="Net worth" why="net-worth" text={money(latest.amount)} />
        </p>
      </div>
      {first.date < latest.date && (
        <DayCurve
          label="Net worth"
          tone="neutral"
          steps
          points={shown}
          axis={[first, latest].map(({ date }) => ({ date, text: format(date) }))}
          textOf={({ date, amount }) => `${format(date)}: ${money(amount)}`}
        >
          {({ date, amount }) => (
            <>
              {format(date)}:{" "}
              <WhyLink of={`Net worth on ${format(date)}`} why="net-worth" text={money(amount)} />
            </>
          )}
        </DayCurve>
      )}
    </section>
  );
}

type RowProps = {
  account: MoneyAccount;
  format: (day: Day) => string;
  actions: Props["actions"];
};

function AccountRow({ account, format, actions }: RowProps) {
  const { money } = useMoney();
  const today = useToday();
  const id = useId();
  const { name, kind, isSpendable, closed, latest, rate, payment } = account;
  const amount = balanceOn(account, today);
  const notes = [
    ACCOUNT_KIND_NAMES[kind],
    isSpendable && !closed && "can be spent",
    rate != null && `${rate} % a year`,
    latest && (closed ? `until ${format(latest.date)}` : format(latest.date)),
  ];
  return (
    <li className="balance-row" aria-labelledby={id} data-closed={closed}>
      <div className="grow">
        <p className="balance-name" id={id}>
          {name} {closed && <Badge>Closed</Badge>}
          <LiveMark kind="account" id={account.id} />
        </p>
        <p className="muted balance-note">
          {notes.filter(Boolean).join(" · ")}
          {payment != null && (
            <>
              {" · "}
              <WhyLink of={`${name}, paid`} why={`account-${account.id}`} text={money(payment)} /> a month
            </>
          )}
        </p>
      </div>
      <p className="balance-amount">
        {amount === null ? (
          <WhyLink of={name} why={`account-${account.id}`} text="No balance yet" />
        ) : (
          <WhyAmount
            of={name}
            why={`account-${account.id}`}
            text={money(amount)}
            // A negative balance is normal for loans and cards.
            tone={amount < 0 && kind !== "loan" && kind !== "card" ? "over" : "neutral"}
          />
        )}
      </p>
      {!closed && <BalanceField account={account} />}
      <div className="balance-icons">
        <EditButtons name={name} row={account} actions={actions} />
      </div>
    </li>
  );
}

/** A balance in one line: "812.40", or with its day. */
function BalanceField({ account }: { account: MoneyAccount }) {
  const { currency } = useMoney();
  const today = useToday();
  const set = useSetPoint(useOpenLedger().ledgerId);
  const [line, setLine] = useState("");
  const [problem, setProblem] = useState<string>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // Lazy: most visits enter nothing.
    const { readBalance } = await loadCode(() => import("@coffer/domain/money-account/typed-balance"));
    const read = readBalance(line, { today, currency, locale, kind: account.kind });
    if ("message" in read) return setProblem(read.message);
    set.mutate({ id: account.id, point: read }, { onSuccess: () => setLine("") });
  };
  return (
    <form className="balance-field" noValidate onSubmit={submit}>
      <TextField
        label={`New balance of ${account.name}`}
        hideLabel
        autoComplete="off"
        enterKeyHint="done"
        placeholder="Balance today"
        value={line}
        error={problem}
        onChange={({ target }) => {
          setLine(target.value);
          setProblem(undefined);
        }}
        after={
          line !== "" && (
            <Button type="submit" variant="quiet" size="small" pending={set.isPending}>
              Record
            </Button>
          )
        }
      />
    </form>
  );
}
