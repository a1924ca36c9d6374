import { Outlet } from "@tanstack/react-router";
import { Suspense } from "react";
import { lazyComponent } from "../loading/lazy.tsx";
import { useAuth } from "../session/auth-context.tsx";
import { shownToast } from "../ui/overlays/toast.ts";

const Toaster = lazyComponent(() => import("../ui/overlays/Toaster.tsx"), "Toaster");

/** Signed out, the toaster is loaded only with the first toast. */
export function Root() {
  const { user } = useAuth();
  const toasted = shownToast.use() !== null;
  return (
    <>
      <Outlet />
      {(user || toasted) && (
        <Suspense>
          <Toaster />
        </Suspense>
      )}
    </>
  );
}
