import { Link, useMatches } from "@tanstack/react-router";
import { Suspense } from "react";
import { lazyComponent } from "../loading/lazy.ts";
import { useStarted } from "../loading/use-started.ts";
import { Brand } from "../ui/base/Brand.tsx";
import { Icon } from "../ui/base/Icon.tsx";
import { IconButton } from "../ui/base/IconButton.tsx";
import { useIsDesktop } from "../ui/layout/use-is-desktop.ts";
import { AccountMenu } from "./AccountMenu.tsx";
import { Bell } from "./Bell.tsx";
import { BudgetSwitcher } from "./BudgetSwitcher.tsx";
import { MobileMenu } from "./MobileMenu.tsx";
import { MonthSelector } from "./MonthSelector.tsx";
import "./Header.css";

const Faces = lazyComponent(() => import("../household/Faces.tsx"), "Faces");
const SEARCH = "Search or go to…";

/** `onSearch` opens the command palette. */
export function Header({ onSearch }: { onSearch: () => void }) {
  const monthly = useMatches({ select: (matches) => matches.at(-1)?.staticData.monthly ?? false });
  const isDesktop = useIsDesktop();
  const isStarted = useStarted();
  return (
    <>
      <div className="header-start" data-monthly={monthly}>
        {!isDesktop && <MobileMenu />}
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
        {!isDesktop && <IconButton icon="search" label={SEARCH} onClick={onSearch} />}
        <Bell />
        <Suspense>{isStarted && <Faces />}</Suspense>
        <AccountMenu />
      </div>
    </>
  );
}
