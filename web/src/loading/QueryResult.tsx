import { type ReactNode, useDeferredValue } from "react";
import { CHECK_CONNECTION, messageOf } from "../api/api-error.ts";
import { Button } from "../ui/base/Button.tsx";
import { Skeleton } from "../ui/base/Loading.tsx";
import { EmptyState } from "../ui/display/EmptyState.tsx";

export type Query<Data> = { data: Data | undefined; error: Error | null; refetch: () => unknown };
type Queries<Data> = { [Name in keyof Data]: Query<Data[Name]> };

type Props<Data> = {
  queries: Queries<Data>;
  failed: string;
  /** Shown until all have loaded. By default a skeleton of `lines`, each `height` high. */
  pending?: ReactNode;
  lines?: number;
  height?: string;
  /** Gets the data of all queries, by name. It stays shown if a later refetch fails. */
  children: (data: Data) => ReactNode;
};

export function QueryResult<Data>({ queries, failed, children, ...loading }: Props<Data>) {
  const { lines, height, pending = <Skeleton lines={lines} height={height} /> } = loading;
  const data = dataOf(queries);
  // Data that has just arrived renders deferred, so that a slow phone stays responsive.
  const isReady = useDeferredValue(data !== undefined);
  if (data !== undefined && isReady) return children(data);
  const failures = Object.values<Query<unknown>>(queries).filter(({ error }) => error);
  if (failures.length === 0)
    return typeof pending === "string" ? <p className="muted">{pending}</p> : pending;
  const retry = () => {
    for (const query of failures) query.refetch();
  };
  return (
    <EmptyState
      illustration="error"
      title={failed}
      action={
        <Button variant="secondary" icon="refresh" onClick={retry}>
          Try again
        </Button>
      }
    >
      {messageOf(failures[0]?.error, CHECK_CONNECTION)}
    </EmptyState>
  );
}

function dataOf<Data>(queries: Queries<Data>): Data | undefined {
  const data: Partial<Data> = {};
  for (const name in queries) data[name] = queries[name].data;
  return isComplete(data) ? data : undefined;
}

const isComplete = <Data,>(data: Partial<Data>): data is Data =>
  Object.values(data).every((part) => part !== undefined);
