import type { User } from "@coffer/domain/account/user";
import type { Id } from "@coffer/domain/id";
import type { Share } from "@coffer/domain/share/sharing";
import type { Session } from "../access.ts";
import type { EmailJob } from "../mail/outbox.ts";
import type { NewNotification } from "../notification/notifications.ts";
import type { Account, SecurityWrites } from "./account-store.ts";
import type { Passkey } from "./passkey-verifier.ts";

export type SessionStore = {
  /** The session, its user and sessionVersion, and their share of `ownerId`'s budget, in one consistent round trip. */
  read(userId: Id, sessionId: string, ownerId: Id | undefined): Promise<SessionRead>;
  /** All sessions of a user, including those that are over but not yet deleted. */
  list(userId: Id): Promise<Session[]>;
  /** Stores a session until `expiresAt` and removes all but the newest `others` others, even if many begin at once. */
  add(session: Session, expiresAt: number, others: number): Promise<void>;
  touch(session: Session, now: number, expiresAt: number): Promise<void>;
  notePassword(session: Session, now: number): Promise<void>;
  remove(userId: Id, sessionId: string): Promise<void>;
};
type SessionRead = {
  session: Session | undefined;
  user: User | undefined;
  sessionVersion: number;
  share: Share | null;
};

/** Hashes of the devices that signed in to an account, the last used first. */
type KnownDevices = { hashes: string[]; revision: number };

export type KnownDeviceStore = {
  /** With revision 0 if nothing is stored. */
  read(userId: Id): Promise<KnownDevices>;
  /** False if another sign-in saved first. */
  save(
    userId: Id,
    before: KnownDevices,
    hashes: string[],
    writes: { mail: EmailJob | undefined; notification: NewNotification | null },
  ): Promise<boolean>;
};

export type PasskeyStore = {
  list(userId: Id): Promise<Passkey[]>;
  get(userId: Id, id: string): Promise<Passkey | undefined>;
  /** "changed" if the account changed since it was read. Adding a passkey counts as a change of it. */
  add(account: Account, passkey: Passkey, writes: SecurityWrites): Promise<"added" | "exists" | "changed">;
  /** Sets the passkey's session version; false if the passkey is gone, or the account has a newer version. */
  keep(
    userId: Id,
    passkey: Pick<Passkey, "id">,
    sessionVersion: number,
    writes: SecurityWrites,
  ): Promise<boolean>;
  noteUse(userId: Id, passkey: Passkey): Promise<void>;
  remove(userId: Id, id: string, writes?: SecurityWrites): Promise<boolean>;
  /** Stores a challenge until an instant (milliseconds). */
  addChallenge(challenge: string, purpose: string, until: number): Promise<void>;
  /** Deletes a challenge. True if it was issued for that purpose and has not expired. */
  takeChallenge(challenge: string, purpose: string, now: number): Promise<boolean>;
};

/** The codes of an authenticator app, asked for at sign-in once `confirmed`. */
export type SecondFactor = {
  /** Base32. */
  secret: string;
  confirmed: boolean;
  /** The time step of the last code that was used. Codes of this and earlier steps are refused. */
  lastStep: number;
  recovery: string[];
  /** When an administrator's removal takes effect, in milliseconds; null unless one was scheduled. */
  goesAt: number | null;
  revision: number;
};

export type SecondFactorStore = {
  get(userId: Id): Promise<SecondFactor | undefined>;
  /** False if another change was saved first. */
  save(
    userId: Id,
    before: SecondFactor | undefined,
    after: SecondFactor | null,
    writes?: SecurityWrites,
  ): Promise<boolean>;
};

/** Counts of attempts, which expire; instants in milliseconds. */
export type ThrottleStore = {
  /** The slices of time that began after an instant, without those after `now` (from before the clock was set back). */
  counts(key: string, after: number, now: number): Promise<Slice[]>;
  /** Adds to the slice that began at `from` and expires at `until`. Returns its new count. */
  add(key: string, to: { from: number; until: number; at: number; by: number }): Promise<number>;
  failures(key: string): Promise<Failures>;
  /** Adds a failure to those seen; false if another was added concurrently. */
  addFailure(key: string, seen: Failures, now: number): Promise<boolean>;
  forgive(key: string): Promise<void>;
  isKnownNetwork(email: string, network: string): Promise<boolean>;
  rememberNetwork(email: string, network: string, until: number): Promise<void>;
};
/** `last` is when the slice was last added to. */
export type Slice = { from: number; count: number; last: number };
export type Failures = { count: number; last: number };
