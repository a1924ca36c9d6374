import { QueryResult, type QueryResultProps } from "../loading/QueryResult.tsx";

/** `lines` are drawn until what a number is made of has loaded. */
export function WhyResult<Data>(props: Omit<QueryResultProps<Data>, "failed">) {
  return <QueryResult lines={8} {...props} failed="Failed to load what this is made of" />;
}
