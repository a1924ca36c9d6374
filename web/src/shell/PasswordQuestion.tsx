import { lazy, Suspense, useSyncExternalStore } from "react";
import { isPasswordNeeded, subscribeToPasswordQuestion } from "../api/recent-password.ts";
import { LoadingBar } from "../ui/base/LoadingBar.tsx";

const Dialog = lazy(() =>
  import("../forms/ReauthenticateDialog.tsx").then(({ ReauthenticateDialog }) => ({
    default: ReauthenticateDialog,
  })),
);

/** Asks for the password where a call needs it; one around all signed-in screens. */
export function PasswordQuestion() {
  const isNeeded = useSyncExternalStore(subscribeToPasswordQuestion, isPasswordNeeded);
  return isNeeded ? (
    <Suspense fallback={<LoadingBar />}>
      <Dialog />
    </Suspense>
  ) : null;
}
