import { useQuery } from "@tanstack/react-query";
import { adminStats } from "../../api/admin.ts";
import { useDateFormat } from "../../format/use-date-format.ts";
import { QueryResult } from "../../loading/QueryResult.tsx";
import { Button } from "../../ui/base/Button.tsx";
import { StatCard } from "../../ui/display/StatCard.tsx";
import { INSTANT, numbers } from "./formats.ts";

export function Statistics() {
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

/** Figures older than this when they were read are those of the last daily count. */
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
