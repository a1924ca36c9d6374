import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { loadCode } from "../loading/load-code.ts";
import { forgetFailure, toastError } from "../ui/overlays/toast.ts";
import { ApiError, hasStatus, messageOf } from "./api-error.ts";
import { SHARED_WITH_ME } from "./call.ts";
import { askForPassword, noteSignIn } from "./recent-password.ts";
import { clearSession, currentUser } from "./session.ts";
import { onTabNews } from "./tabs.ts";
import { NotSent, noteShownUser, setResume, shownUser } from "./wire.ts";

declare module "@tanstack/react-query" {
  interface Register {
    /** `failure`: the toast's text if a read fails without a message from the server. */
    queryMeta: { failure?: string };
  }
}

/** By default nothing goes stale, refetches on focus or is retried. */
export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError(error, query) {
        const failure = query.meta?.failure;
        // Earlier data stays visible, with a note of its age.
        const isShown = error instanceof NotSent && query.state.data !== undefined;
        if (failure && !isShown) toastError("Error", messageOf(error, failure), query.queryHash);
        handleLostAccess(client, error);
      },
      onSuccess: (_, { queryHash }) => forgetFailure(queryHash),
    }),
    // After the mutation's own toast, which the toast about the ended session replaces.
    mutationCache: new MutationCache({ onSettled: (_, error) => error && handleLostAccess(client, error) }),
    defaultOptions: {
      // "always": an offline browser fails at once instead of waiting for ever.
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        // Refetches failed queries when the device is online again.
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
  setResume(async () => (await loadCode(() => import("./resume-session.ts"))).resumeSession());
  onTabNews((news) => {
    const user = shownUser();
    if (!user || !("signedIn" in news)) return;
    if (news.signedIn === null) endSession(client);
    else if (news.signedIn !== user.id) void askOverPage(client, "other-user");
    else noteSignIn();
  });
  return client;
}

/** Keeps typed text; refetches data that was read as another user. */
async function askOverPage(client: QueryClient, reason: "ended" | "other-user"): Promise<void> {
  if (await askForPassword(reason)) await client.invalidateQueries();
}

/** Any reply may mean that a share or administrator's rights have ended (403), or that somebody else has signed in. */
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
