import type { User } from "@coffer/domain/account/user";
import type { Id } from "@coffer/domain/id";
import { securityNotice } from "@coffer/domain/notification/notification";
import type { SecurityEventName } from "@coffer/domain/notification/security-events";
import { type Caller, signInRequired } from "../access.ts";
import type { Recording } from "../activity/recording.ts";
import type { Env } from "../env.ts";
import { type EmailJob, emailJob } from "../mail/outbox.ts";
import { type NewNotification, notificationFor } from "../notification/notifications.ts";
import { found, Refusal, retryOnConflict } from "../refusal.ts";
import type { Household } from "../share/household-store.ts";
import type { Task } from "../task/task.ts";
import { expiredLink, hashOf, type Link, type LinkStore, type Purpose } from "./links.ts";

/**
 * Raising `sessionVersion` ends all sessions. `resetHash` is the hash of the only valid reset link. Passkeys that were
 * added or confirmed under a session version before `passkeysFrom` are suspended.
 */
export type Account = {
  user: User;
  hasStrongPassword: boolean;
  sessionVersion: number;
  passkeysFrom: number;
  resetHash: string | null;
  /** The last address that was verified; null before the first verification. */
  provenEmail: string | null;
  /** Verified addresses that were recently replaced, the oldest first. A link mailed to each undoes the change. */
  takeBacks: { email: string; hash: string; until: number }[];
  createdAt: number;
  /** The browser's language at the last sign-in, such as "de-CH"; null if unknown. */
  language: string | null;
  /** When the account will be deleted, in milliseconds; null unless a deletion was requested. */
  goesAt: number | null;
  revision: number;
};

export type AccountWrites = {
  /** A new password's. */
  passwordHash?: string;
  newLinks?: Link[];
  usedLink?: Link;
  mail?: EmailJob[];
  tasks?: Task[];
  notifications?: (NewNotification | null)[];
  /** The household of the user's own ledger, as it was read. Required with every change of `hasLedger`. */
  household?: Household;
  recording?: Recording;
};

export type SecurityWrites = { mail: EmailJob; notification: NewNotification | null };

export type UserStore = {
  get(id: Id): Promise<User | undefined>;
  account(id: Id): Promise<Account | undefined>;
  /** Makes as many reads for an unknown address, so that the response time does not reveal who has an account. */
  withEmail(email: string): Promise<Account | undefined>;
  provenOrWithEmail(email: string): Promise<Account | undefined>;
  /** Only the API may read it. Makes as many reads for nobody, so that the response time does not reveal who has an account. */
  passwordHash(id: Id | undefined): Promise<string | undefined>;
  /** The user's stored key; stores `fresh` if there is none. */
  offlineKey(id: Id, fresh: string): Promise<string>;
  /** Users whose accounts are due to be deleted at an instant (milliseconds). */
  leaving(now: number): Promise<Id[]>;
  /** False if the address is taken. */
  add(account: Account, passwordHash: string, writes: AccountWrites): Promise<boolean>;
  save(
    before: Account,
    after: Account,
    writes: AccountWrites,
  ): Promise<"saved" | "taken" | "used" | "changed">;
};

/**
 * A removal in progress, stored when it begins. `ledgerIds` are the ledgers that end with the account; `isProven` says
 * whether its address was verified. If an older release began it, `name` is null and no ledger is listed.
 */
export type Removal = {
  userId: Id;
  startedAt: number;
  ledgerIds: readonly Id[];
  name: string | null;
  isProven: boolean;
};

