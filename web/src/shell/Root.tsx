import { Outlet } from "@tanstack/react-router";
import { Suspense } from "react";
import { shownToast } from "../ui/overlays/toast.ts";
import { useAuth } from "./auth-context.tsx";
import { lazyComponent } from "./lazy.ts";

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
