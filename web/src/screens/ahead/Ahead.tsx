import { getRouteApi } from "@tanstack/react-router";
import { Afford } from "../../ahead/Afford.tsx";
import { type MoneyAccount, useAccounts, useDeleteAccount } from "../../api/money-accounts.ts";
import { lazyPart, useDialog } from "../../loading/lazy.tsx";
import { QueryResult } from "../../loading/QueryResult.tsx";
import { useOpenLedger } from "../../selection/selection.ts";
import { Button } from "../../ui/base/Button.tsx";
import { Skeleton } from "../../ui/base/Loading.tsx";
import { Card } from "../../ui/display/Card.tsx";
import { EmptyState } from "../../ui/display/EmptyState.tsx";
import { PageHeader } from "../../ui/layout/Frame.tsx";
import { Balances } from "./Balances.tsx";
import { Line } from "./Line.tsx";

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
