import { randomBytes } from "node:crypto";
import { DAY_MS, HOUR_MS } from "@coffer/domain/duration";
import type { Id } from "@coffer/domain/id";
import type { Share } from "@coffer/domain/sharing";
import type { User } from "@coffer/domain/user";
import type { Caller, Session } from "./access.ts";
import type { Account } from "./account-store.ts";
import type { Env } from "./env.ts";

export type SessionStore = {
  /** Session, its user with the account's sessionVersion, and the user's share of `ownerId`'s budget: one consistent round trip. */
  read(userId: Id, sessionId: string, ownerId: Id | undefined): Promise<SessionRead>;
  /** Keeps it until `expiresAt`, and of the user's others the newest `others`, however many begin at once. */
  add(session: Session, expiresAt: number, others: number): Promise<void>;
  /** Notes that the session and its user were seen. */
  touch(session: Session, now: number): Promise<void>;
  /** Notes that the password was given in the session, if it still is one. */
  notePassword(session: Session, now: number): Promise<void>;
  remove(userId: Id, sessionId: string): Promise<void>;
};
type SessionRead = {
  session: Session | undefined;
  user: User | undefined;
  sessionVersion: number;
  share: Share | null;
};

/** A session ends after `idle` without a request, and after `whole` in any case. */
const LIFETIMES = {
  remembered: { idle: 14 * DAY_MS, whole: 30 * DAY_MS },
  browser: { idle: 12 * HOUR_MS, whole: 24 * HOUR_MS },
};
const PER_USER = 10;

export const lifetimeOf = ({ remember }: Pick<Session, "remember">) =>
  remember ? LIFETIMES.remembered : LIFETIMES.browser;

/** The sessions of all users. */
export function createSessions(stores: { sessions: SessionStore }, { clock }: Pick<Env, "clock">) {
  return {
    /** Begins a session under a new id; of an eleventh the oldest ends. */
    async begin({ user, sessionVersion }: Account, remember: boolean): Promise<Session> {
      const now = clock();
      const id = randomBytes(24).toString("base64url");
      const times = { createdAt: now, lastSeen: now, passwordGivenAt: now };
      const session = { id, userId: user.id, sessionVersion, remember, ...times };
      await stores.sessions.add(session, now + lifetimeOf(session).whole, PER_USER - 1);
      return session;
    },

    /** Who is behind a session's id; null when it is over: signed out, idle, too old, or the password changed since. */
    async caller(userId: Id, sessionId: string, ownerId: Id | undefined): Promise<Caller | null> {
      const { session, user, sessionVersion, share } = await stores.sessions.read(userId, sessionId, ownerId);
      if (!session || !user || session.sessionVersion !== sessionVersion) return null;
      const now = clock();
      const { idle, whole } = lifetimeOf(session);
      if (now >= session.lastSeen + idle || now >= session.createdAt + whole) return null;
      // A write for every read would double its cost: a twentieth of the idle time is near enough.
      if (now >= session.lastSeen + idle / 20) await stores.sessions.touch(session, now);
      return { user, session, share };
    },

    end: (userId: Id, sessionId: string): Promise<void> => stores.sessions.remove(userId, sessionId),
  };
}
