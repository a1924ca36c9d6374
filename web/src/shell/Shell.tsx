import { Outlet } from "@tanstack/react-router";
import { Frame } from "../ui/Frame.tsx";
import { Spinner } from "../ui/Spinner.tsx";
import { useAuth } from "./auth-context.tsx";
import { Header } from "./Header.tsx";
import { Notices } from "./Notices.tsx";
import { MENU, TABS } from "./navigation.ts";
import { Places } from "./Places.tsx";
import "./shell.css";

/** Around every signed-in screen: header, sidebar, tabs. */
export function Shell() {
  // Signed out a moment ago: the guard is about to lead to the sign-in.
  if (!useAuth().user) return <Spinner page />;
  return (
    <Frame
      header={<Header />}
      rail={<Places places={MENU} look="rail" />}
      bar={<Places places={TABS} look="bar" />}
    >
      <nav className="tab-strip" aria-label="Screens">
        <Places places={TABS} look="tab" />
      </nav>
      <Notices />
      <Outlet />
    </Frame>
  );
}
