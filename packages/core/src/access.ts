import type { Device } from "@coffer/domain/account/definition";
import { RECENT_MINUTES, type User } from "@coffer/domain/account/user";
import type { MonthSums } from "@coffer/domain/budget/budget";
import type { Id } from "@coffer/domain/id";
import { type Permission, permits, type Right, type Share } from "@coffer/domain/share/sharing";
import { DAY_MS, type Day, HOUR_MS, MINUTE_MS } from "@coffer/domain/time/day";
import { today } from "@coffer/domain/time/timezone";
import type { IdempotencyKey } from "./idempotency.ts";
import { notFound, Refusal } from "./refusal.ts";

export const UNKNOWN_DEVICE: Device = { network: null, browser: null, system: null };

/** A signed-in browser; instants in milliseconds. `sessionVersion` is the account's version at sign-in. */
export type Session = {
  id: string;
  userId: Id;
  sessionVersion: number;
  remember: boolean;
  createdAt: number;
  lastSeen: number;
  passwordGivenAt: number;
  device: Device;
};

/** A session ends after `idle` without a request, and after `whole` in any case. */
const LIFETIMES = {
  remembered: { idle: 14 * DAY_MS, whole: 180 * DAY_MS },
  browser: { idle: 12 * HOUR_MS, whole: 24 * HOUR_MS },
};
export const lifetimeOf = ({ remember }: Pick<Session, "remember">) =>
  remember ? LIFETIMES.remembered : LIFETIMES.browser;

/** The instant (milliseconds) at which a session that is used now will end. */
export function sessionEnd(session: Pick<Session, "remember" | "createdAt">, now: number): number {
  const { idle, whole } = lifetimeOf(session);
  return Math.min(now + idle, session.createdAt + whole);
}

/** `lastSeen` is saved at most this often: a write for every request would double its cost. */
const SEEN_AGAIN_MS = HOUR_MS;
export const isSeenAgain = ({ lastSeen }: Pick<Session, "lastSeen">, now: number): boolean =>
  now >= lastSeen + SEEN_AGAIN_MS;

/** The sender of a request. It is read from the store at every request and never carried in a token. */
export type Caller = {
  user: User;
  session: Session;
  /** The caller's share of the requested ledger, or of their home if none is requested; null for their own ledger. */
  share: Share | null;
};

/** A ledger that the caller may use with the right that the endpoint requires. Every use case on a ledger takes one. */
export type OpenLedger = {
  ownerId: Id;
  user: User;
  permission: Permission | "owner";
  /** Set for guests who may only read: the id of their share. Activity from before that share is hidden from them. */
  readsSince?: Id | undefined;
  today: Day;
  /** The version of the thing when the user began to edit it; undefined if the edit may overwrite any version. */
  seen?: string | undefined;
  /** The request's idempotency key: its change is written once. */
  key?: IdempotencyKey | undefined;
  /** Called with the id of the entry that records a change, so that the answer can name it. */
  noteEntry?: ((id: string) => void) | undefined;
  /** Called with the months' sums that a change has updated. */
  noteSums?: ((sums: readonly MonthSums[]) => void) | undefined;
};

export const signInRequired = () => new Refusal("unauthenticated", "Please sign in");
export const administratorsOnly = () => new Refusal("forbidden", "Administrators only");
export const notPermitted = () =>
  new Refusal("forbidden", "You do not have permission to do this in that budget");

/** Refuses (forbidden) everybody but administrators with a verified email address. */
export function requireAdministrator({ isAdmin, emailVerified }: User): void {
  if (!isAdmin) throw administratorsOnly();
  if (!emailVerified)
    throw new Refusal("forbidden", "Verify your email address to use your administrator rights");
}

/** Refuses (forbidden) users without a verified email address. For calls that could fill the table. */
export function requireProvenAddress({ emailVerified }: User): void {
  if (emailVerified) return;
  throw new Refusal("forbidden", "Verify your email address first, with the link in your inbox.");
}

/** A stolen session alone must not be enough for sensitive changes, so they require a recent password. */
const PASSWORD_GOOD_FOR_MS = RECENT_MINUTES * MINUTE_MS;

/** Refuses (forbidden, "reauthenticate") if the session's password was last entered too long ago. */
export function requireRecentPassword({ session }: Pick<Caller, "session">, now: number): void {
  // An instant in the future was stored before the clock was set back; it does not count.
  if (now >= session.passwordGivenAt && now < session.passwordGivenAt + PASSWORD_GOOD_FOR_MS) return;
  throw new Refusal("forbidden", "Please enter your password to continue.", { code: "reauthenticate" });
}

/**
 * Opens the requested ledger, or the caller's home if `ownerId` is undefined (notFound if they have no home). `now` in
 * milliseconds. Refuses (forbidden) what their share does not permit, with the same message whether or not the ledger
 * exists.
 */
export function openLedger(
  { user, share }: Pick<Caller, "user" | "share">,
  ownerId: Id | undefined,
  right: Right,
  now: number,
): OpenLedger {
  const day = today(now, user.timeZone);
  const isShared = share?.recipientId === user.id && (ownerId === undefined || share.ownerId === ownerId);
  const isOwn = user.hasLedger && (ownerId === undefined ? !isShared : ownerId === user.id);
  if (isOwn) return { ownerId: user.id, user, permission: "owner", today: day };
  if (!isShared && ownerId === undefined) throw notFound("Budget");
  if (!isShared || !permits(share.permission, right)) throw notPermitted();
  const readsSince = permits(share.permission, "transactions") ? undefined : share.id;
  return { ownerId: share.ownerId, user, permission: share.permission, readsSince, today: day };
}

/** True if somebody who has opened a ledger may use it with a right. */
export const may = ({ permission }: Pick<OpenLedger, "permission">, right: Right): boolean =>
  permission === "owner" || permits(permission, right);

/** Refuses (forbidden) what a caller's share does not permit beyond the right that the endpoint requires. */
export function requireRight(ledger: Pick<OpenLedger, "permission">, right: Right): void {
  if (!may(ledger, right)) throw notPermitted();
}

/** Guests have a share of the ledger, but are not members of it. */
export const isGuest = (ledger: Pick<OpenLedger, "permission">): boolean => !may(ledger, "owner");
