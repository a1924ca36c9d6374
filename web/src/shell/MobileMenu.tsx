import { useLocation } from "@tanstack/react-router";
import { useState } from "react";
import { Brand } from "../ui/base/Brand.tsx";
import { Button } from "../ui/base/Button.tsx";
import { IconButton } from "../ui/base/IconButton.tsx";
import { SidePanel } from "../ui/overlays/SidePanel.tsx";
import { BudgetSwitcher } from "./BudgetSwitcher.tsx";
import { MENU } from "./navigation.ts";
import { Places } from "./Places.tsx";
import { useSignOut } from "./sign-out.ts";

/** The phone's slide-in menu. It belongs to the page it was opened on, so going anywhere closes it. */
export function MobileMenu() {
  const here = useLocation({ select: ({ href }) => href });
  const [openOn, setOpenOn] = useState<string | null>(null);
  const signOut = useSignOut();
  const close = () => setOpenOn(null);
  return (
    <>
      <IconButton icon="menu" label="Open menu" onClick={() => setOpenOn(here)} />
      {openOn === here && (
        <SidePanel label="Menu" heading={<Brand />} onClose={close}>
          <nav className="mobile-places" aria-label="Menu">
            <Places places={MENU} look="rail" onClick={close} />
          </nav>
          <BudgetSwitcher />
          <Button
            variant="quiet"
            icon="logout"
            onClick={() => {
              close();
              signOut();
            }}
          >
            Sign out
          </Button>
        </SidePanel>
      )}
    </>
  );
}
