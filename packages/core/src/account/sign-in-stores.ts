import type { User } from "@coffer/domain/account/user";
import type { Id } from "@coffer/domain/id";
import type { Share } from "@coffer/domain/share/sharing";
import type { Session } from "../access.ts";
import type { EmailJob } from "../mail/outbox.ts";
import type { NewNotification } from "../notification/notification-store.ts";
import type { SecurityWrites } from "./account-store.ts";
import type { Passkey } from "./passkey-verifier.ts";

export type SessionStore = {
  /** The session, its user and sessionVersion, and their share of `ownerId`'s budget, in one consistent round trip. */
  read(userId: Id, sessionId: string, ownerId: Id | undefined): Promise<SessionRead>;
  /** All of a user's, those that are over and not yet deleted as well. */
  list(userId: Id): Promise<Session[]>;
  /** Keeps it until `expiresAt`, and of the user's others the newest `others`, however many begin at once. */
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

/** Hashes of the networks and browsers that an account was signed in to from, the last used first. */
type KnownDevices = { hashes: string[]; revision: number };

export type KnownDeviceStore = {
  /** With revision 0 where there are none. */
  read(userId: Id): Promise<KnownDevices>;
  /** False when another sign-in was faster. */
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
  /** False where it is there already, or the account's sessions have ended since. */
  add(userId: Id, passkey: Passkey, writes: SecurityWrites): Promise<boolean>;
  /** Has it count as added under a session version; false where it is gone, or that version is over. */
  keep(
    userId: Id,
    passkey: Pick<Passkey, "id">,
    sessionVersion: number,
    writes: SecurityWrites,
  ): Promise<boolean>;
  noteUse(userId: Id, passkey: Passkey): Promise<void>;
  remove(userId: Id, id: string, writes?: SecurityWrites): Promise<boolean>;
  /** Keeps it until an instant (milliseconds). */
  addChallenge(challenge: string, purpose: string, until: number): Promise<void>;
  /** True where it was asked for that purpose and is not too old; it is good once. */
  takeChallenge(challenge: string, purpose: string, now: number): Promise<boolean>;
};

/** The codes of an authenticator app, asked for at sign-in once `confirmed`. */
export type SecondFactor = {
  /** Base32. */
  secret: string;
  confirmed: boolean;
  /** The step whose code was used last: none before it is good again. */
  lastStep: number;
  recovery: string[];
  /** When it goes because an administrator took it away, in milliseconds; null unless one did. */
  goesAt: number | null;
  revision: number;
};

export type SecondFactorStore = {
  get(userId: Id): Promise<SecondFactor | undefined>;
  /** False where another change came first. */
  save(
    userId: Id,
    before: SecondFactor | undefined,
    after: SecondFactor | null,
    writes?: SecurityWrites,
  ): Promise<boolean>;
};

/** Counts of attempts, gone by themselves; instants in milliseconds. */
export type ThrottleStore = {
  /** Counts of slices of time that began after an instant; none that lies after `now`, from a clock set back. */
  counts(key: string, after: number, now: number): Promise<Slice[]>;
  /** Adds to the slice that began at `from`, which is forgotten after `until`; its new count. */
  add(key: string, to: { from: number; until: number; at: number; by: number }): Promise<number>;
  failures(key: string): Promise<Failures>;
  /** Adds a failure to those seen; false when another was added meanwhile. */
  addFailure(key: string, seen: Failures, now: number): Promise<boolean>;
  forgive(key: string): Promise<void>;
  isKnownNetwork(email: string, network: string): Promise<boolean>;
  rememberNetwork(email: string, network: string, until: number): Promise<void>;
};
/** `last` is when it was added to last. */
export type Slice = { from: number; count: number; last: number };
export type Failures = { count: number; last: number };
