import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { forgetFailure, toastError } from "../ui/overlays/toast.ts";
import { ApiError, hasStatus, messageOf } from "./api-error.ts";
import { SHARED_WITH_ME } from "./call.ts";
import { askForPassword, noteSignIn } from "./recent-password.ts";
import { clearSession, currentUser } from "./session.ts";
import { onTabNews } from "./tabs.ts";
import { NotSent, noteShownUser, setResume, shownUser } from "./wire.ts";

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
        if (failure && !isShown) toastError("Error", messageOf(error, failure), query.queryHash);
        handleLostAccess(client, error);
      },
      onSuccess: (_, { queryHash }) => forgetFailure(queryHash),
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
  client.getQueryCache().subscribe(({ query }) => {
    if (query.queryKey[0] !== currentUser.queryKey[0]) return;
    noteShownUser(client.getQueryData(currentUser.queryKey) ?? undefined);
  });
  setResume(async () => (await import("./resume-session.ts")).resumeSession());
  onTabNews((news) => {
    const user = shownUser();
    if (!user || !("signedIn" in news)) return;
    if (news.signedIn === null) endSession(client);
    else if (news.signedIn !== user.id) void askOverPage(client, "other-user");
    else noteSignIn();
  });
  return client;
}

/** Typed text stays; what was read in another's name is read again. */
async function askOverPage(client: QueryClient, reason: "ended" | "other-user"): Promise<void> {
  if (await askForPassword(reason)) await client.invalidateQueries();
}

/** Any reply may mean that a share or the administrator's rights (403) have ended, or that another has signed in. */
function handleLostAccess(client: QueryClient, error: Error) {
  if (error instanceof ApiError && error.body.code === "other-user")
    return void askOverPage(client, "other-user");
  if (hasStatus(error, 403)) {
    void client.invalidateQueries({ queryKey: SHARED_WITH_ME });
    void client.invalidateQueries({ queryKey: currentUser.queryKey });
  }
}

function endSession(client: QueryClient): void {
  clearSession(client);
  toastError("Logged out", "Your session has ended. Please sign in again.");
}
