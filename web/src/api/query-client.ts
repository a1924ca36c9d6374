import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { toast } from "../ui/overlays/toast.ts";
import { hasStatus, messageOf } from "./api-error.ts";
import { SHARED_WITH_ME } from "./query-key.ts";
import { clearSession, currentUser } from "./session.ts";
import { NotSent } from "./wire.ts";

declare module "@tanstack/react-query" {
  interface Register {
    /** `failure`: the toast's text where a read fails without a message of the server. */
    queryMeta: { failure?: string };
  }
}

/** Without a setting at the query nothing goes stale, and nothing is read again on focus or retried. */
export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError(error, query) {
        const failure = query.meta?.failure;
        // What was read before stays in sight, with the note that it is of then.
        const isShown = error instanceof NotSent && query.state.data !== undefined;
        if (failure && !isShown)
          toast({ title: "Error", description: messageOf(error, failure), variant: "destructive" });
        handleLostAccess(client, error);
      },
    }),
    // After the mutation's own toast, which the one about the ended session replaces.
    mutationCache: new MutationCache({ onSettled: (_, error) => error && handleLostAccess(client, error) }),
    defaultOptions: {
      // "always": a browser that believes it is offline fails at once instead of waiting without an end.
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        // What failed to load, once the device is online again.
        refetchOnReconnect: ({ state }) => state.status === "error" && "always",
        retry: false,
        networkMode: "always",
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
  return client;
}

/** Any reply may mean that the session (401), a share or the administrator's rights (403) have ended. */
function handleLostAccess(client: QueryClient, error: Error) {
  if (hasStatus(error, 403)) {
    void client.invalidateQueries({ queryKey: SHARED_WITH_ME });
    void client.invalidateQueries({ queryKey: currentUser.queryKey });
  }
  if (!hasStatus(error, 401) || !client.getQueryData(currentUser.queryKey)) return;
  clearSession(client);
  toast({
    title: "Signed out",
    description: "Your session has ended. Please sign in again.",
    variant: "destructive",
  });
}
