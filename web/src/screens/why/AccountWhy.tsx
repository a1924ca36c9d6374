import type { Id } from "@coffer/domain/id";
import { amountText, readAmount } from "@coffer/domain/money/amount";
import { cents, minus, ZERO } from "@coffer/domain/money/money";
import { balanceOn } from "@coffer/domain/money-account/account";
import { comparedText, payoffText } from "@coffer/domain/money-account/debt";
import { paymentAmount } from "@coffer/domain/money-account/definition";
import { changesOf } from "@coffer/domain/money-account/typed-balance";
import { dayFormatter, formatDay } from "@coffer/domain/time/format-day";
import { monthOfDay } from "@coffer/domain/time/month";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import {
  accountAgreement,
  type MoneyAccount,
  useAccounts,
  useCloseAccount,
  useDeletePoint,
  useExplainDifference,
} from "../../api/money-accounts.ts";
import { useReviewMissing } from "../../api/review.ts";
import { locale } from "../../format/locale.ts";
import { useMoney } from "../../format/money.ts";
import { QueryResult } from "../../loading/QueryResult.tsx";
import { useOpenLedger, useToday } from "../../selection/selection.ts";
import { Button } from "../../ui/base/Button.tsx";
import { IconButton } from "../../ui/base/IconButton.tsx";
import { EmptyState } from "../../ui/display/EmptyState.tsx";
import { MoneyField } from "../../ui/fields/MoneyField.tsx";
import { keepFocusNear } from "../../ui/overlays/focus-near.ts";
import { WhyLink } from "../../why/WhyLink.tsx";
import { WhyFacts, WhyList, WhyResult, WhySum } from "../../why/WhySum.tsx";

/** The balances of an account, each as the change since the one before it. */
export function AccountWhy({ id }: { id: Id }) {
  return (
    <WhyResult queries={{ accounts: useAccounts() }}>
      {({ accounts }) => {
        const account = accounts.find((one) => one.id === id);
        if (!account) return <EmptyState illustration="goals" title="This account no longer exists" />;
        return <AccountDetails account={account} />;
      }}
    </WhyResult>
  );
}

function AccountDetails({ account }: { account: MoneyAccount }) {
  const { ledgerId } = useOpenLedger();
  const { money } = useMoney();
  const today = useToday();
  const close = useCloseAccount(ledgerId);
  const remove = useDeletePoint(ledgerId);
  const { id, name, points, closed = false, latest } = account;
  const format = dayFormatter(
    points.map(({ date }) => date),
    today,
    locale,
  );
  const rows = changesOf(points).map(({ date, amount, change }) => ({
    key: date,
    name: format(date),
    note: money(amount),
    amount: change,
    action: (
      <IconButton
        icon="trash"
        tone="over"
        label={`Delete the balance of ${format(date)}`}
        onClick={() => {
          keepFocusNear();
          remove.mutate({ id, date });
        }}
      />
    ),
  }));
  return (
    <>
      {latest && <WhyFacts amount={latest.amount} from={`on ${format(latest.date)}`} />}
      <DebtCourse account={account} />
      {account.accountInFile && <Agreements account={account} />}
      <WhyList rows={rows.reverse()} none="No balance yet." />
      <div className="row why-part">
        <Button
          size="small"
          pending={close.isPending}
          onClick={() => close.mutate({ opened: account, closed: !closed })}
        >
          {closed ? `Reopen ${name}` : `Close ${name}`}
        </Button>
      </div>
    </>
  );
}

/** When a loan or a card is paid off, what that costs, and what a higher payment would change. */
function DebtCourse({ account: { kind, latest, rate, payment, closed } }: { account: MoneyAccount }) {
  const { currency } = useMoney();
  const now = monthOfDay(useToday());
  const [typed, setTyped] = useState<string>();
  const isDebt = (kind === "loan" || kind === "card") && !closed && latest && latest.amount < 0;
  if (!isDebt) return null;
  if (rate == null || payment == null)
    return (
      <p className="muted why-part">
        Enter its interest and monthly payment to see when it is paid off and what it costs.
      </p>
    );
  const debt = { owed: minus(ZERO, latest.amount), rate, payment };
  // A quarter more, rounded up to tens.
  const proposed = cents(Math.ceil((payment * 1.25) / 1_000) * 1_000);
  const higher =
    typed === undefined ? ({ kind: "ok", amount: proposed } as const) : readAmount(typed, currency, locale);
  const isUsable = higher.kind === "ok" && higher.amount > 0;
  return (
    <section className="stack why-part" aria-label="How the debt ends">
      <p>{payoffText(debt, now, currency, locale)}</p>
      <MoneyField
        label="If this were paid each month"
        currency={currency}
        defaultValue={amountText(proposed, currency, locale)}
        error={isUsable ? undefined : paymentAmount.invalid}
        onChange={({ target }) => setTyped(target.value)}
      />
      <p role="status">{isUsable && comparedText(debt, higher.amount, now, currency, locale)}</p>
    </section>
  );
}

/** Lists the days on which balances and imported rows differ, and the amounts that are probably missing. */
function Agreements({ account }: { account: MoneyAccount }) {
  const { ledgerId } = useOpenLedger();
  const { money } = useMoney();
  const today = useToday();
  const explain = useExplainDifference(ledgerId, account.id);
  const add = useReviewMissing(ledgerId, account);
  const agreement = useQuery(accountAgreement(ledgerId, account.id));
  return (
    <section className="stack why-part" aria-label="Imported rows and balances">
      <QueryResult queries={{ agreement }} failed="Failed to compare the balances" lines={2}>
        {({ agreement: all }) => {
          const open = all.filter(({ days, explained }) => days.length > 0 && !explained);
          const format = dayFormatter(
            all.flatMap(({ to, days }) => [to, ...days.map(({ date }) => date)]),
            today,
            locale,
          );
          if (all.length === 0)
            return (
              <p className="muted">Import its files and enter two balances: Coffer compares them here.</p>
            );
          if (open.length === 0)
            return (
              <p className="muted">
                Its balances agree with the imported rows until {format(all.at(-1)?.to ?? today)}.
              </p>
            );
          return (
            <ul className="stack">
              {open.flatMap((one) =>
                one.days.map((missing) => (
                  <li key={`${one.to} ${missing.date}`}>
                    <p>
                      {format(missing.date)}: {money(cents(Math.abs(missing.amount)))}{" "}
                      {missing.amount < 0 ? "left" : "came to"} the account without an imported row.
                    </p>
                    <div className="row">
                      <Button size="small" disabled={add.isPending} onClick={() => add.mutate(missing)}>
                        Add to review
                      </Button>
                      <Button
                        size="small"
                        variant="quiet"
                        disabled={explain.isPending}
                        onClick={() => explain.mutate(one)}
                      >
                        It is explained
                      </Button>
                    </div>
                  </li>
                )),
              )}
            </ul>
          );
        }}
      </QueryResult>
    </section>
  );
}

export function NetWorthWhy() {
  const today = useToday();
  return (
    <WhyResult queries={{ accounts: useAccounts() }}>
      {({ accounts }) => {
        const rows = accounts.flatMap((account) => {
          const amount = balanceOn(account, today);
          if (amount === null || (account.closed && amount === 0)) return [];
          const name = <WhyLink of={account.name} why={`account-${account.id}`} text={account.name} />;
          return [{ key: account.id, name, amount }];
        });
        return (
          <WhySum
            from={`on ${formatDay(today, today, locale)}`}
            rows={rows}
            none="No account has a balance."
          />
        );
      }}
    </WhyResult>
  );
}
