import type { User } from "@coffer/domain/account/user";
import { type Month, monthOfDay } from "@coffer/domain/time/month";
import { today } from "@coffer/domain/time/timezone";
import type { FetchQueryOptions, QueryClient, QueryKey } from "@tanstack/react-query";
import {
  createRootRouteWithContext,
  createRoute,
  notFound,
  Outlet,
  retainSearchParams,
} from "@tanstack/react-router";
import { type ReactNode, Suspense } from "react";
import type { Selection } from "./api/call.ts";
import { passwordQuestion } from "./api/recent-password.ts";
import { currentUser } from "./api/session.ts";
import { reportMissingToken, requireAdmin, requireSignedOut, requireUser } from "./guards.ts";
import { lazyComponent, lazyPart } from "./loading/lazy.tsx";
import { loadCode } from "./loading/load-code.ts";
import { Auth } from "./screens/auth/Auth.tsx";
import {
  activitySearch,
  adminSearch,
  aheadSearch,
  authSearch,
  goalsSearch,
  selectionSearch,
  transactionsSearch,
} from "./selection/search.ts";
import { useAuth } from "./session/use-auth.ts";
import { LoadingBar } from "./ui/base/Loading.tsx";
import { shownToast } from "./ui/overlays/toast.ts";

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    title?: string;
    /** True if the header shows the month selector. */
    monthly?: boolean;
  }
}

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Root,
  notFoundComponent: lazyComponent(() => import("./screens/not-found/NotFound.tsx"), "PublicNotFound"),
});

const auth = createRoute({
  getParentRoute: () => root,
  path: "/auth",
  staticData: { title: "Sign in" },
  validateSearch: authSearch,
  beforeLoad: ({ context, search }) => requireSignedOut(context.queryClient, search.next),
  component: Auth,
});

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: "/reset-password/{-$token}",
  staticData: { title: "Reset Password" },
  beforeLoad: ({ params, preload }) => reportMissingToken(params.token, preload),
  component: lazyComponent(() => import("./screens/reset-password/ResetPassword.tsx"), "ResetPassword"),
});

const invitation = createRoute({
  getParentRoute: () => root,
  path: "/invitation/$token",
  staticData: { title: "Invitation" },
  component: lazyComponent(() => import("./screens/invitation/Invitation.tsx"), "Invitation"),
});

const verifyEmail = createRoute(mailedLink("/verify-email/$token", "Verify your email", "VerifyEmail"));
const emailChange = createRoute(mailedLink("/email-change/$token", "Your email address", "EmailChange"));
const endShares = createRoute(mailedLink("/end-shares/$token", "End your shares", "EndShares"));
const unsubscribe = createRoute(mailedLink("/unsubscribe/$token", "Unsubscribe", "Unsubscribe"));

/** Links between screens keep the month and the opened budget. */
const app = createRoute({
  getParentRoute: () => root,
  id: "app",
  validateSearch: selectionSearch,
  search: { middlewares: [retainSearchParams(["month", "budget"])] },
  async beforeLoad({ context: { queryClient }, search, location, preload, matches }) {
    // An unknown page does not ask to sign in.
    if (
      matches.some(({ routeId }) => routeId === "/app/$") &&
      !(await queryClient.ensureQueryData(currentUser))
    )
      throw notFound();
    const user = await requireUser(queryClient, location);
    const { openLedger } = await loadCode(() => import("./open-ledger.ts"));
    await openLedger(queryClient, user, search.budget, preload);
    return { user };
  },
  loader: ({ context }) => prefetch(context, {}, () => import("./shell/Shell.tsx")),
  component: lazyComponent(() => import("./shell/Shell.tsx"), "Shell"),
});

