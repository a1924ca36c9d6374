import { focusManager, type QueryClient } from "@tanstack/react-query";
import { isOfSharedBudget, SHARED_USERS } from "./query-key.ts";

/** What others may change is read again when the window gains the focus. */
export function refreshOnFocus(client: QueryClient): () => void {
  return focusManager.subscribe((isFocused) => {
    if (isFocused) void client.invalidateQueries({ predicate: sharedBudgets(client) });
  });
}

/** What others may change is out of date: a screen that opens reads it again. */
export function expireSharedBudgets(client: QueryClient): void {
  void client.invalidateQueries({ predicate: sharedBudgets(client), refetchType: "none" });
}

function sharedBudgets(client: QueryClient) {
  const isOwnShared = (client.getQueryData<unknown[]>(SHARED_USERS)?.length ?? 0) > 0;
  return ({ queryKey }: { queryKey: readonly unknown[] }) => isOfSharedBudget(queryKey, isOwnShared);
}
