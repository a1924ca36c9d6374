import { normalizeEmail } from "@coffer/domain/account/email-address";
import { isStrongPassword } from "@coffer/domain/account/strong-password";
import type { User } from "@coffer/domain/account/user";
import type { Id } from "@coffer/domain/id";
import { type Currency, DEFAULT_CURRENCY } from "@coffer/domain/money/money";
import { DEFAULT_NOTIFICATION_TIME, DEFAULT_TIME_ZONE, type TimeZone } from "@coffer/domain/time/timezone";
import { createOvertakenDigest } from "../digest/digests.ts";
import type { Env } from "../env.ts";
import { emailJob } from "../mail/outbox.ts";
import { invalid, Refusal } from "../refusal.ts";
import { participantsOf } from "../share/households.ts";
import { type Account, createAccountChange, emailTaken } from "./account-store.ts";
import { createEmailProof, newVerification } from "./email-proof.ts";
import { isGone } from "./leaving.ts";
import { createPasswordChanges } from "./passwords.ts";
import { createProfileChanges } from "./profile.ts";
import { createSecondFactor } from "./second-factor.ts";
import { createSignInThrottle } from "./sign-in-throttle.ts";
import { createThrottles } from "./throttles.ts";

type Registration = Pick<User, "firstName" | "lastName" | "email" | "phone"> & {
  password: string;
  /** Zone and currency of the browser, where it says. */
  timeZone?: TimeZone | undefined;
  currency?: Currency | undefined;
};
type NotificationPreferences = Pick<User, "emailNotifications" | "notificationTime" | "timeZone">;
type Preferences = Partial<
  Pick<
    User,
    "currency" | "aiRecommendations" | "notifications" | "notify" | "notifyBy" | "homeBudget" | "spendUntil"
  >
>;

type Credentials = { email: string; password: string; code?: string | undefined };

type Stores = Parameters<typeof createPasswordChanges>[0] &
  Parameters<typeof createEmailProof>[0] &
  Parameters<typeof createSecondFactor>[0];

