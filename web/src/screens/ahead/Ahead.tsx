import type { BalancePoint } from "@coffer/domain/money-account/account";
import { dayOfMonth } from "@coffer/domain/time/day";
import { dayFormatter } from "@coffer/domain/time/format-day";
import { monthName, monthOfDay } from "@coffer/domain/time/month";
import { getRouteApi } from "@tanstack/react-router";
import { Afford } from "../../ahead/Afford.tsx";
import { useLine } from "../../api/line.ts";
import { type MoneyAccount, useAccounts, useDeleteAccount } from "../../api/money-accounts.ts";
import { locale } from "../../format/locale.ts";
import { useMoney } from "../../format/money.ts";
import { lazyPart, useDialog } from "../../loading/lazy.tsx";
import { QueryResult } from "../../loading/QueryResult.tsx";
import { useOpenLedger, useToday } from "../../selection/selection.ts";
import { Button } from "../../ui/base/Button.tsx";
import { Icon } from "../../ui/base/Icon.tsx";
import { Skeleton } from "../../ui/base/Loading.tsx";
import { Card } from "../../ui/display/Card.tsx";
import { EmptyState } from "../../ui/display/EmptyState.tsx";
import { PageHeader } from "../../ui/layout/Frame.tsx";
import { WhyAmount, WhyLink } from "../../why/WhyLink.tsx";
import { Balances } from "./Balances.tsx";
import { DayCurve } from "./DayCurve.tsx";

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

/** The money that can be spent, day by day for twelve months. */
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

/** Every third month at its first day, for twelve on a phone. */
function axisOf(days: readonly BalancePoint[]) {
  const firsts = days.filter(({ date }) => dayOfMonth(date) === 1);
  return firsts
    .filter((_, index) => index % 3 === 0)
    .map(({ date }) => ({ date, text: monthName(monthOfDay(date)).slice(0, 3) }));
}
