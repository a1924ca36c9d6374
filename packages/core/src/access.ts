import type { Device } from "@coffer/domain/account/device";
import type { User } from "@coffer/domain/account/user";
import type { Id } from "@coffer/domain/id";
import { type Permission, permits, type Right, type Share } from "@coffer/domain/share/sharing";
import type { Day } from "@coffer/domain/time/day";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@coffer/domain/time/duration";
import { today } from "@coffer/domain/time/timezone";
import type { IdempotencyKey } from "./idempotency.ts";
import { notFound, Refusal } from "./refusal.ts";

export const UNKNOWN_DEVICE: Device = { network: null, browser: null, system: null };

/** A signed-in browser; instants in milliseconds. `sessionVersion` is the account's when it signed in. */
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

/** When a session ends that is used now. */
export function sessionEnd(session: Pick<Session, "remember" | "createdAt">, now: number): number {
  const { idle, whole } = lifetimeOf(session);
  return Math.min(now + idle, session.createdAt + whole);
}

/** A write for every read would double its cost. */
const SEEN_AGAIN_MS = HOUR_MS;
export const isSeenAgain = ({ lastSeen }: Pick<Session, "lastSeen">, now: number): boolean =>
  now >= lastSeen + SEEN_AGAIN_MS;

/** The sender of the request: read from the store at every request, never carried in a token. */
export type Caller = {
  user: User;
  session: Session;
  /** The caller's share of the ledger that they request, or of their home; null for their own. */
  share: Share | null;
};

/** A ledger that the caller may use with the right that the endpoint needs. Every use case on its data takes one. */
export type OpenLedger = {
  ownerId: Id;
  user: User;
  permission: Permission | "owner";
  /** The id of the share by which somebody may only read: what happened before it is not shown to them. */
  readsSince?: Id | undefined;
  today: Day;
  /** The version that the request's edit began with; undefined where it does not matter. */
  seen?: string | undefined;
  /** The request's, under which its change is written once. */
  key?: IdempotencyKey | undefined;
  /** Called with the id of the entry that records a change, so that the answer can name it. */
  noteEntry?: ((id: string) => void) | undefined;
};

export const signInRequired = () => new Refusal("unauthenticated", "Please sign in");
export const administratorsOnly = () => new Refusal("forbidden", "Administrators only");
export const notPermitted = () =>
  new Refusal("forbidden", "You do not have permission to do this in that budget");

/** Refuses (forbidden) everybody but administrators, and those whose address is not proven to be theirs. */
export function requireAdministrator({ isAdmin, emailVerified }: User): void {
  if (!isAdmin) throw administratorsOnly();
  if (!emailVerified)
    throw new Refusal("forbidden", "Verify your email address to use your administrator rights");
}

/** Refuses (forbidden) what may fill the table, for those whose address is not proven to be theirs. */
export function requireProvenAddress({ emailVerified }: User): void {
  if (emailVerified) return;
  throw new Refusal("forbidden", "Verify your email address first, with the link in your inbox.");
}

/** A stolen session must not do what a password is asked for again. */
const PASSWORD_GOOD_FOR_MS = 10 * MINUTE_MS;

/** Refuses (forbidden, "reauthenticate") where the session's password was last given too long ago. */
export function requireRecentPassword({ session }: Pick<Caller, "session">, now: number): void {
  // An instant that lies ahead was noted before the clock was set back.
  if (now >= session.passwordGivenAt && now < session.passwordGivenAt + PASSWORD_GOOD_FOR_MS) return;
  throw new Refusal("forbidden", "Please enter your password to go on.", { code: "reauthenticate" });
}

/**
 * Their home by default (notFound where they have none); `now` in milliseconds. Refuses (forbidden) what their share
 * does not permit, in the same words whether or not such a ledger exists.
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
