import { Link, useMatches } from "@tanstack/react-router";
import { Brand } from "../ui/base/Brand.tsx";
import { useIsDesktop } from "../ui/layout/use-is-desktop.ts";
import { AccountMenu } from "./AccountMenu.tsx";
import { Bell } from "./Bell.tsx";
import { BudgetSwitcher } from "./BudgetSwitcher.tsx";
import { MobileMenu } from "./MobileMenu.tsx";
import { MonthSelector } from "./MonthSelector.tsx";
import { NavLinks, TABS } from "./NavLinks.tsx";
import "./Header.css";

export function Header() {
  const monthly = useMatches({ select: (matches) => matches.at(-1)?.staticData.monthly ?? false });
  const isDesktop = useIsDesktop();
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
        <nav className="tab-strip scroll-hint" aria-label="Screens">
          <NavLinks links={TABS} variant="tab" />
        </nav>
      )}
      <div className="header-end">
        {monthly && <MonthSelector />}
        <Bell />
        <AccountMenu />
      </div>
    </>
  );
}
