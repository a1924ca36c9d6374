import { type ReactNode, useDeferredValue } from "react";
import { messageOf } from "../api/api-error.ts";
import { CHECK_CONNECTION } from "../api/use-api-mutation.ts";
import { Button } from "../ui/base/Button.tsx";
import { EmptyState } from "../ui/display/EmptyState.tsx";

type Query = { error: Error | null; refetch: () => unknown };

export type QueryResultProps<Data> = {
  /** Undefined until all of it has loaded. Loaded data stays shown when a later refetch fails. */
  data: Data | undefined;
  /** Every query that `data` waits for. */
  from: readonly Query[];
  pending: ReactNode;
  failed: string;
  children: (data: Data) => ReactNode;
};

export function QueryResult<Data>({ data, from, pending, failed, children }: QueryResultProps<Data>) {
  // Data that has just arrived renders deferred, so that a slow phone stays responsive.
  const isReady = useDeferredValue(data !== undefined);
  if (data !== undefined && isReady) return children(data);
  const failures = from.filter(({ error }) => error);
  if (failures.length === 0) return pending;
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
