import { useLocation } from "@tanstack/react-router";
import { useState } from "react";
import { Brand } from "../ui/base/Brand.tsx";
import { Button } from "../ui/base/Button.tsx";
import { IconButton } from "../ui/base/IconButton.tsx";
import { SidePanel } from "../ui/overlays/SidePanel.tsx";
import { useSignOut } from "./AccountMenu.tsx";
import { MENU, NavLinks } from "./NavLinks.tsx";

/** Open only on the location that it was opened on, so that navigation closes it. */
export function MobileMenu() {
  const location = useLocation({ select: ({ href }) => href });
  const [openOn, setOpenOn] = useState<string | null>(null);
  const signOut = useSignOut();
  const close = () => setOpenOn(null);
  return (
    <>
      <IconButton icon="menu" label="Open menu" onClick={() => setOpenOn(location)} />
      {openOn === location && (
        <SidePanel label="Menu" heading={<Brand />} side="start" closeLabel="Close menu" onClose={close}>
          <nav className="mobile-links" aria-label="Menu">
            <NavLinks links={MENU} variant="rail" onClick={close} />
          </nav>
          <Button
            variant="quiet"
            icon="logout"
            onClick={() => {
              close();
              signOut();
            }}
          >
            Log out
          </Button>
        </SidePanel>
      )}
    </>
  );
}
