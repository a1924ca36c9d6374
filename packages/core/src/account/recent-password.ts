import { MINUTE_MS } from "@coffer/domain/time/duration";
import type { Caller } from "../access.ts";
import { Refusal } from "../refusal.ts";

/** Milliseconds for which a password that was given covers what a stolen session must not do. */
const GOOD_FOR_MS = 10 * MINUTE_MS;

/** Refuses (forbidden, "reauthenticate") where the session's password was last given too long ago. */
export function requireRecentPassword({ session }: Pick<Caller, "session">, now: number): void {
  // An instant that lies ahead was noted before the clock was set back.
  if (now >= session.passwordGivenAt && now < session.passwordGivenAt + GOOD_FOR_MS) return;
  throw new Refusal("forbidden", "Please enter your password to go on.", { code: "reauthenticate" });
}
