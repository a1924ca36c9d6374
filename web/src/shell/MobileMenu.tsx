import { useLocation } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { lazyComponent } from "../loading/lazy.ts";
import { IconButton } from "../ui/base/IconButton.tsx";
import { LoadingBar } from "../ui/base/LoadingBar.tsx";

const MobilePanel = lazyComponent(() => import("./MobilePanel.tsx"), "MobilePanel");

/** Open only on the location that it was opened on, so that navigation closes it. */
export function MobileMenu() {
  const location = useLocation({ select: ({ href }) => href });
  const [openOn, setOpenOn] = useState<string | null>(null);
  return (
    <>
      <IconButton icon="menu" label="Open menu" onClick={() => setOpenOn(location)} />
      {openOn === location && (
        <Suspense fallback={<LoadingBar />}>
          <MobilePanel onClose={() => setOpenOn(null)} />
        </Suspense>
      )}
    </>
  );
}