const dashboard = createRoute(
  screen("/", "Dashboard", () => import("./screens/dashboard/Dashboard.tsx"), "Dashboard", "monthly"),
);
const transactions = createRoute({
  ...screen(
    "/transactions",
    "Transactions",
    () => import("./screens/transactions/Transactions.tsx"),
    "Transactions",
    "monthly",
  ),
  validateSearch: transactionsSearch,
});
const importRoute = createRoute(
  screen("/import", "Import", () => import("./screens/import/Import.tsx"), "Import"),
);
const review = createRoute(
  screen("/review", "To review", () => import("./screens/review/Review.tsx"), "Review"),
);
const budget = createRoute(
  screen(
    "/budget",
    "Budget Planning",
    () => import("./screens/budget/BudgetPlanning.tsx"),
    "BudgetPlanning",
    "monthly",
  ),
);
const goals = createRoute({
  ...screen("/goals", "Financial Goals", () => import("./screens/goals/Goals.tsx"), "Goals"),
  validateSearch: goalsSearch,
});
const subscriptions = createRoute(
  screen(
    "/subscriptions",
    "Subscription Management",
    () => import("./screens/subscriptions/Subscriptions.tsx"),
    "Subscriptions",
  ),
);
const ahead = createRoute({
  ...screen("/ahead", "Money ahead", () => import("./screens/ahead/Ahead.tsx"), "Ahead"),
  validateSearch: aheadSearch,
});
const year = createRoute(screen("/year", "Year", () => import("./screens/year/Year.tsx"), "Year", "monthly"));
const activity = createRoute({
  ...screen("/activity", "Activity", () => import("./screens/activity/Activity.tsx"), "Activity"),
  validateSearch: activitySearch,
});
const settings = createRoute(
  screen("/settings", "Settings", () => import("./screens/settings/Settings.tsx"), "Settings"),
);
const admin = createRoute({
  ...screen("/admin", "Admin Dashboard", () => import("./screens/admin/Admin.tsx"), "Admin"),
  validateSearch: adminSearch,
  beforeLoad: ({ context, preload }) => requireAdmin(context.user, preload),
});
const missing = createRoute(
  screen("/$", "Page not found", () => import("./screens/not-found/NotFound.tsx"), "NotFound"),
);

export const routeTree = root.addChildren([
  auth,
  resetPassword,
  verifyEmail,
  emailChange,
  endShares,
  unsubscribe,
  invitation,
  app.addChildren([
    dashboard,
    transactions,
    importRoute,
    review,
    budget,
    goals,
    subscriptions,
    ahead,
    year,
    activity,
    settings,
    admin,
    missing,
  ]),
]);

function mailedLink<const Path extends string>(
  path: Path,
  title: string,
  name: keyof typeof import("./screens/mailed-links/MailedLinks.tsx"),
) {
  return {
    getParentRoute: () => root,
    path,
    staticData: { title },
    component: lazyComponent(() => import("./screens/mailed-links/MailedLinks.tsx"), name),
  };
}

type Context = { queryClient: QueryClient; user: User };
type Chosen = { month?: Month | undefined; budget?: number | undefined };
type Reads<Data> = { [Name in keyof Data]: FetchQueryOptions<Data[Name], Error, Data[Name], QueryKey> };
type WithReads<Data> = { reads?: (selection: Selection) => Reads<Data> };

/** A signed-in screen, which remounts when another budget is opened: that closes its dialogs. */
function screen<const Path extends string, Name extends string, Data>(
  path: Path,
  title: string,
  load: () => Promise<WithReads<Data> & Record<Name, () => ReactNode>>,
  name: Name,
  monthly?: "monthly",
) {
  return {
    getParentRoute: () => app,
    path,
    staticData: { title, monthly: monthly !== undefined },
    remountDeps: ({ search }: { search: Chosen }) => search.budget,
    loaderDeps: ({ search: { month, budget } }: { search: Chosen }) => ({ month, budget }),
    loader: ({ context, deps }: { context: Context; deps: Chosen }) => prefetch(context, deps, load),
    component: lazyComponent(async () => ({ Screen: (await load())[name] }), "Screen"),
  };
}

/** Starts all reads of a screen without waiting for them. The screen repeats those that fail, and shows their errors. */
function prefetch<Data>(
  { queryClient, user }: Context,
  { budget: ledgerId, month = monthOfDay(today(Date.now(), user.timeZone)) }: Chosen,
  load: () => Promise<WithReads<Data>>,
): void {
  load().then(
    ({ reads }) => {
      const all = reads?.({ ledgerId, month });
      for (const name in all) void queryClient.prefetchQuery(all[name]);
    },
    () => {}, // The screen itself says that it cannot be loaded.
  );
}

const ReauthenticateDialog = lazyPart(
  () => import("./forms/ReauthenticateDialog.tsx"),
  "ReauthenticateDialog",
);
const Toaster = lazyPart(() => import("./ui/overlays/Toaster.tsx"), "Toaster");

/** Signed out, the toaster is loaded only with the first toast. */
function Root() {
  const { user } = useAuth();
  const toasted = shownToast.use() !== null;
  return (
    <>
      <Outlet />
      <Suspense fallback={<LoadingBar />}>{passwordQuestion.use() && <ReauthenticateDialog />}</Suspense>
      {(user || toasted) && (
        <Suspense>
          <Toaster />
        </Suspense>
      )}
    </>
  );
}
