import type { Id } from "@coffer/domain/id";
import { DEFAULT_CURRENCY } from "@coffer/domain/money";
import { DEFAULT_NOTIFICATION_TIME, DEFAULT_TIME_ZONE } from "@coffer/domain/timezone";
import type { User } from "@coffer/domain/user";
import { hashOf, type Link, newLink } from "./links.ts";
import { type Mail, type OutboxEntry, outboxEntry } from "./outbox.ts";
import type { Ports } from "./ports.ts";
import { invalid, missing, Refusal } from "./refusal.ts";
import { createThrottles } from "./throttles.ts";

/** A user with what nobody is shown. Raising `epoch` ends all sessions; `resetHash` names the one good reset link. */
export type Account = {
  user: User;
  passwordHash: string;
  epoch: number;
  resetHash: string | null;
  createdAt: number;
  /** Counts the changes, so that two at once cannot undo each other. */
  revision: number;
};

/** What is written in the same transaction as an account: links to keep, the link that is used up, mail to send. */
export type Also = { keep?: Link; use?: Link; mail?: OutboxEntry[] };

export type UserStore = {
  get(id: Id): Promise<User | undefined>;
  account(id: Id): Promise<Account | undefined>;
  /** As many reads for an address that nobody has. */
  withEmail(email: string): Promise<Account | undefined>;
  /** False when the address is taken. */
  add(account: Account, also: Also): Promise<boolean>;
  /** Replaces `before`; says why not when the address is taken, the link is used, or another change came first. */
  save(before: Account, after: Account, also: Also): Promise<"saved" | "taken" | "used" | "changed">;
};

/** Slow, salted hashes of passwords as PHC strings. */
export type Passwords = {
  hash(password: string): Promise<string>;
  /** Takes the same time without a hash, and answers false. */
  verify(password: string, hash: string | undefined): Promise<boolean>;
  isOutdated(hash: string): boolean;
};

export type Registration = Pick<User, "firstName" | "lastName" | "email" | "phone"> & { password: string };
export type Profile = Pick<User, "firstName" | "lastName" | "email" | "phone">;
export type NotificationPreferences = Pick<User, "emailNotifications" | "notificationTime" | "timeZone">;
export type Preferences = Partial<Pick<User, "currency" | "aiRecommendations" | "notifications">>;

const TRIES = 5;
const taken = () =>
  new Refusal("conflict", "An account with this email already exists", {
    issues: [{ path: "email", message: "An account with this email already exists" }],
  });
const expired = () =>
  new Refusal("invalid", "This password reset link has expired or is invalid. Please request a new one.");

