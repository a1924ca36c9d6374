import { QueryResult, type QueryResultProps } from "../shell/QueryResult.tsx";
import { Skeleton } from "../ui/display/Skeleton.tsx";

type Props<Data> = Omit<QueryResultProps<Data>, "failed" | "pending"> & { lines?: number };

/** `lines` are drawn until what a number is made of has loaded. */
export function WhyResult<Data>({ lines = 8, ...result }: Props<Data>) {
  return (
    <QueryResult
      {...result}
      failed="Failed to load what this is made of"
      pending={<Skeleton lines={lines} />}
    />
  );
}
