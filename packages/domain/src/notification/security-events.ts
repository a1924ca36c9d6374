import { SECOND_FACTOR_REMOVAL_DAYS } from "../account/user.ts";
import { keysOf } from "../keys.ts";

/** "%" is replaced by the event's detail. */
export const SECURITY_TEXTS = {
  "password-changed": "Your password was changed.",
  "email-changed": "Your email address was changed.",
  "new-sign-in": "Somebody signed in to your account from a new network or browser.",
  "sessions-ended": "You were logged out on your other devices.",
  "passkey-added": "The passkey “%” was added to your account.",
  "passkey-removed": "The passkey “%” was removed from your account.",
  "passkey-kept": "The passkey “%” may sign in to your account again.",
  "codes-on": "Signing in to your account now takes a code from your authenticator app.",
  "codes-off": "Sign-in codes were turned off for your account.",
  "codes-going": `An administrator will remove your sign-in codes in ${SECOND_FACTOR_REMOVAL_DAYS} days. Signing in with a code keeps them.`,
  "recovery-code-used": "A recovery code was used to sign in. Codes left: %.",
  "share-opened": "Your budget is now shared with %.",
};
export type SecurityEventName = keyof typeof SECURITY_TEXTS;
export const SECURITY_EVENTS = keysOf(SECURITY_TEXTS);

/** Titles of the events whose text has a detail. */
const SECURITY_TITLES: { [Event in SecurityEventName]?: string } = {
  "passkey-added": "A passkey was added to your account",
  "passkey-removed": "A passkey was removed from your account",
  "passkey-kept": "A passkey may sign in to your account again",
  "recovery-code-used": "A recovery code was used to sign in",
  "share-opened": "Your budget is shared with somebody",
};

/** The email's subject, without names that people chose. */
export const securityTitle = (event: SecurityEventName): string =>
  SECURITY_TITLES[event] ?? SECURITY_TEXTS[event].replace(/\.$/, "");