/** Accounts: registering, signing in, profile, password, preferences, and the links that prove an address. */
export function createAccounts(ports: Ports) {
  const { store, clock, ids, passwords, origin } = ports;
  const throttles = createThrottles(ports);
  const entry = (mail: Mail, userId: Id) => outboxEntry(ports, mail, userId);

  /** Applies a change to the account as it is now, again where another change came first. */
  async function change(
    id: Id,
    make: (account: Account) => { after: Account; also?: Also },
  ): Promise<Account> {
    for (let tried = 0; tried < TRIES; tried++) {
      const before = await store.users.account(id);
      if (!before) throw missing("User");
      const { after, also = {} } = make(before);
      const result = await store.users.save(before, after, also);
      if (result === "saved") return after;
      if (result === "taken") throw taken();
      if (result === "used") throw expired();
    }
    throw new Refusal("conflict", "Your account was changed at the same time. Please try again.");
  }

  const changeUser = async (id: Id, fields: Partial<User>) =>
    (await change(id, (account) => ({ after: { ...account, user: { ...account.user, ...fields } } }))).user;

  function verification(user: User): { link: Link; mail: OutboxEntry } {
    const { token, link } = newLink("verify-email", user.id, user.email, clock());
    const { email: to, firstName } = user;
    return {
      link,
      mail: entry({ kind: "verify-email", to, firstName, link: `${origin}/verify-email/${token}` }, user.id),
    };
  }

  return {
    /** Refuses (conflict) an address that has an account. `network` is what counts as one client. */
    async register({ password, ...person }: Registration, network: string): Promise<Account> {
      await throttles.take("register", network);
      const user: User = {
        id: ids(),
        ...person,
        email: normal(person.email),
        isAdmin: false,
        emailVerified: false,
        emailNotifications: false,
        notificationTime: DEFAULT_NOTIFICATION_TIME,
        timeZone: DEFAULT_TIME_ZONE,
        currency: DEFAULT_CURRENCY,
        aiRecommendations: true,
        notifications: true,
      };
      const passwordHash = await passwords.hash(password);
      const account = { user, passwordHash, epoch: 1, resetHash: null, createdAt: clock(), revision: 1 };
      const { link, mail } = verification(user);
      if (!(await store.users.add(account, { keep: link, mail: [mail] }))) throw taken();
      return account;
    },

    /** Refuses (unauthenticated) in the same words and time whether address or password is wrong. */
    async login(email: string, password: string, network: string): Promise<Account> {
      const who = `${normal(email)}#${network}`;
      await throttles.take("login-address", network);
      await throttles.attempt(who);
      const account = await store.users.withEmail(normal(email));
      if (!(await passwords.verify(password, account?.passwordHash)) || !account) {
        throw new Refusal("unauthenticated", "Invalid email or password");
      }
      await throttles.forgive(who);
      if (!passwords.isOutdated(account.passwordHash)) return account;
      const passwordHash = await passwords.hash(password);
      // Only in place of the hash that was verified. The session gets the epoch of that one as well: a password
      // changed meanwhile ends it.
      await change(account.user.id, (now) => ({
        after: now.passwordHash === account.passwordHash ? { ...now, passwordHash } : now,
      }));
      return account;
    },

    /** Mails a reset link to an account's address; silent, and as long, where there is none. */
    async forgotPassword(email: string): Promise<void> {
      await throttles.take("forgot", normal(email));
      const account = await store.users.withEmail(normal(email));
      const now = clock();
      if (!account) return store.links.pretend(now + 60_000);
      const { id, email: to, firstName } = account.user;
      const { token, link } = newLink("reset-password", id, to, now);
      const mail = entry(
        { kind: "reset-password", to, firstName, link: `${origin}/reset-password/${token}` },
        id,
      );
      const after = { ...account, resetHash: link.hash };
      const saved = await store.users.save(account, after, { keep: link, mail: [mail] });
      if (saved === "changed")
        await change(id, (fresh) => ({
          after: { ...fresh, resetHash: link.hash },
          also: { keep: link, mail: [mail] },
        }));
    },

    /** Whether a reset link is still good: not used, not expired, and no newer one was asked for. */
    async isResetLinkGood(token: string): Promise<boolean> {
      const link = await store.links.find(hashOf(token), "reset-password", clock());
      const account = link && (await store.users.account(link.userId));
      return link !== undefined && account?.resetHash === link.hash;
    },

    /** Sets the password once per link, ends every session, and takes the address as proven. */
    async resetPassword(token: string, password: string): Promise<void> {
      const link = await store.links.find(hashOf(token), "reset-password", clock());
      if (!link) throw expired();
      const passwordHash = await passwords.hash(password);
      await change(link.userId, (account) => {
        if (account.resetHash !== link.hash) throw expired();
        const { email: to, firstName } = account.user;
        const user = { ...account.user, emailVerified: account.user.emailVerified || link.email === to };
        return {
          after: { ...account, user, passwordHash, epoch: account.epoch + 1, resetHash: null },
          also: { use: link, mail: [entry({ kind: "password-changed", to, firstName }, account.user.id)] },
        };
      });
    },

    /** Ends every session; the caller begins a new one from the account that is returned. */
    async changePassword(id: Id, current: string, password: string): Promise<Account> {
      await throttles.take("change-password", String(id));
      const incorrect = invalid("currentPassword", "Current password is incorrect");
      const account = await store.users.account(id);
      if (!(await passwords.verify(current, account?.passwordHash))) throw incorrect;
      const passwordHash = await passwords.hash(password);
      return change(id, (now) => {
        if (now.passwordHash !== account?.passwordHash) throw incorrect;
        const { email: to, firstName } = now.user;
        return {
          after: { ...now, passwordHash, epoch: now.epoch + 1, resetHash: null },
          also: { mail: [entry({ kind: "password-changed", to, firstName }, id)] },
        };
      });
    },

    /** A new address has to be verified again; the old one is told. */
    async updateProfile({ id, email: before }: User, profile: Profile): Promise<User> {
      const email = normal(profile.email);
      if (email !== before) await throttles.take("verify-email", String(id));
      const { user } = await change(id, (account) => {
        const old = account.user;
        const moved = email !== old.email;
        const user = { ...old, ...profile, email, emailVerified: old.emailVerified && !moved };
        if (!moved) return { after: { ...account, user } };
        const { link, mail } = verification(user);
        const notice = entry(
          { kind: "email-changed", to: old.email, firstName: old.firstName, newEmail: email },
          id,
        );
        return { after: { ...account, user, resetHash: null }, also: { keep: link, mail: [mail, notice] } };
      });
      return user;
    },

    updateNotifications: (id: Id, preferences: NotificationPreferences): Promise<User> =>
      changeUser(id, preferences),

    updatePreferences: (id: Id, preferences: Preferences): Promise<User> => changeUser(id, preferences),

    async resendVerification(user: User): Promise<void> {
      if (user.emailVerified) return;
      await throttles.take("verify-email", String(user.id));
      await change(user.id, (account) => {
        const { link, mail } = verification(account.user);
        return { after: account, also: { keep: link, mail: [mail] } };
      });
    },

    /** Once per link, and only while the account still has the address that it was mailed to. */
    async verifyEmail(token: string): Promise<void> {
      const refused = new Refusal("invalid", "This verification link has expired or is invalid.");
      const link = await store.links.find(hashOf(token), "verify-email", clock());
      if (!link) throw refused;
      await change(link.userId, (account) => {
        if (account.user.email !== link.email) throw refused;
        return { after: { ...account, user: { ...account.user, emailVerified: true } }, also: { use: link } };
      }).catch((error) => {
        throw error instanceof Refusal && error.reason === "invalid" ? refused : error;
      });
    },

    /** The user with that address, whatever its spelling; for the operator's commands. */
    find: async (email: string): Promise<User | undefined> =>
      (await store.users.withEmail(normal(email)))?.user,

    /** Takes `email` as proven, if it still is the user's: a link that was mailed to it came back. */
    async proveEmail(id: Id, email: string): Promise<User> {
      const { user } = await change(id, (account) => {
        const emailVerified = account.user.emailVerified || account.user.email === email;
        return { after: { ...account, user: { ...account.user, emailVerified } } };
      });
      return user;
    },
  };
}

/** An address as accounts keep it: trimmed, lower-case, one spelling per letter. */
export const normal = (email: string): string => email.trim().normalize("NFC").toLowerCase();
