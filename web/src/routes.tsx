import type { User } from "@coffer/domain/account/user";
import { type Month, monthOfDay } from "@coffer/domain/time/month";
import { today } from "@coffer/domain/time/timezone";
import type { FetchQueryOptions, QueryClient, QueryKey } from "@tanstack/react-query";
import {
  createRootRouteWithContext,
  createRoute,
  notFound,
  retainSearchParams,
} from "@tanstack/react-router";
import type { Selection } from "./api/query-key.ts";
import { currentUser } from "./api/session.ts";
import { keepOffline, reportMissingToken, requireAdmin, requireSignedOut, requireUser } from "./guards.ts";
import { lazyComponent } from "./loading/lazy.ts";
import {
  activitySearch,
  adminSearch,
  authSearch,
  goalsSearch,
  selectionSearch,
  transactionsSearch,
} from "./selection/search.ts";
import { Root } from "./shell/Root.tsx";

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    /** The browser tab's title, before the product's name. */
    title?: string;
    /** True where the header shows the month selector. */
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
  component: lazyComponent(() => import("./screens/auth/Auth.tsx"), "Auth"),
});

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: "/reset-password/{-$token}",
  staticData: { title: "Reset Password" },
  beforeLoad: ({ params, preload }) => reportMissingToken(params.token, preload),
  component: lazyComponent(() => import("./screens/reset-password/ResetPassword.tsx"), "ResetPassword"),
});

const verifyEmail = createRoute({
  getParentRoute: () => root,
  path: "/verify-email/$token",
  staticData: { title: "Verify your email" },
  component: lazyComponent(() => import("./screens/verify-email/VerifyEmail.tsx"), "VerifyEmail"),
});

const emailChange = createRoute({
  getParentRoute: () => root,
  path: "/email-change/$token",
  staticData: { title: "Your email address" },
  component: lazyComponent(() => import("./screens/email-change/EmailChange.tsx"), "EmailChange"),
});

const endShares = createRoute({
  getParentRoute: () => root,
  path: "/end-shares/$token",
  staticData: { title: "End your shares" },
  component: lazyComponent(() => import("./screens/end-shares/EndShares.tsx"), "EndShares"),
});

const unsubscribe = createRoute({
  getParentRoute: () => root,
  path: "/unsubscribe/$token",
  staticData: { title: "Unsubscribe" },
  component: lazyComponent(() => import("./screens/unsubscribe/Unsubscribe.tsx"), "Unsubscribe"),
});

const invitation = createRoute({
  getParentRoute: () => root,
  path: "/invitation/$token",
  staticData: { title: "Invitation" },
  component: lazyComponent(() => import("./screens/invitation/Invitation.tsx"), "Invitation"),
});

/** Links between screens carry the month and the opened budget along. */
const app = createRoute({
  getParentRoute: () => root,
  id: "app",
  validateSearch: selectionSearch,
  search: { middlewares: [retainSearchParams(["month", "budget"])] },
  async beforeLoad({ context: { queryClient }, search, location, preload, matches }) {
    // A page that is not there asks nobody to sign in.
    if (
      matches.some(({ routeId }) => routeId === "/app/$") &&
      !(await queryClient.ensureQueryData(currentUser))
    )
      throw notFound();
    const user = await requireUser(queryClient, location);
    await keepOffline(queryClient, user);
    // Apart from the sign-in, which opens no budget.
    const { openHome, requireOpenLedger } = await import("./open-ledger.ts");
    await openHome(queryClient, user, search.budget, preload);
    await requireOpenLedger(queryClient, search.budget, preload);
    return { user };
  },
  loader: ({ context }) => prefetch(context, {}, () => import("./shell/reads.ts")),
  component: lazyComponent(() => import("./shell/Shell.tsx"), "Shell"),
});

const dashboard = createRoute({
  ...screen("/", "Dashboard", () => import("./screens/dashboard/Dashboard.tsx"), "monthly"),
  component: lazyComponent(() => import("./screens/dashboard/Dashboard.tsx"), "Dashboard"),
});

