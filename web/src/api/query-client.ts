import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { toast } from "../ui/overlays/toast.ts";
import { hasStatus, messageOf } from "./api-error.ts";
import { SHARED_WITH_ME } from "./keys.ts";
import { currentUser, signedOut } from "./session.ts";

declare module "@tanstack/react-query" {
  interface Register {
    /** `failure`: what the toast says when a read fails and the server gave no message. */
    queryMeta: { failure?: string };
  }
}

/**
 * The cache of everything the server said. Nothing goes stale by itself, nothing is asked again on focus and
 * nothing is retried (specification, section 7); nouns that differ say so at their query.
 */
export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError(error, query) {
        const failure = query.meta?.failure;
        if (failure)
          toast({ title: "Error", description: messageOf(error, failure), variant: "destructive" });
        noticeEnd(client, error);
      },
    }),
    // Once the change has raised its own toast: that the session has ended is what counts.
    mutationCache: new MutationCache({ onSettled: (_, error) => error && noticeEnd(client, error) }),
    defaultOptions: {
      // "always": a browser that thinks it is offline gets its failure at once, not a button that waits forever.
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        retry: false,
        networkMode: "always",
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
  return client;
}

/** Any answer may tell that the session has ended, or a share: then nothing of either stays on the screen. */
function noticeEnd(client: QueryClient, error: Error) {
  if (hasStatus(error, 403)) void client.invalidateQueries({ queryKey: SHARED_WITH_ME });
  if (!hasStatus(error, 401) || !client.getQueryData(currentUser.queryKey)) return;
  signedOut(client);
  toast({
    title: "Signed out",
    description: "Your session has ended. Please sign in again.",
    variant: "destructive",
  });
}
