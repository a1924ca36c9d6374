import { keysOf } from "../keys.ts";

/** "%" is replaced by the event's detail. */
export const SECURITY_TEXTS = {
  "password-changed": "Your password was changed.",
  "email-changed": "Your email address was changed.",
  "new-sign-in": "Your account was signed in to from a network or browser that it was not used from before.",
  "sessions-ended": "You were logged out on your other devices.",
  "passkey-added": "The passkey “%” was added to your account.",
  "passkey-removed": "The passkey “%” was removed from your account.",
  "passkey-kept": "The passkey “%” may sign in to your account again.",
  "codes-on": "Signing in to your account now takes a code of your authenticator app.",
  "codes-off": "Signing in to your account takes no code any more.",
  "codes-going":
    "An administrator takes your sign-in codes away in three days. Signing in with a code keeps them.",
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
