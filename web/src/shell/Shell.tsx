import { email as emailSchema } from "@coffer/contract/fields";
import { pluralize } from "@coffer/domain/text/plural";
import { monthLabel } from "@coffer/domain/time/month";
import { useQueryClient } from "@tanstack/react-query";
import { Outlet, useBlocker, useMatches, useSearch } from "@tanstack/react-router";
import { Suspense, useDeferredValue, useEffect, useRef, useState } from "react";
import { is } from "valibot";
import { failureText } from "../api/api-error.ts";
import { useMailAgain, useResendVerification } from "../api/session.ts";
import { sharedWithMe } from "../api/sharing.ts";
import { isConnected, unreadable } from "../api/wire.ts";
import { failingStorage } from "../browser/database.ts";
import { useDateFormat } from "../format/use-date-format.ts";
import { LocalMail } from "../links/LocalMail.tsx";
import { RouterButton } from "../links/router-links.tsx";
import { lazyPart, useDialog } from "../loading/lazy.tsx";
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
import { Banner } from "../ui/base/Banner.tsx";
import { Button } from "../ui/base/Button.tsx";
import { Icon } from "../ui/base/Icon.tsx";
import { LoadingBar, Spinner } from "../ui/base/Loading.tsx";
import { Frame } from "../ui/layout/Frame.tsx";
import { question } from "../ui/overlays/confirm.ts";
import { closeOnBack } from "../ui/overlays/open-modals.ts";
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
  // Null after signing out, until the guard redirects.
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
  // On a phone, Back closes the topmost dialog or menu, and leaves the screen only if none is open.
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
          {/* The dashboard shows it itself. */}
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
      {/* Nested: the panel opens over the sheet, which stays open while the panel loads. */}
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

/** Printed above the screen: the budget and the month. */
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
  // Figures that were read yesterday were computed for yesterday.
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

const UnreadableNote = lazyPart(() => import("./UnreadableNote.tsx"), "UnreadableNote");

function Banners() {
  return (
    <>
      <WaitingNote />
      <StorageNote />
      {unreadable.use() && <UnreadableNote />}
      <EmailBanner />
    </>
  );
}

function EmailBanner() {
  const { mailSuppressed } = useUser();
  return mailSuppressed ? <SuppressedEmail /> : <UnverifiedEmail />;
}

function SuppressedEmail() {
  const { email } = useUser();
  const [hidden, setHidden] = useState(false);
  const again = useMailAgain();
  if (hidden) return null;
  const action = (
    <Button
      size="small"
      pending={again.isPending}
      pendingLabel="Turning on..."
      onClick={() => again.mutate(undefined)}
    >
      Send mail again
    </Button>
  );
  return (
    <Banner onDismiss={() => setHidden(true)} action={action}>
      Mail to {email} came back or was marked as spam, so we stopped sending it.
    </Banner>
  );
}

function UnverifiedEmail() {
  const { email, emailVerified } = useUser();
  const [hidden, setHidden] = useState(false);
  const resend = useResendVerification();
  if (emailVerified || hidden) return null;
  // Registration takes any text as an address.
  const isAddress = is(emailSchema(""), email);
  const action = isAddress ? (
    <Button
      size="small"
      pending={resend.isPending}
      pendingLabel="Sending..."
      onClick={() => resend.mutate(undefined)}
    >
      Send again
    </Button>
  ) : (
    <RouterButton to="/settings" size="small">
      Change it
    </RouterButton>
  );
  return (
    <Banner onDismiss={() => setHidden(true)} action={action}>
      {isAddress ? (
        <>
          Please verify your email address: we sent a link to {email}. <LocalMail />
        </>
      ) : (
        `“${email}” does not look like an email address, so no mail can reach you.`
      )}
    </Banner>
  );
}

const WaitingChanges = lazyPart(() => import("../offline/WaitingChanges.tsx"), "WaitingChanges");

const CANNOT = {
  readonly:
    "This browser cannot read what it stored for Coffer. Until it can, nothing is shown here without a network, and waiting changes are not sent.",
  readwrite:
    "This browser keeps nothing for Coffer at the moment. Without a network Coffer does not open here, and changes cannot wait: keep the form open until they are saved.",
};

function StorageNote() {
  const failing = failingStorage.use();
  const [isHidden, setHidden] = useState(false);
  if (failing.size === 0 || isHidden) return null;
  return (
    <Banner onDismiss={() => setHidden(true)}>
      {failing.has("readwrite") ? CANNOT.readwrite : CANNOT.readonly}
    </Banner>
  );
}

/** Shown without a network or while changes wait: the age of the figures, and the number of unsent changes. */
function WaitingNote() {
  const client = useQueryClient();
  const connected = isConnected.use();
  const writes = waitingWrites.use();
  const { open, dialog } = useDialog();
  const refused = writes.filter(({ refused }) => refused).length;
  // The list stays open after all is sent.
  if (connected && writes.length === 0) return dialog;
  const queries = client.getQueryCache().getAll();
  const readAt = Math.max(0, ...queries.map(({ state }) => state.dataUpdatedAt));
  const time = new Date(readAt).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  const texts = [
    !connected && (readAt > 0 ? `Offline, as of ${time}` : "Offline"),
    refused > 0 && `${pluralize(refused, "change")} refused`,
    writes.length > refused && `${writes.length - refused} waiting`,
  ];
  const show = () => open((close) => <WaitingChanges onClose={close} />);
  return (
    <>
      <Banner
        action={
          writes.length > 0 && (
            <Button size="small" onClick={show}>
              Show
            </Button>
          )
        }
      >
        {texts.filter(Boolean).join(" · ")}
      </Banner>
      {dialog}
    </>
  );
}
