import { randomBytes } from "node:crypto";
import type { Device } from "@coffer/domain/account/definition";
import type { Id } from "@coffer/domain/id";
import { securityNotice } from "@coffer/domain/notification/notification";
import { type Caller, isSeenAgain, lifetimeOf, requireRecentPassword, type Session } from "../access.ts";
import type { Env } from "../env.ts";
import { emailJob } from "../mail/outbox.ts";
import { notificationFor, notify } from "../notification/notifications.ts";
import { invalid, notFound, Refusal, retryOnConflict } from "../refusal.ts";
import type { Stores } from "../stores.ts";
import { type Account, accountChanged, mailboxOf } from "./account-store.ts";
import { hashOf } from "./links.ts";
import { createThrottles } from "./throttles.ts";

const PER_USER = 10;

export function createSessions(
  stores: Pick<Stores, "sessions" | "knownDevices" | "notifications">,
  env: Pick<Env, "clock" | "ids" | "origin" | "securityLog">,
) {
  const { clock, securityLog } = env;

  const isOver = (session: Session, sessionVersion: number, now: number): boolean => {
    const { idle, whole } = lifetimeOf(session);
    const { lastSeen, createdAt } = session;
    return session.sessionVersion !== sessionVersion || now >= lastSeen + idle || now >= createdAt + whole;
  };

  const storedUntil = (session: Session) => session.createdAt + lifetimeOf(session).whole;

  return {
    /** Begins a session. Beyond `PER_USER` the oldest ends. Mails the user if the device is new to the account. */
    async begin(account: Account, remember: boolean, device: Device): Promise<Session> {
      const { user, sessionVersion } = account;
      const now = clock();
      const id = randomBytes(24).toString("base64url");
      const times = { createdAt: now, lastSeen: now, passwordGivenAt: now };
      const session = { id, userId: user.id, sessionVersion, remember, ...times, device };
      const added = stores.sessions.add(session, storedUntil(session), PER_USER - 1);
      await Promise.all([added, rememberDevice(stores, env, account, session)]);
      return session;
    },

    /** Null if the session is over: signed out, idle, too old, or the password was changed. */
    async caller(userId: Id, sessionId: string, ownerId: Id | undefined): Promise<Caller | null> {
      const { session, user, sessionVersion, share } = await stores.sessions.read(userId, sessionId, ownerId);
      const now = clock();
      if (!session || !user || isOver(session, sessionVersion, now)) return null;
      if (isSeenAgain(session, now)) await stores.sessions.touch(session, now, storedUntil(session));
      return { user, session, share };
    },

    /** This session first, then the last used. Their ids are the names that `endNamed` takes. */
    async list({ session: own }: Pick<Caller, "session">) {
      const now = clock();
      return (await stores.sessions.list(own.userId))
        .filter((session) => !isOver(session, own.sessionVersion, now))
        .map((session) => ({ ...session, id: nameOf(session), current: session.id === own.id }))
        .sort((a, b) => Number(b.current) - Number(a.current) || b.lastSeen - a.lastSeen);
    },

    async endNamed({ session: own }: Pick<Caller, "session">, name: string): Promise<void> {
      const { userId } = own;
      const session = (await stores.sessions.list(userId)).find((one) => nameOf(one) === name);
      if (!session) throw notFound("Device");
      // Otherwise a stolen session could sign the owner out.
      if (session.id !== own.id) requireRecentPassword({ session: own }, clock());
      await stores.sessions.remove(userId, session.id);
      securityLog({ event: "session-ended", userId, which: "one" });
    },

    async endOthers({ session: own, user }: Pick<Caller, "session" | "user">): Promise<void> {
      requireRecentPassword({ session: own }, clock());
      const others = (await stores.sessions.list(own.userId)).filter(({ id }) => id !== own.id);
      await Promise.all(others.map(({ id }) => stores.sessions.remove(own.userId, id)));
      securityLog({ event: "session-ended", userId: own.userId, which: "others" });
      if (others.length > 0) await notify(stores, env, user, securityNotice("sessions-ended", clock()));
    },

    async end(userId: Id, sessionId: string): Promise<void> {
      await stores.sessions.remove(userId, sessionId);
      securityLog({ event: "session-ended", userId, which: "this" });
    },
  };
}