export type AccountRemovalStore = {
  /**
   * Ends the ledgers without another member, and removes the user from the others. False if the account, the link or
   * the members of a ledger changed. `now` in milliseconds.
   */
  begin(
    account: Account,
    usedLink: Link | undefined,
    removal: { ended: readonly Household[]; left: readonly Household[]; now: number },
  ): Promise<boolean>;
  get(userId: Id): Promise<Removal | undefined>;
  /** Users with unfinished removals. The index is eventually consistent: check each with `get`. */
  begun(): Promise<Id[]>;
  /** Erases the user's name and address from other users' data. */
  forgetName(removal: Removal): Promise<void>;
  /** Deletes the user's items and queued mail; idempotent. */
  deleteUser(userId: Id): Promise<void>;
  /** Deletes a ledger if it ended with that user's account; idempotent. */
  deleteLedger(ledgerId: Id, endedBy: Id): Promise<void>;
  finish(userId: Id): Promise<void>;
};

type AccountChange = { after: Account; writes?: AccountWrites };

/** Applies `make` to the stored account; retries when another change was saved first. */
export const changeAccount = (
  { users }: { users: UserStore },
  id: Id,
  make: (account: Account) => AccountChange | Promise<AccountChange>,
): Promise<Account> =>
  retryOnConflict(async () => {
    const before = found(await users.account(id), "User");
    const { after, writes = {} } = await make(before);
    const result = await users.save(before, after, writes);
    if (result === "saved") return after;
    if (result === "taken") throw emailTaken();
    if (result === "used" && writes.usedLink) throw expiredLink(writes.usedLink.purpose);
    return "changed";
  }, accountChanged);

/** The caller's current account. Refuses (unauthenticated) if their session has ended since it was read. */
export async function currentAccount(
  stores: { users: UserStore },
  { user, session }: Caller,
): Promise<Account> {
  const account = await stores.users.account(user.id);
  if (account?.sessionVersion === session.sessionVersion) return account;
  throw signInRequired();
}

export const accountChanged = () =>
  new Refusal("conflict", "Your account was changed at the same time. Please try again.");

export const emailTaken = () =>
  new Refusal("conflict", "An account with this email already exists", {
    issues: [{ path: "email", message: "An account with this email already exists" }],
  });

/** True if the account's deletion is due. It counts as deleted, and the next housekeeping run removes it. */
export const isGone = ({ goesAt }: Account, now: number): boolean => goesAt !== null && goesAt <= now;

type LinkStores = { links: LinkStore; users: UserStore };

/** The valid link of a token with its account, unless that is gone; `now` in milliseconds. */
export async function findLink({ links, users }: LinkStores, token: string, purpose: Purpose, now: number) {
  const link = await links.find(hashOf(token), purpose, now);
  const account = link && (await users.account(link.userId));
  return link && account && !isGone(account, now) ? { link, account } : undefined;
}

/** The same. Refuses (invalid) a token without one. */
export async function requireLink(...given: Parameters<typeof findLink>): Promise<Link> {
  const [, , purpose] = given;
  const found = await findLink(...given);
  if (!found) throw expiredLink(purpose);
  return found.link;
}

/** The address that an account's secrets are mailed to: the last verified one, if there is one. */
export const mailboxOf = ({ user, provenEmail }: Account): string => provenEmail ?? user.email;

/** True for an address that the user has verified, including a replaced one whose change can still be undone. */
export const hasProven = ({ user, provenEmail, takeBacks }: Account, address: string): boolean =>
  provenEmail === address ||
  (user.emailVerified && user.email === address) ||
  takeBacks.some(({ email }) => email === address);

/** The mail and notification of a security event. `detail` is what the event names, such as a passkey. */
export function securityWrites(
  env: Pick<Env, "clock" | "ids" | "origin">,
  account: Account,
  event: SecurityEventName,
  detail = "",
): SecurityWrites {
  const notice = securityNotice(event, env.clock(), detail);
  const { id, firstName } = account.user;
  const links = { settings: `${env.origin}/settings`, newPassword: `${env.origin}/auth?forgot=true` };
  const mail = {
    kind: "security",
    to: mailboxOf(account),
    firstName,
    event,
    text: notice.text,
    links,
  } as const;
  return {
    mail: emailJob(env, mail, id),
    notification: notificationFor(env, account.user, notice, { hasOwnMail: true }),
  };
}
