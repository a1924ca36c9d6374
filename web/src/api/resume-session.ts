import { session } from "@coffer/contract/session";
import type { QueryClient } from "@tanstack/react-query";
import { ApiError, hasStatus } from "./api-error.ts";
import { askForPassword, refusePassword } from "./recent-password.ts";
import { clearSession, withSessionLock } from "./session.ts";
import { deliver, shownUser } from "./wire.ts";

/** Milliseconds to wait for another tab's new session before asking the person. */
const EXCHANGE_MS = 10_000;

let resuming: Promise<boolean> | undefined;

/**
 * After a refused call: true once the page's user has a session, for which it may have to ask over the page. The
 * refusal may also be of before this page got a new session, as a changed password gives.
 */
export function resumeSession(): Promise<boolean> {
  resuming ??= resume().finally(() => {
    resuming = undefined;
  });
  return resuming;
}

async function resume(): Promise<boolean> {
  const { method, path } = session.current;
  try {
    await withSessionLock("shared", () => deliver({ method, path }), EXCHANGE_MS);
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.body.code === "other-user") return askForPassword("other-user");
    // The page's user may have logged out meanwhile.
    if (hasStatus(error, 401)) return shownUser() !== undefined && askForPassword("ended");
    throw error;
  }
}

/** The person gives up what they typed: the page continues as the signed-in user, or signed out. */
export function leavePage(client: QueryClient): void {
  const reason = refusePassword();
  if (reason === "change") return;
  // Removes the forms, which would ask before leaving.
  clearSession(client);
  setTimeout(() => location.assign(reason === "ended" ? "/auth" : "/"));
}