/** The name of a session on the wire and in logs. With its id, somebody who has a signing key could forge its token. */
const nameOf = ({ id }: Session): string => hashOf(id);

/** The least recently used device beyond these counts as new again. */
const DEVICES_REMEMBERED = 50;

/** Hashed, so that the table holds no readable history of a user's networks. */
export const deviceHash = (userId: Id, { network, browser, system }: Device): string =>
  hashOf([userId, network, browser, system].join("#"));

/**
 * Notifies users of a sign-in from a new device, except for their first. Mails only to verified addresses, as others may
 * belong to strangers.
 */
async function rememberDevice(
  { knownDevices }: Pick<Stores, "knownDevices">,
  env: Pick<Env, "clock" | "ids" | "origin">,
  account: Account,
  { id: sessionId, createdAt: at, device }: Session,
): Promise<void> {
  if (device.network === null && device.browser === null) return;
  const { id, firstName, timeZone } = account.user;
  const hash = deviceHash(id, device);
  const links = { devices: `${env.origin}/settings`, newPassword: `${env.origin}/auth?forgot=true` };
  const to = mailboxOf(account);
  const mail = { kind: "new-sign-in", to, firstName, at, timeZone, device, links } as const;
  await retryOnConflict(async () => {
    const before = await knownDevices.read(id);
    const [last] = before.hashes;
    if (last === hash) return undefined;
    const isNew = last !== undefined && !before.hashes.includes(hash);
    const isMailed = isNew && account.provenEmail !== null;
    const hashes = [hash, ...before.hashes.filter((other) => other !== hash)].slice(0, DEVICES_REMEMBERED);
    const notice = securityNotice("new-sign-in", at);
    const writes = {
      mail: isMailed ? emailJob(env, mail, id, `sign-in-${hashOf(sessionId)}`) : undefined,
      notification: isNew ? notificationFor(env, account.user, notice, { hasOwnMail: true }) : null,
    };
    return (await knownDevices.save(id, before, hashes, writes)) ? undefined : "changed";
  }, accountChanged);
}

/** Refuses (invalid) a wrong password, and (throttled) too many attempts of one session; other sessions are not affected. */
export async function checkPassword(
  stores: Pick<Stores, "users" | "throttles">,
  env: Pick<Env, "clock" | "passwords" | "throttle" | "securityLog">,
  { user: { id }, session }: Caller,
  password: string,
  purpose: "reauthentication" | "leaving",
): Promise<void> {
  await createThrottles(stores, env).take("reauthenticate", `${id}#${session.id}`);
  if (await env.passwords.verify(password, await stores.users.passwordHash(id))) return;
  env.securityLog({ event: "password-refused", userId: id, purpose });
  throw invalid("password", "Password is incorrect");
}

export function createReauthentication(
  stores: Pick<Stores, "users" | "sessions" | "throttles">,
  env: Pick<Env, "clock" | "passwords" | "throttle" | "securityLog">,
) {
  const note = ({ session }: Caller) => stores.sessions.notePassword(session, env.clock());
  return {
    async reauthenticate(caller: Caller, password: string): Promise<void> {
      await checkPassword(stores, env, caller, password, "reauthentication");
      await note(caller);
    },

    async reauthenticateWithPasskey(caller: Caller, prove: () => Promise<Id | null>): Promise<void> {
      const { id } = caller.user;
      if ((await prove()) !== id) {
        env.securityLog({ event: "password-refused", userId: id, purpose: "reauthentication" });
        throw new Refusal("invalid", "This passkey is not one of yours");
      }
      await note(caller);
    },
  };
}
