import { pluralize } from "@coffer/domain/text/plural";
import { monthOfDay } from "@coffer/domain/time/month";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useLocation, useMatches } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { monthBudgets } from "../api/budgets.ts";
import { categoryList } from "../api/categories.ts";
import { notificationList } from "../api/notifications.ts";
import { sharedWithMe } from "../api/sharing.ts";
import { PlanLink } from "../links/PlanLink.tsx";
import { lazyPart, useDialog } from "../loading/lazy.tsx";
import { useStarted } from "../loading/use-started.ts";
import { useChangeSearch, useHasLedger, useMonth, useOpenLedger, useToday } from "../selection/selection.ts";
import { Brand } from "../ui/base/Brand.tsx";
import { Icon } from "../ui/base/Icon.tsx";
import { IconButton } from "../ui/base/IconButton.tsx";
import { LoadingBar } from "../ui/base/Loading.tsx";
import { MonthPicker } from "../ui/controls/MonthPicker.tsx";
import { useFrameSize } from "../ui/layout/use-is-desktop.ts";
import { AccountMenu } from "./AccountMenu.tsx";
import "./Bell.css";
import "./Header.css";

const BudgetMenu = lazyPart(() => import("./BudgetMenu.tsx"), "BudgetMenu");
const BudgetName = lazyPart(() => import("../household/Faces.tsx"), "BudgetName");
const Faces = lazyPart(() => import("../household/Faces.tsx"), "Faces");
const MobilePanel = lazyPart(() => import("./MobilePanel.tsx"), "MobilePanel");
const NotificationPanel = lazyPart(
  () => import("../notifications/NotificationPanel.tsx"),
  "NotificationPanel",
);
const SEARCH = "Search or go to…";

export function Header({ onSearch }: { onSearch: () => void }) {
  const monthly = useMatches({ select: (matches) => matches.at(-1)?.staticData.monthly ?? false });
  const isDesktop = useFrameSize() !== "phone";
  const isStarted = useStarted();
  return (
    <>
      <div className="header-start" data-monthly={monthly}>
        {!isDesktop && <MobileMenu onSearch={onSearch} />}
        <Link to="/" className="header-brand" aria-label="Coffer, go to the dashboard">
          <Brand />
        </Link>
        {!isDesktop && <BudgetSwitcher />}
      </div>
      {isDesktop && (
        <button type="button" className="header-search" aria-keyshortcuts="Control+K" onClick={onSearch}>
          <Icon name="search" />
          <span>{SEARCH}</span>
          <kbd aria-hidden>Ctrl K</kbd>
        </button>
      )}
      <div className="header-end">
        {monthly && <MonthSelector />}
        {!isDesktop && (
          <span className="header-find">
            <IconButton icon="search" label={SEARCH} onClick={onSearch} />
          </span>
        )}
        <Bell />
        <Suspense>{isStarted && <Faces />}</Suspense>
        <AccountMenu />
      </div>
    </>
  );
}

/** Loads late, at the end of the rail and the phone's menu, so that nothing moves. */
export function OwnBudgetName() {
  const { data: shared } = useQuery(sharedWithMe);
  const isStarted = useStarted();
  return <Suspense>{isStarted && shared?.length === 0 && <BudgetName />}</Suspense>;
}

export function BudgetSwitcher() {
  const { data: shared = [] } = useQuery(sharedWithMe);
  return <Suspense>{shared.length > 0 && <BudgetMenu shared={shared} />}</Suspense>;
}

/** The current month is left out of the URL. */
function MonthSelector() {
  const client = useQueryClient();
  const changeSearch = useChangeSearch();
  const { ledgerId, can } = useOpenLedger();
  const current = monthOfDay(useToday());
  return (
    <MonthPicker
      month={useMonth()}
      current={current}
      onChange={(chosen) => changeSearch({ month: chosen === current ? undefined : chosen, page: undefined })}
      onIntent={(month) => {
        void client.prefetchQuery(monthBudgets(ledgerId, month));
        void client.prefetchQuery(categoryList(ledgerId));
        void import("../api/transactions.ts").then(
          ({ monthTransactions }) => client.prefetchQuery(monthTransactions(ledgerId, month)),
          () => {},
        );
      }}
      footer={can("categories") && <PlanLink size="small" fullWidth />}
    />
  );
}

/** Shown only at the location where it was opened, so that navigation closes it. */
function MobileMenu({ onSearch }: { onSearch: () => void }) {
  const hasLedger = useHasLedger();
  const location = useLocation({ select: ({ href }) => href });
  const [openOn, setOpenOn] = useState<string | null>(null);
  return (
    <>
      <IconButton icon="menu" label="Open menu" onClick={() => setOpenOn(location)} />
      {openOn === location && (
        <Suspense fallback={<LoadingBar />}>
          <MobilePanel
            budget={hasLedger && <OwnBudgetName />}
            search={SEARCH}
            onSearch={onSearch}
            onClose={() => setOpenOn(null)}
          />
        </Suspense>
      )}
    </>
  );
}

/** The badge has room for two digits. */
const MAX_SHOWN = 99;

function Bell() {
  const { open, dialog } = useDialog();
  const { data = [] } = useQuery({ ...notificationList, enabled: useStarted() });
  const unread = data.filter(({ read }) => !read).length;
  const count = unread === 0 ? "" : `, ${pluralize(unread, "unread notification")}`;
  return (
    <>
      <span className="bell">
        <IconButton
          icon="bell"
          label={`Notifications${count}`}
          title="Notifications"
          aria-haspopup="dialog"
          onClick={() => open((close) => <NotificationPanel onClose={close} />)}
        />
        {unread > 0 && (
          <span className="bell-count" aria-hidden>
            {unread > MAX_SHOWN ? `${MAX_SHOWN}+` : unread}
          </span>
        )}
      </span>
      {dialog}
    </>
  );
}
