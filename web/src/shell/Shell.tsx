import { Outlet } from "@tanstack/react-router";
import { useDeferredValue } from "react";
import { Spinner } from "../ui/base/Spinner.tsx";
import { Frame } from "../ui/layout/Frame.tsx";
import { useIsDesktop } from "../ui/layout/use-is-desktop.ts";
import { ConfirmDialog } from "../ui/overlays/ConfirmDialog.tsx";
import { useAuth } from "./auth-context.tsx";
import { Banners } from "./Banners.tsx";
import { Header } from "./Header.tsx";
import { NavLinks } from "./NavLinks.tsx";
import { MENU, TABS } from "./navigation.ts";
import "./Shell.css";

export function Shell() {
  const isDesktop = useIsDesktop();
  // The frame renders first and the screen deferred, so that a slow phone stays responsive.
  const isFramed = useDeferredValue(true, false);
  // The user has just signed out, and the guard is about to redirect.
  if (!useAuth().user) return <Spinner page />;
  return (
    <Frame
      header={<Header />}
      rail={() => <NavLinks links={MENU} variant="rail" />}
      bar={() => <NavLinks links={TABS} variant="bar" />}
    >
      {isDesktop && (
        <nav className="tab-strip" aria-label="Screens">
          <NavLinks links={TABS} variant="tab" />
        </nav>
      )}
      <Banners />
      {isFramed && <Outlet />}
      <ConfirmDialog />
    </Frame>
  );
}
