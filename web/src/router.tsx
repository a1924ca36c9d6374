import type { QueryClient } from "@tanstack/react-query";
import { type AnyRouter, createRouter } from "@tanstack/react-router";
import { SHARED_WITH_ME } from "./api/keys.ts";
import { currentUser } from "./api/session.ts";
import { routeTree } from "./routes.tsx";
import { PageError } from "./shell/PageError.tsx";
import { Spinner } from "./ui/base/Spinner.tsx";

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}

export function createAppRouter(queryClient: QueryClient) {
  const router = createRouter({
    routeTree,
    context: { queryClient },
    notFoundMode: "root",
    defaultPreload: "intent",
    // What is fresh is for the query cache to say.
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 100,
    defaultPendingMinMs: 0,
    defaultPendingComponent: () => <Spinner page />,
    defaultErrorComponent: PageError,
    scrollRestoration: true,
  });
  nameAndFocus(router);
  askGuardsAgain(queryClient, router);
  return router;
}

/** Names the tab after the screen, and moves the focus to a new screen as a full page load would. */
function nameAndFocus(router: AnyRouter) {
  router.subscribe("onRendered", ({ pathChanged, fromLocation }) => {
    const title = router.state.matches.at(-1)?.staticData.title ?? "404 Page Not Found";
    document.title = `${title} · Coffer`;
    if (pathChanged && fromLocation) document.getElementById("main")?.focus({ preventScroll: true });
  });
}

/** The guards let people through by who is signed in and which budgets are open to them: when that changes, ask anew. */
function askGuardsAgain(queryClient: QueryClient, router: AnyRouter) {
  const facts = () => {
    const user = queryClient.getQueryData(currentUser.queryKey);
    const open = queryClient.getQueryData<{ ownerId: number }[]>(SHARED_WITH_ME);
    return {
      user: user && `${user.id} ${user.isAdmin}`,
      open: open?.map(({ ownerId }) => ownerId).join(),
    };
  };
  let before = facts();
  queryClient.getQueryCache().subscribe(() => {
    const now = facts();
    const changed =
      (before.user !== undefined && now.user !== before.user) ||
      (before.open !== undefined && now.open !== undefined && now.open !== before.open);
    before = now;
    if (changed) void router.invalidate();
  });
}
