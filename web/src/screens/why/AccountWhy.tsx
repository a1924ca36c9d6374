import type { Id } from "@coffer/domain/id";
import { balanceOn } from "@coffer/domain/money-account/account";
import { changesOf } from "@coffer/domain/money-account/typed-balance";
import { dayFormatter, formatDay } from "@coffer/domain/time/format-day";
import { type MoneyAccount, useAccounts, useCloseAccount, useDeletePoint } from "../../api/money-accounts.ts";
import { useMoney } from "../../format/money.ts";
import { useOpenLedger, useToday } from "../../selection/selection.ts";
import { Button } from "../../ui/base/Button.tsx";
import { IconButton } from "../../ui/base/IconButton.tsx";
import { EmptyState } from "../../ui/display/EmptyState.tsx";
import { keepFocusNear } from "../../ui/overlays/focus-near.ts";
import { WhyLink } from "../../why/WhyLink.tsx";
import { WhyFacts, WhyList, WhyResult, WhySum } from "../../why/WhySum.tsx";

/** The balances of an account, each as the change since the one before it. */
export function AccountWhy({ id }: { id: Id }) {
  return (
    <WhyResult queries={{ accounts: useAccounts() }}>
      {({ accounts }) => {
        const account = accounts.find((one) => one.id === id);
        if (!account) return <EmptyState illustration="goals" title="This account is not there any more" />;
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
      <WhyList rows={rows.reverse()} none="No balance yet." />
      <div className="row">
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
        return <WhySum from={`on ${formatDay(today, today)}`} rows={rows} none="No account has a balance." />;
      }}
    </WhyResult>
  );
}
