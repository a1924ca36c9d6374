import type { QueryClient } from "@tanstack/react-query";
import { type AnyRouter, createRouter } from "@tanstack/react-router";
import { SHARED_WITH_ME } from "./api/call.ts";
import { currentUser } from "./api/session.ts";
import { expireSharedLedgers, refreshOnFocus } from "./api/sharing.ts";
import { routeTree } from "./routes.tsx";
import { PageError } from "./shell/PageError.tsx";
import { showTitle } from "./shell/title.ts";
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
    // Not for other searches: filters are typed.
    const isMonthChanged = monthIn(fromLocation) !== monthIn(toLocation);
    if (pathChanged || isMonthChanged) expireSharedLedgers(queryClient);
  });
}
