import type { QueryClient } from "@tanstack/react-query";
import { type AnyRouter, createRouter, type ErrorComponentProps } from "@tanstack/react-router";
import { useEffect } from "react";
import { ApiError, CHECK_CONNECTION, messageOf } from "./api/api-error.ts";
import { SHARED_WITH_ME } from "./api/call.ts";
import { currentUser } from "./api/session.ts";
import { expireSharedLedgers, refreshOnFocus } from "./api/sharing.ts";
import { NotSent } from "./api/wire.ts";
import { isServerReachable, reload, ServerGone } from "./loading/lazy.tsx";
import { routeTree } from "./routes.tsx";
import { reportError } from "./shell/report-error.ts";
import { showTitle } from "./shell/title.ts";
import { Button } from "./ui/base/Button.tsx";
import { Spinner } from "./ui/base/Loading.tsx";

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}

export function createAppRouter(queryClient: QueryClient) {
  const router = createRouter({
    routeTree,
    context: { queryClient },
    caseSensitive: true,
    notFoundMode: "root",
    defaultPreload: "intent",
    // The query cache decides what is fresh.
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 100,
    defaultPendingMinMs: 0,
    defaultPendingComponent: () => <Spinner page />,
    defaultErrorComponent: PageError,
    scrollRestoration: true,
  });
  setTitleAndFocus(router);
  rerunGuardsOnAccessChange(queryClient, router);
  refreshSharedLedgers(queryClient, router);
  return router;
}

function setTitleAndFocus(router: AnyRouter) {
  router.subscribe("onRendered", ({ pathChanged, fromLocation }) => {
    const title = router.state.matches.at(-1)?.staticData.title ?? "404 Page Not Found";
    showTitle(title);
    if (pathChanged && fromLocation) document.getElementById("main")?.focus({ preventScroll: true });
  });
}

/** The guards depend on the signed-in user and the shared budgets; they run again when either changes. */
function rerunGuardsOnAccessChange(queryClient: QueryClient, router: AnyRouter) {
  const access = () => {
    const user = queryClient.getQueryData(currentUser.queryKey);
    const open = queryClient.getQueryData<{ ownerId: number }[]>(SHARED_WITH_ME);
    return { user: user && `${user.id} ${user.isAdmin}`, open: open?.map(({ ownerId }) => ownerId).join() };
  };
  let before = access();
  queryClient.getQueryCache().subscribe(() => {
    const now = access();
    const changed =
      (before.user !== undefined && now.user !== before.user) ||
      (before.open !== undefined && now.open !== undefined && now.open !== before.open);
    before = now;
    if (changed) void router.invalidate();
  });
}

function refreshSharedLedgers(queryClient: QueryClient, router: AnyRouter) {
  refreshOnFocus(queryClient);
  const monthIn = (location?: { searchStr: string }) => new URLSearchParams(location?.searchStr).get("month");
  router.subscribe("onBeforeLoad", ({ pathChanged, fromLocation, toLocation }) => {
    // Not for other changes of the URL's search: filters change while they are typed.
    const isMonthChanged = monthIn(fromLocation) !== monthIn(toLocation);
    if (pathChanged || isMonthChanged) expireSharedLedgers(queryClient);
  });
}

const RETRY_EVERY_MS = 5_000;

/** Part of the first chunk, since it has to show when no other chunk can be loaded. */
function PageError({ error }: ErrorComponentProps) {
  const isServerGone = error instanceof ServerGone;
  const isOfServer = error instanceof ApiError || error instanceof NotSent;
  useEffect(() => {
    if (!isServerGone && !isOfServer) reportError(error);
  }, [error, isServerGone, isOfServer]);
  useEffect(() => {
    if (!isServerGone) return;
    const timer = setInterval(retry, RETRY_EVERY_MS);
    addEventListener("online", retry);
    return () => {
      clearInterval(timer);
      removeEventListener("online", retry);
    };
  }, [isServerGone]);
  return (
    <section className="empty" role="alert">
      <h1>This page could not be loaded</h1>
      <p className="empty-text">
        {isServerGone
          ? "Coffer cannot be reached at the moment. The page opens by itself as soon as it can."
          : isOfServer
            ? messageOf(error, CHECK_CONNECTION)
            : "Something on it does not work. Your data is as it was, and the other screens open."}
      </p>
      <Button onClick={retry}>Try again</Button>
    </section>
  );
}

/** Browsers remember a module that failed to load; only a reload requests it again. While the server is gone, a reload would lose the page. */
async function retry() {
  if (await isServerReachable()) await reload();
}
