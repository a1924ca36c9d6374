import { Outlet } from "@tanstack/react-router";
import { Suspense } from "react";
import { passwordQuestion } from "../api/recent-password.ts";
import { lazyPart } from "../loading/lazy.tsx";
import { useAuth } from "../session/use-auth.ts";
import { LoadingBar } from "../ui/base/Loading.tsx";
import { shownToast } from "../ui/overlays/toast.ts";

const ReauthenticateDialog = lazyPart(
  () => import("../forms/ReauthenticateDialog.tsx"),
  "ReauthenticateDialog",
);
const Toaster = lazyPart(() => import("../ui/overlays/Toaster.tsx"), "Toaster");

/** Signed out, the toaster is loaded only with the first toast. */
export function Root() {
  const { user } = useAuth();
  const toasted = shownToast.use() !== null;
  return (
    <>
      <Outlet />
      <Suspense fallback={<LoadingBar />}>{passwordQuestion.use() && <ReauthenticateDialog />}</Suspense>
      {(user || toasted) && (
        <Suspense>
          <Toaster />
        </Suspense>
      )}
    </>
  );
}
