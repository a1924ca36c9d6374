import { monthLabel } from "@coffer/domain/time/month";
import { useQueryClient } from "@tanstack/react-query";
import { Outlet, useBlocker, useMatches, useSearch } from "@tanstack/react-router";
import { Suspense, useDeferredValue, useEffect, useRef } from "react";
import { failureText } from "../api/api-error.ts";
import { sharedWithMe } from "../api/sharing.ts";
import { useDateFormat } from "../format/use-date-format.ts";
import { lazyPart } from "../loading/lazy.tsx";
import { loadCode } from "../loading/load-code.ts";
import { waitingWrites } from "../offline/waiting-writes.ts";
import {
  useCurrency,
  useHasLedger,
  useMonth,
  useOpenLedger,
  useToday,
  useUser,
  useWhy,
} from "../selection/selection.ts";
import { useAuth } from "../session/use-auth.ts";
import { Icon } from "../ui/base/Icon.tsx";
import { LoadingBar, Spinner } from "../ui/base/Loading.tsx";
import { Frame } from "../ui/layout/Frame.tsx";
import { question } from "../ui/overlays/confirm.ts";
import { closeOnBack } from "../ui/overlays/open-modals.ts";
import { Banners } from "./Banners.tsx";
import { BudgetSwitcher, Header, OwnBudgetName } from "./Header.tsx";
import { NavLinks, SCREENS, TABS } from "./NavLinks.tsx";
import { ToSpend } from "./ToSpend.tsx";
import { titledBudget } from "./title.ts";
import { useQuickDialogs } from "./use-quick-dialogs.tsx";
import "./QuickEntryButton.css";

const WhyPanel = lazyPart(() => import("../screens/why/WhyPanel.tsx"), "WhyPanel");
const PlanMonth = lazyPart(() => import("../screens/budget/PlanMonth.tsx"), "PlanMonth");
const ConfirmDialog = lazyPart(() => import("../ui/overlays/ConfirmDialog.tsx"), "ConfirmDialog");
const NoBudget = lazyPart(() => import("./NoBudget.tsx"), "NoBudget");

export const reads = () => ({ sharedWithMe });

export function Shell() {
  // Null when the user has just signed out, and the guard is about to redirect.
  return useAuth().user ? <SignedIn /> : <Spinner page />;
}

function SignedIn() {
  const why = useWhy();
  const month = useMonth();
  const { can } = useOpenLedger();
  const isOpen = useHasLedger();
  const screen = useMatches({ select: (matches) => matches.at(-1)?.fullPath });
  const plan = useSearch({ from: "/app", select: (search) => search.plan });
  // The frame renders first and the screen deferred, so that a slow phone stays responsive.
  const isFramed = useDeferredValue(true, false);
  const { dialog, enter, search } = useQuickDialogs();
  useLiveLedger();
  // A phone's Back closes what is open over the screen, and leaves the screen only if nothing is.
  useBlocker({
    enableBeforeUnload: false,
    shouldBlockFn: ({ action }) => action === "BACK" && closeOnBack(),
  });
  return (
    <Frame
      header={<Header onSearch={search} />}
      rail={() => (
        <>
          <BudgetSwitcher />
          {isOpen && enter && <QuickEntryButton variant="rail" onClick={enter} />}
          <nav className="rail-links" aria-label="Screens">
            <NavLinks links={SCREENS} variant="rail" />
          </nav>
          {/* The dashboard begins with it. */}
          {isOpen && screen !== "/" && <ToSpend />}
          {isOpen && <OwnBudgetName />}
        </>
      )}
      bar={() => (
        <>
          <NavLinks links={TABS[0]} variant="bar" />
          {isOpen && enter && <QuickEntryButton variant="bar" onClick={enter} />}
          <NavLinks links={TABS[1]} variant="bar" />
        </>
      )}
    >
      <PrintHead />
      <Banners />
      {isFramed && (isOpen || screen === "/settings" ? <Outlet /> : <NoBudget />)}
      {/* One within the other: the panel opens over the sheet, which stays open while the panel loads. */}
      <Suspense fallback={<LoadingBar />}>
        {plan && can("categories") && (
          <PlanMonth key={month} month={month} from={plan === true ? "last-month" : plan} />
        )}
        <Suspense fallback={<LoadingBar />}>{why && <WhyPanel key={why.text} {...why} />}</Suspense>
      </Suspense>
      <Suspense fallback={<LoadingBar />}>
        {question.use() && <ConfirmDialog failureText={failureText} />}
      </Suspense>
      {dialog}
    </Frame>
  );
}

/** On paper, above the screen: whose month it is. */
function PrintHead() {
  const monthly = useMatches({ select: (matches) => matches.at(-1)?.staticData.monthly ?? false });
  const month = useMonth();
  const { owner } = useOpenLedger();
  const name = titledBudget.use() ?? owner?.name;
  const date = useDateFormat();
  return (
    <p className="print-only print-head">
      <span>{["Coffer", name, monthly && monthLabel(month)].filter(Boolean).join(" · ")}</span>
      <span>{date.format(Date.now())}</span>
    </p>
  );
}

function QuickEntryButton({ variant, onClick }: { variant: "rail" | "bar"; onClick: () => void }) {
  const waiting = waitingWrites.use().length;
  return (
    <button
      className="quick-entry"
      data-variant={variant}
      type="button"
      aria-label={variant === "bar" ? "Quick entry" : undefined}
      aria-description={waiting > 0 ? `${waiting} waiting` : undefined}
      aria-keyshortcuts="N"
      onClick={onClick}
    >
      <Icon name="plus" />
      {waiting > 0 && (
        <span className="quick-entry-waiting" aria-hidden>
          {waiting}
        </span>
      )}
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

/** After the first screen has loaded. */
const START_DELAY_MS = 4_000;

/** Shows what others change in the open budget, for as long as it is open, and what other tabs change. */
function useLiveLedger() {
  const { ledgerId } = useOpenLedger();
  const { id, timeZone } = useUser();
  const currency = useCurrency();
  const client = useQueryClient();
  useEffect(() => {
    const since = Date.now();
    return startLater(({ watchLedger }, signal) =>
      watchLedger(client, ledgerId, { id, currency, timeZone }, since, signal),
    );
  }, [client, ledgerId, id, currency, timeZone]);
  useEffect(() => startLater(({ watchTabs }, signal) => watchTabs(client, signal)), [client]);
  // Figures that were read yesterday count yesterday's days.
  const today = useToday();
  const readOn = useRef(today);
  useEffect(() => {
    if (readOn.current === today) return;
    readOn.current = today;
    void client.invalidateQueries();
  }, [client, today]);
}

/** Returns a function that stops it, even before it has started. */
function startLater(watch: (watches: typeof import("../api/watch-ledger.ts"), signal: AbortSignal) => void) {
  const end = new AbortController();
  const start = async () => {
    const watches = await loadCode(() => import("../api/watch-ledger.ts"));
    if (!end.signal.aborted) watch(watches, end.signal);
  };
  // If its code cannot load, the page works without it.
  const timer = setTimeout(() => start().catch(() => {}), START_DELAY_MS);
  return () => {
    end.abort();
    clearTimeout(timer);
  };
}
