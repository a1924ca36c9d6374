import { type ReactNode, useDeferredValue } from "react";
import { messageOf } from "../api/api-error.ts";
import { CHECK_CONNECTION } from "../api/change.ts";
import { Button } from "../ui/base/Button.tsx";
import { EmptyState } from "../ui/display/EmptyState.tsx";

type Query = { error: Error | null; refetch: () => unknown };

type Props<Data> = {
  /** Undefined until all of it is there. What is there stays shown when a later refresh fails. */
  data: Data | undefined;
  /** Every read that `data` waits for. */
  from: readonly Query[];
  /** Stands in while waiting. */
  pending: ReactNode;
  /** What the page says failed, when the server gave no message. */
  failed: string;
  children: (data: Data) => ReactNode;
};

/** Something read from the server: waiting, failed with a way to try again, or there. */
export function Loaded<Data>({ data, from, pending, failed, children }: Props<Data>) {
  // What has just arrived is drawn in slices: on a slow phone the page answers to touch meanwhile.
  const there = useDeferredValue(data !== undefined);
  if (data !== undefined && there) return children(data);
  const broken = from.filter(({ error }) => error);
  if (broken.length === 0) return pending;
  const retry = () => {
    for (const query of broken) query.refetch();
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
      {messageOf(broken[0]?.error, CHECK_CONNECTION)}
    </EmptyState>
  );
}
