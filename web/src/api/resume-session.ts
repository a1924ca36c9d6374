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
 * Called after a 401. Resolves with true once the page's user has a session, for which it may ask for the password over
 * the page. The session may be new already: a change of the password replaces it while other calls are pending.
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
    // The page's user may have logged out in the meantime.
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
