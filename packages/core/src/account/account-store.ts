import type { User } from "@coffer/domain/account/user";
import type { Id } from "@coffer/domain/id";
import { securityNotice } from "@coffer/domain/notification/notification";
import type { SecurityEventName } from "@coffer/domain/notification/security-events";
import { type Caller, signInRequired } from "../access.ts";
import type { Recording } from "../activity/recording.ts";
import type { Env } from "../env.ts";
import { type EmailJob, emailJob } from "../mail/outbox.ts";
import type { NewNotification } from "../notification/notification-store.ts";
import { notificationFor } from "../notification/notifications.ts";
import { found, Refusal, retryOnConflict } from "../refusal.ts";
import type { Household } from "../share/household-store.ts";
import type { Task } from "../task/task.ts";
import { expiredLink, type Link } from "./links.ts";

/**
 * Raising `sessionVersion` ends all sessions; `resetHash` is of the one valid reset link. A passkey that was added or kept
 * under a version before `passkeysFrom` signs nobody in.
 */
export type Account = {
  user: User;
  passwordHash: string;
  hasStrongPassword: boolean;
  sessionVersion: number;
  passkeysFrom: number;
  resetHash: string | null;
  /** The address that was last proven to be theirs; null before the first proof. */
  provenEmail: string | null;
  /** Proven addresses that were given up lately, the oldest first: a link mailed to each takes the change back. */
  takeBacks: { email: string; hash: string; until: number }[];
  createdAt: number;
  /** When it is to be removed, in milliseconds; null unless somebody said so. */
  goesAt: number | null;
  revision: number;
};

export type AccountWrites = {
  newLinks?: Link[];
  usedLink?: Link;
  mail?: EmailJob[];
  tasks?: Task[];
  notifications?: (NewNotification | null)[];
  /** Of their own number, as it was read, where they leave it, or start it: set with every change of `hasLedger`. */
  household?: Household;
  recording?: Recording;
};

export type SecurityWrites = { mail: EmailJob; notification: NewNotification | null };

export type UserStore = {
  get(id: Id): Promise<User | undefined>;
  account(id: Id): Promise<Account | undefined>;
  /** Makes as many reads for an unknown address, so that the time taken does not tell. */
  withEmail(email: string): Promise<Account | undefined>;
  provenOrWithEmail(email: string): Promise<Account | undefined>;
  /** The key of the user that is stored, or `fresh` from now on. */
  offlineKey(id: Id, fresh: string): Promise<string>;
  /** Users whose accounts are to be removed by an instant (milliseconds). */
  leaving(now: number): Promise<Id[]>;
  /** False when the address is taken. */
  add(account: Account, writes: AccountWrites): Promise<boolean>;
  save(
    before: Account,
    after: Account,
    writes: AccountWrites,
  ): Promise<"saved" | "taken" | "used" | "changed">;
};

/**
 * Written down when it begins: `ledgerIds` of the ledgers that end with the account, and whether its address was proven.
 * `name` is null, and no ledger is listed, where an older release began it.
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
   * Ends the ledgers that nobody else is a member of, and takes the user out of the others. False where the account,
   * the link or the members of one of them changed. `now` in milliseconds.
   */
  begin(
    account: Account,
    usedLink: Link | undefined,
    removal: { ended: readonly Household[]; left: readonly Household[]; now: number },
  ): Promise<boolean>;
  get(userId: Id): Promise<Removal | undefined>;
  /** Whose removals are not finished: an index, which may be behind, so that each is read by `get`. */
  begun(): Promise<Id[]>;
  /** Takes the user's name and address out of what others have of it. */
  forgetName(removal: Removal): Promise<void>;
  /** Deletes the user's own items and the mail that waits for them; again is fine. */
  deleteUser(userId: Id): Promise<void>;
  /** Deletes all of a ledger while it has ended with that user's account; again is fine. */
  deleteLedger(ledgerId: Id, endedBy: Id): Promise<void>;
  finish(userId: Id): Promise<void>;
};

type AccountChange = { after: Account; writes?: AccountWrites };

/** Applies `make` to the stored account, again when another change was saved first. */
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

/** The caller's account as it is now. Refuses (unauthenticated) where their session has ended since it was read. */
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

/** The address that an account's secrets are mailed to: to the last address that was proven, if there is one. */
export const mailboxOf = ({ user, provenEmail }: Account): string => provenEmail ?? user.email;

/** True for an address that was proven to be theirs, also for one that they have left and may still return to. */
export const hasProven = ({ user, provenEmail, takeBacks }: Account, address: string): boolean =>
  provenEmail === address ||
  (user.emailVerified && user.email === address) ||
  takeBacks.some(({ email }) => email === address);

/** The mail goes to the address that was proven last; `detail` is what the event names. */
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
