import { Outlet } from "@tanstack/react-router";
import { useDeferredValue } from "react";
import { Spinner } from "../ui/base/Spinner.tsx";
import { Frame } from "../ui/layout/Frame.tsx";
import { useWide } from "../ui/layout/use-is-desktop.ts";
import { ConfirmDialog } from "../ui/overlays/ConfirmDialog.tsx";
import { useAuth } from "./auth-context.tsx";
import { Header } from "./Header.tsx";
import { Notices } from "./Notices.tsx";
import { MENU, TABS } from "./navigation.ts";
import { Places } from "./Places.tsx";
import "./Shell.css";

/** Around every signed-in screen: header, sidebar, tabs. */
export function Shell() {
  const wide = useWide();
  // The frame at once, the screen in slices after it: a slow phone stays responsive.
  const framed = useDeferredValue(true, false);
  // Signed out a moment ago: the guard is about to lead to the sign-in.
  if (!useAuth().user) return <Spinner page />;
  return (
    <Frame
      header={<Header />}
      rail={() => <Places places={MENU} look="rail" />}
      bar={() => <Places places={TABS} look="bar" />}
    >
      {wide && (
        <nav className="tab-strip" aria-label="Screens">
          <Places places={TABS} look="tab" />
        </nav>
      )}
      <Notices />
      {framed && <Outlet />}
      <ConfirmDialog />
    </Frame>
  );
}