/** Accounts: registering, signing in, profile, preferences; with their passwords and the proof of their addresses. */
export function createAccounts(stores: Stores, env: Env) {
  const { clock, ids, passwords } = env;
  const throttles = createThrottles(stores, env);
  const signInThrottle = createSignInThrottle(stores, env);
  const change = createAccountChange(stores);
  const secondFactor = createSecondFactor(stores, env);
  const sendOvertaken = createOvertakenDigest(stores, env);

  async function refuseOthersLedger(id: Id): Promise<void> {
    if (
      (await participantsOf(stores, id)).some(({ user }) => user.id !== id) &&
      !(await stores.users.get(id))?.hasLedger
    )
      throw livesOn();
  }

  /** Takes the deletion of an account back, and says so by mail. */
  const cancelDeletion = ({ id, email: to, firstName }: User) =>
    change(id, (account) => {
      if (isGone(account, clock())) throw unknownSignIn();
      if (account.goesAt === null) return { after: account };
      const mail = emailJob(env, { kind: "account-kept", to, firstName }, id);
      return { after: { ...account, goesAt: null }, writes: { mail: [mail] } };
    });

  /** The work after every sign-in. */
  async function enter({ user, goesAt }: Account, by: "password" | "passkey"): Promise<void> {
    if (goesAt !== null) await cancelDeletion(user);
    env.securityLog({ event: "signed-in", userId: user.id, by });
  }

  return {
    ...createPasswordChanges(stores, env),
    ...createEmailProof(stores, env),
    ...createProfileChanges(stores, env),

    /** Refuses (conflict) an address that has an account. `network` is what counts as one client. */
    async register(registration: Registration, network: string): Promise<Account> {
      const { password, timeZone = DEFAULT_TIME_ZONE, currency = DEFAULT_CURRENCY, ...person } = registration;
      for (const limit of ["register", "register-day", "register-week"] as const)
        await throttles.take(limit, network);
      const user: User = {
        id: ids(),
        ...person,
        email: normalizeEmail(person.email),
        isAdmin: false,
        emailVerified: false,
        emailNotifications: false,
        notificationTime: DEFAULT_NOTIFICATION_TIME,
        timeZone,
        currency,
        aiRecommendations: true,
        notifications: true,
        notify: {},
        notifyBy: "product",
        hasLedger: true,
        homeBudget: null,
        spendUntil: "month-end",
      };
      const passwordHash = await passwords.hash(password);
      const account = {
        user,
        passwordHash,
        hasStrongPassword: isStrongPassword(password),
        sessionVersion: 1,
        resetHash: null,
        provenEmail: null,
        takeBacks: [],
        createdAt: clock(),
        goesAt: null,
        revision: 1,
      };
      const { link, mail } = newVerification(env, user);
      // A mailbox that had enough gets no more of them: who it is can ask for the link later.
      const isHeldBack = (await throttles.tryMail(user.email, network)) > 0;
      if (isHeldBack) env.securityLog({ event: "held-back", userId: user.id, limit: "mailbox" });
      const writes = isHeldBack ? {} : { newLinks: [link], mail: [mail] };
      if (!(await stores.users.add(account, writes))) throw emailTaken();
      await signInThrottle.rememberNetwork(user.email, network);
      env.securityLog({ event: "signed-in", userId: user.id, by: "registration" });
      return account;
    },

    /**
     * Refuses (unauthenticated) in the same words and time whether address or password is wrong; then, with
     * "second-factor", where the account asks for a code.
     */
    async login({ email, password, code }: Credentials, network: string): Promise<Account> {
      const address = normalizeEmail(email);
      await throttles.take("login-address", network);
      const forgive = await signInThrottle.attempt(address, network);
      const account = await stores.users.withEmail(address);
      const isRight = await passwords.verify(password, account?.passwordHash);
      if (!isRight || !account || isGone(account, clock())) {
        env.securityLog({ event: "sign-in-failed", userId: account?.user.id ?? null });
        throw unknownSignIn();
      }
      await forgive();
      await secondFactor.check(account, code);
      await signInThrottle.rememberNetwork(address, network);
      await enter(account, "password");
      const hasStrongPassword = isStrongPassword(password);
      const isOutdated = passwords.isOutdated(account.passwordHash);
      if (!isOutdated && hasStrongPassword === account.hasStrongPassword) return account;
      const passwordHash = isOutdated ? await passwords.hash(password) : account.passwordHash;
      // Replaces only the hash that was verified. The session gets that account's version, so that a password
      // changed meanwhile ends it.
      await change(account.user.id, (now) => ({
        after: now.passwordHash === account.passwordHash ? { ...now, passwordHash, hasStrongPassword } : now,
      }));
      return account;
    },

    /** Refuses (unauthenticated) a passkey that proves nobody. */
    async loginWithPasskey(prove: () => Promise<Id | null>, network: string): Promise<Account> {
      await throttles.take("login-address", network);
      const userId = await prove();
      const account = userId === null ? undefined : await stores.users.account(userId);
      if (!account || isGone(account, clock())) {
        env.securityLog({ event: "sign-in-failed", userId });
        throw new Refusal("unauthenticated", "This passkey is not known here");
      }
      await signInThrottle.rememberNetwork(account.user.email, network);
      await enter(account, "passkey");
      return account;
    },

    async updateNotifications(id: Id, preferences: NotificationPreferences): Promise<User> {
      let before: User | undefined;
      const { user } = await change(id, (account) => {
        before = account.user;
        return { after: { ...account, user: { ...account.user, ...preferences } } };
      });
      if (before) await sendOvertaken(before, user);
      return user;
    },

    /** Kinds of notifications that are left out stay as they are. Refuses a home that the user may not open. */
    async updatePreferences(id: Id, { notify, ...preferences }: Preferences): Promise<User> {
      const { homeBudget = null } = preferences;
      if (homeBudget !== null && homeBudget !== id && !(await stores.shares.get(homeBudget, id))?.opened)
        throw invalid("homeBudget", "Choose a budget that you may open");
      if (homeBudget === id) await refuseOthersLedger(id);
      const { user } = await change(id, (account) => {
        // Who lived in another's ledger alone starts their own.
        const hasLedger = account.user.hasLedger || homeBudget === id;
        const kinds = notify && { notify: { ...account.user.notify, ...notify } };
        return { after: { ...account, user: { ...account.user, ...preferences, ...kinds, hasLedger } } };
      });
      return user;
    },

    /** The user with that address, whatever its spelling; for the operator's commands. */
    find: async (email: string): Promise<User | undefined> =>
      (await stores.users.withEmail(normalizeEmail(email)))?.user,
  };
}

const livesOn = () =>
  new Refusal("conflict", "Your first budget lives on with its other members: ask one of them to share it.");

const unknownSignIn = () => new Refusal("unauthenticated", "Invalid email or password");