const transactions = createRoute({
  ...screen(
    "/transactions",
    "Transactions",
    () => import("./screens/transactions/Transactions.tsx"),
    "monthly",
  ),
  validateSearch: transactionsSearch,
  component: lazyComponent(() => import("./screens/transactions/Transactions.tsx"), "Transactions"),
});

const importRoute = createRoute({
  ...screen("/import", "Import", () => import("./screens/import/Import.tsx")),
  component: lazyComponent(() => import("./screens/import/Import.tsx"), "Import"),
});

const budget = createRoute({
  ...screen("/budget", "Budget Planning", () => import("./screens/budget/BudgetPlanning.tsx"), "monthly"),
  component: lazyComponent(() => import("./screens/budget/BudgetPlanning.tsx"), "BudgetPlanning"),
});

const goals = createRoute({
  ...screen("/goals", "Financial Goals", () => import("./screens/goals/Goals.tsx")),
  validateSearch: goalsSearch,
  component: lazyComponent(() => import("./screens/goals/Goals.tsx"), "Goals"),
});

const subscriptions = createRoute({
  ...screen(
    "/subscriptions",
    "Subscription Management",
    () => import("./screens/subscriptions/Subscriptions.tsx"),
  ),
  component: lazyComponent(() => import("./screens/subscriptions/Subscriptions.tsx"), "Subscriptions"),
});

const year = createRoute({
  ...screen("/year", "Year", () => import("./screens/year/Year.tsx"), "monthly"),
  component: lazyComponent(() => import("./screens/year/Year.tsx"), "Year"),
});

const activity = createRoute({
  ...screen("/activity", "Activity"),
  validateSearch: activitySearch,
  component: lazyComponent(() => import("./screens/activity/Activity.tsx"), "Activity"),
});

const settings = createRoute({
  ...screen("/settings", "Settings", () => import("./screens/settings/Settings.tsx")),
  component: lazyComponent(() => import("./screens/settings/Settings.tsx"), "Settings"),
});

const admin = createRoute({
  ...screen("/admin", "Admin Dashboard"),
  validateSearch: adminSearch,
  beforeLoad: ({ context, preload }) => requireAdmin(context.user, preload),
  component: lazyComponent(() => import("./screens/admin/Admin.tsx"), "Admin"),
});

const missing = createRoute({
  ...screen("/$", "Page not found"),
  component: lazyComponent(() => import("./screens/not-found/NotFound.tsx"), "NotFound"),
});

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
    budget,
    goals,
    subscriptions,
    year,
    activity,
    settings,
    admin,
    missing,
  ]),
]);

type Context = { queryClient: QueryClient; user: User };
type Chosen = { month?: Month | undefined; budget?: number | undefined };
type Reads<Data> = { [Name in keyof Data]: FetchQueryOptions<Data[Name], Error, Data[Name], QueryKey> };
type LoadReads<Data> = () => Promise<{ reads: (selection: Selection) => Reads<Data> }>;

/** A signed-in screen, which remounts when another budget is opened: that closes its dialogs. */
function screen<const Path extends string, Data>(
  path: Path,
  title: string,
  load?: LoadReads<Data>,
  monthly?: "monthly",
) {
  return {
    getParentRoute: () => app,
    path,
    staticData: { title, monthly: monthly !== undefined },
    remountDeps: ({ search }: { search: Chosen }) => search.budget,
    loaderDeps: ({ search: { month, budget } }: { search: Chosen }) => ({ month, budget }),
    loader: ({ context, deps }: { context: Context; deps: Chosen }) => load && prefetch(context, deps, load),
  };
}

/** Starts all reads of a screen without waiting for them: the screen reads again, and shows, what fails here. */
function prefetch<Data>(
  { queryClient, user }: Context,
  { budget: ledgerId, month = monthOfDay(today(Date.now(), user.timeZone)) }: Chosen,
  load: LoadReads<Data>,
): void {
  load().then(
    ({ reads }) => {
      const all = reads({ ledgerId, month });
      for (const name in all) void queryClient.prefetchQuery(all[name]);
    },
    () => {}, // The screen itself says that it cannot be loaded.
  );
}
