import {
  type BalancePoint,
  balanceOn,
  netWorthCurve,
  SHOWN_POINTS,
} from "@coffer/domain/money-account/account";
import { ACCOUNT_KIND_NAMES } from "@coffer/domain/money-account/definition";
import { compareDays, type Day, dayOfMonth, FIRST_DAY } from "@coffer/domain/time/day";
import { dayFormatter } from "@coffer/domain/time/format-day";
import { monthName, monthOfDay } from "@coffer/domain/time/month";
import { getRouteApi } from "@tanstack/react-router";
import { type FormEvent, useId, useState } from "react";
import { Afford } from "../../ahead/Afford.tsx";
import { useLine } from "../../api/line.ts";
import { type MoneyAccount, useAccounts, useDeleteAccount, useSetPoint } from "../../api/money-accounts.ts";
import { locale } from "../../format/locale.ts";
import { useMoney } from "../../format/money.ts";
import { LiveMark } from "../../live/LiveMark.tsx";
import { lazyPart, useDialog } from "../../loading/lazy.tsx";
import { loadCode } from "../../loading/load-code.ts";
import { QueryResult } from "../../loading/QueryResult.tsx";
import { useOpenLedger, useToday } from "../../selection/selection.ts";
import { Button } from "../../ui/base/Button.tsx";
import { Icon } from "../../ui/base/Icon.tsx";
import { Skeleton } from "../../ui/base/Loading.tsx";
import { TextField } from "../../ui/base/TextField.tsx";
import { EditButtons, type RowActions } from "../../ui/controls/EditButtons.tsx";
import { Badge } from "../../ui/display/Badge.tsx";
import { Card } from "../../ui/display/Card.tsx";
import { EmptyState } from "../../ui/display/EmptyState.tsx";
import { PageHeader } from "../../ui/layout/Frame.tsx";
import { WhyAmount, WhyLink } from "../../why/WhyLink.tsx";
import { DayCurve } from "./DayCurve.tsx";
import "./Balances.css";

// Lazy: most visits open no form.
const AccountDialog = lazyPart(() => import("../../forms/AccountDialog.tsx"), "AccountDialog");

const route = getRouteApi("/app/ahead");

export function Ahead() {
  const { ledgerId, owner, can } = useOpenLedger();
  const { open, dialog } = useDialog();
  const remove = useDeleteAccount(ledgerId);
  const { afford: asked } = route.useSearch();
  const accounts = useAccounts();
  const add = () => open((close) => <AccountDialog onClose={close} />);
  const onEdit = (account: MoneyAccount) =>
    open((close) => <AccountDialog account={account} onClose={close} />);
  const actions = { onEdit, onDelete: remove.mutate };
  const isHidden = owner !== undefined && !can("manage");
  return (
    <>
      <PageHeader title="Money ahead">
        {accounts.data && accounts.data.length > 0 && (
          <Button icon="plus" onClick={add}>
            Add account
          </Button>
        )}
      </PageHeader>
      {isHidden ? (
        <EmptyState illustration="search" title="This budget’s accounts are not shared with you">
          Its members see them, and guests who can edit everything.
        </EmptyState>
      ) : (
        <QueryResult queries={{ accounts }} failed="Failed to load accounts" pending={SKELETON}>
          {({ accounts }) =>
            accounts.length === 0 ? (
              <NoAccounts onAdd={add} />
            ) : (
              <>
                <Card>
                  <Afford key={asked} asked={asked} />
                </Card>
                <Line />
                <Balances accounts={accounts} actions={actions} />
              </>
            )
          }
        </QueryResult>
      )}
      {dialog}
    </>
  );
}

function NoAccounts({ onAdd }: { onAdd: () => void }) {
  const add = (
    <Button icon="plus" onClick={onAdd}>
      Add your first account
    </Button>
  );
  return (
    <EmptyState illustration="goals" title="No accounts yet." action={add}>
      One balance is enough to see how the next twelve months go, and what you can afford. No purchase ever
      has to name an account.
    </EmptyState>
  );
}

const SKELETON = (
  <Card title="Balances">
    <Skeleton height="2.25rem" lines={4} />
  </Card>
);

/** Spendable money, day by day for twelve months. */
function Line() {
  const { money } = useMoney();
  const today = useToday();
  return (
    <Card title="The next twelve months">
      <QueryResult
        queries={{ line: useLine() }}
        failed="Failed to load the coming months"
        height="9.25rem"
        lines={1}
      >
        {({ line: { days, lowest, missing } }) => {
          const format = dayFormatter([days[0]?.date ?? today, days.at(-1)?.date ?? today], today, locale);
          const sentence = ({ date, amount }: BalancePoint) => `${format(date)}: ${money(amount)}`;
          return (
            <div className="stack">
              {lowest && (
                <p className="line-lowest">
                  Lowest on {format(lowest.date)}:{" "}
                  <strong>
                    <WhyAmount
                      of="Lowest day"
                      why={`line-${lowest.date}`}
                      text={money(lowest.amount)}
                      tone={lowest.amount < 0 ? "over" : "neutral"}
                    />
                  </strong>
                </p>
              )}
              {lowest && (
                <DayCurve
                  label="What can be spent"
                  tone={lowest.amount < 0 ? "over" : "on-track"}
                  points={days}
                  from={days.findIndex(({ date }) => date === lowest.date)}
                  axis={axisOf(days)}
                  textOf={sentence}
                >
                  {({ date, amount }) => (
                    <>
                      {format(date)}:{" "}
                      <WhyLink
                        of={`What can be spent on ${format(date)}`}
                        why={`line-${date}`}
                        text={money(amount)}
                      />
                    </>
                  )}
                </DayCurve>
              )}
              {missing.length > 0 && (
                <ul className="line-missing" aria-label="What is missing">
                  {missing.map((sentence) => (
                    <li key={sentence}>
                      <Icon name="info" />
                      <span>{sentence}</span>
                    </li>
                  ))}
                </ul>
              )}
            </div>
          );
        }}
      </QueryResult>
    </Card>
  );
}

/** The first day of every third month: a phone has no room for all twelve. */
function axisOf(days: readonly BalancePoint[]) {
  const firsts = days.filter(({ date }) => dayOfMonth(date) === 1);
  return firsts
    .filter((_, index) => index % 3 === 0)
    .map(({ date }) => ({ date, text: monthName(monthOfDay(date)).slice(0, 3) }));
}

type Props = { accounts: readonly MoneyAccount[]; actions: RowActions<MoneyAccount> };

function Balances({ accounts, actions }: Props) {
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
  // The reply has at most SHOWN_POINTS of each account: before them its balance is unknown.
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

/** A balance in one line: "812.40", or "2026-11-26 812.40". */
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
