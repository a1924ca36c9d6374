import { lazy, Suspense, useSyncExternalStore } from "react";
import { isPasswordAsked, subscribeToPasswordQuestion } from "../api/recent-password.ts";
import { LoadingBar } from "../ui/base/LoadingBar.tsx";

const Dialog = lazy(() =>
  import("../forms/ReauthenticateDialog.tsx").then(({ ReauthenticateDialog }) => ({
    default: ReauthenticateDialog,
  })),
);

/** Asks for the password where a call needs it; one around all signed-in screens. */
export function PasswordQuestion() {
  const isAsked = useSyncExternalStore(subscribeToPasswordQuestion, isPasswordAsked);
  return isAsked ? (
    <Suspense fallback={<LoadingBar />}>
      <Dialog />
    </Suspense>
  ) : null;
}
