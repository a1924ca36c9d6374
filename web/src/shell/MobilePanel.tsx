import type { ReactNode } from "react";
import { Brand } from "../ui/base/Brand.tsx";
import { Button } from "../ui/base/Button.tsx";
import { SidePanel } from "../ui/overlays/SidePanel.tsx";
import { useSignOut } from "./AccountMenu.tsx";
import { MENU, NavLinks } from "./NavLinks.tsx";

type Props = { budget: ReactNode; search: string; onSearch: () => void; onClose: () => void };

export function MobilePanel({ budget, search, onSearch, onClose }: Props) {
  const signOut = useSignOut();
  return (
    <SidePanel label="Menu" heading={<Brand />} side="start" closeLabel="Close menu" onClose={onClose}>
      <nav className="mobile-links" aria-label="Menu">
        <NavLinks links={MENU} variant="rail" onClick={onClose} />
      </nav>
      <Button
        variant="quiet"
        icon="search"
        onClick={() => {
          onClose();
          onSearch();
        }}
      >
        {search}
      </Button>
      <Button
        variant="quiet"
        icon="logout"
        onClick={() => {
          onClose();
          signOut();
        }}
      >
        Log out
      </Button>
      {budget}
    </SidePanel>
  );
}
