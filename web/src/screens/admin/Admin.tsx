import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { Suspense } from "react";
import { adminStats } from "../../api/admin.ts";
import { useDateFormat } from "../../format/use-date-format.ts";
import { lazyPart } from "../../loading/lazy.tsx";
import { QueryResult } from "../../loading/QueryResult.tsx";
import { useChangeSearch } from "../../selection/selection.ts";
import { Button } from "../../ui/base/Button.tsx";
import { Spinner } from "../../ui/base/Loading.tsx";
import { Tabs } from "../../ui/controls/Tabs.tsx";
import { StatCard } from "../../ui/display/StatCard.tsx";
import { PageHeader } from "../../ui/layout/Frame.tsx";
import { INSTANT, numbers } from "./formats.ts";
import { UserManagement } from "./UserManagement.tsx";
import "./Admin.css";

// Lazy, because the composer loads the form library.
const EmailTemplates = lazyPart(() => import("./EmailTemplates.tsx"), "EmailTemplates");

const VIEWS = [
  { id: "statistics", label: "Statistics" },
  { id: "users", label: "User Management" },
  { id: "emails", label: "Email Templates" },
] as const;

export function Admin() {
  const { view = "statistics" } = useSearch({ from: "/app/admin" });
  const changeSearch = useChangeSearch();
  return (
    <>
      <PageHeader title="Admin Dashboard" />
      <Tabs
        label="Admin views"
        tabs={VIEWS}
        selected={view}
        onSelect={(chosen) =>
          changeSearch({ view: chosen === "statistics" ? undefined : chosen, q: undefined })
        }
      >
        <div className="admin-view">
          {view === "statistics" && <Statistics />}
          {view === "users" && <UserManagement />}
          {view === "emails" && (
            <Suspense fallback={<Spinner page />}>
              <EmailTemplates />
            </Suspense>
          )}
        </div>
      </Tabs>
    </>
  );
}

function Statistics() {
  const stats = useQuery(adminStats);
  const { data: figures } = stats;
  const shown = (
    <div className="stack">
      <div className="stats">
        <StatCard label="Total Users" value={formatted(figures?.totalUsers)} />
        <StatCard label="Active Users" value={formatted(figures?.activeUsers)} note="In the last 30 days" />
        <StatCard label="New Users (30d)" value={formatted(figures?.newUsers)} />
        <StatCard label="Total Budgets" value={formatted(figures?.totalBudgets)} />
        <StatCard label="Total Transactions" value={formatted(figures?.totalTransactions)} />
        <StatCard label="Avg. Transactions/User" value={formatted(figures?.averageTransactionsPerUser)} />
        <StatCard label="Notifications Enabled" value={formatted(figures?.emailsNotificationsEnabled)} />
        <StatCard label="Email Rate" value={rate(figures?.emailsNotificationsEnabled, figures?.totalUsers)} />
      </div>
      <CountedAt />
    </div>
  );
  return (
    <QueryResult queries={{ stats }} failed="Failed to load statistics" pending={shown}>
      {() => shown}
    </QueryResult>
  );
}

/** Figures that were older than this when they were read come from the daily count. */
const LIVE_MS = 60_000;

function CountedAt() {
  const { data, dataUpdatedAt, isFetching, refetch } = useQuery(adminStats);
  const time = useDateFormat(INSTANT);
  const at = data?.countedAt;
  if (at === undefined) return <p />;
  if (at === null) return <p className="muted">The first count is made within the hour.</p>;
  const isDaily = dataUpdatedAt - at > LIVE_MS;
  return (
    <div className="split">
      <p className="muted">
        As of {time.format(at)}
        {isDaily && ", counted once a day"}
      </p>
      {!isDaily && (
        <Button size="small" icon="refresh" pending={isFetching} onClick={() => refetch()}>
          Count again
        </Button>
      )}
    </div>
  );
}

const formatted = (figure?: number) => (figure === undefined ? undefined : numbers.format(figure));

const rate = (part = 0, whole = 0) => `${whole === 0 ? 0 : Math.round((part / whole) * 100)}%`;
