import { useQueryClient } from "@tanstack/react-query";
import { Outlet, useBlocker, useRouter } from "@tanstack/react-router";
import { Suspense, useDeferredValue, useEffect } from "react";
import { passwordQuestion } from "../api/recent-password.ts";
import { isOfSheet } from "../search.ts";
import { Icon } from "../ui/base/Icon.tsx";
import { LoadingBar } from "../ui/base/LoadingBar.tsx";
import { Spinner } from "../ui/base/Spinner.tsx";
import { Frame } from "../ui/layout/Frame.tsx";
import { useIsDesktop } from "../ui/layout/use-is-desktop.ts";
import { ConfirmDialog } from "../ui/overlays/ConfirmDialog.tsx";
import { useConfirm } from "../ui/overlays/confirm.ts";
import { DISCARD, discardUnsaved, hasUnsaved } from "../ui/overlays/unsaved.ts";
import { useAuth, useUser } from "./auth-context.tsx";
import { Banners } from "./Banners.tsx";
import { BudgetSwitcher } from "./BudgetSwitcher.tsx";
import { Header } from "./Header.tsx";
import { LeftToSpend } from "./LeftToSpend.tsx";
import { lazyComponent } from "./lazy.ts";
import { MENU, NavLinks, TABS } from "./NavLinks.tsx";
import { useMonth, useOpenBudget, usePlanning, useWhy } from "./selection.ts";
import { useQuickDialogs } from "./use-quick-dialogs.tsx";
import "./Shell.css";

const WhyPanel = lazyComponent(() => import("../screens/why/WhyPanel.tsx"), "WhyPanel");
const PlanMonth = lazyComponent(() => import("../screens/budget/PlanMonth.tsx"), "PlanMonth");
const ReauthenticateDialog = lazyComponent(
  () => import("../forms/ReauthenticateDialog.tsx"),
  "ReauthenticateDialog",
);

export function Shell() {
  // Null when the user has just signed out, and the guard is about to redirect.
  return useAuth().user ? <SignedIn /> : <Spinner page />;
}

function SignedIn() {
  const why = useWhy();
  const month = useMonth();
  const { can } = useOpenBudget();
  const planning = usePlanning();
  const plannedFrom = can("categories") ? planning : undefined;
  const isDesktop = useIsDesktop();
  // The frame renders first and the screen deferred, so that a slow phone stays responsive.
  const isFramed = useDeferredValue(true, false);
  const { dialog, enter } = useQuickDialogs();
  const isPasswordNeeded = passwordQuestion.use() !== null;
  useLiveBudget();
  return (
    <Frame
      header={<Header />}
      rail={() => (
        <>
          <BudgetSwitcher />
          {enter && <QuickEntryButton variant="rail" onClick={enter} />}
          <nav className="rail-links" aria-label="Main">
            <NavLinks links={MENU} variant="rail" />
          </nav>
          <LeftToSpend />
        </>
      )}
      bar={() => <NavLinks links={TABS} variant="bar" />}
    >
      <Banners />
      {isFramed && <Outlet />}
      {/* Together, so that the panel opens over the sheet when both are in the address. */}
      <Suspense fallback={<LoadingBar />}>
        {plannedFrom && <PlanMonth key={month} month={month} from={plannedFrom} />}
        {why !== undefined && !isOfSheet(why) && <WhyPanel why={why} />}
      </Suspense>
      {enter && !isDesktop && <QuickEntryButton variant="thumb" onClick={enter} />}
      <UnsavedGuard />
      <ConfirmDialog />
      {dialog}
      {isPasswordNeeded && (
        <Suspense fallback={<LoadingBar />}>
          <ReauthenticateDialog />
        </Suspense>
      )}
    </Frame>
  );
}

/** A phone's Back asks before it takes a half-filled form away. */
function UnsavedGuard() {
  const { history } = useRouter();
  const confirm = useConfirm();
  const leave = () => {
    discardUnsaved();
    history.back();
  };
  useBlocker({
    enableBeforeUnload: false,
    shouldBlockFn({ action, current, next }) {
      // Whatever is open beside the panel is not closed when Back only closes that.
      const inPanel = addressOf(current) === addressOf(next);
      if (action !== "BACK" || !hasUnsaved({ inPanel })) return false;
      confirm({ ...DISCARD, action: { label: "Discard", run: leave } });
      return true;
    },
  });
  return null;
}

/** An address but for the number that the panel shows. */
function addressOf({ pathname, search }: { pathname: string; search: object }): string {
  return JSON.stringify([pathname, { ...search, why: undefined }]);
}

type EntryProps = {
  /** rail: in the sidebar; thumb: above a phone's tab bar. */
  variant: "rail" | "thumb";
  onClick: () => void;
};

function QuickEntryButton({ variant, onClick }: EntryProps) {
  return (
    <button
      className="quick-entry"
      data-variant={variant}
      type="button"
      aria-label={variant === "thumb" ? "Quick entry" : undefined}
      aria-keyshortcuts="N"
      onClick={onClick}
    >
      <Icon name="plus" />
      {variant === "rail" && (
        <>
          <span>
            Quick<span className="quick-entry-long"> entry</span>
          </span>
          <kbd aria-hidden>N</kbd>
        </>
      )}
    </button>
  );
}

/** Milliseconds, so that the first screen loads before. */
const START_DELAY = 4_000;

function useLiveBudget() {
  const { budget } = useOpenBudget();
  const { id } = useUser();
  const client = useQueryClient();
  useEffect(() => {
    const since = Date.now();
    let isOver = false;
    let stop: (() => void) | undefined;
    const start = async () => {
      const { watchBudget } = await import("../api/watch-budget.ts");
      if (!isOver) stop = watchBudget(client, budget, id, since);
    };
    // Without its code, as with the server gone, the page works on as it is.
    const timer = setTimeout(() => start().catch(() => {}), START_DELAY);
    return () => {
      isOver = true;
      clearTimeout(timer);
      stop?.();
    };
  }, [client, budget, id]);
}
