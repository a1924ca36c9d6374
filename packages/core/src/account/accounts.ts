import { DEFAULT_WEEKDAY, type Device } from "@coffer/domain/account/definition";
import { normalizeEmail } from "@coffer/domain/account/email-address";
import { isStrongPassword } from "@coffer/domain/account/strong-password";
import { ownLedgerCurrency, type User } from "@coffer/domain/account/user";
import type { Id } from "@coffer/domain/id";
import { type Currency, DEFAULT_CURRENCY } from "@coffer/domain/money/money";
import { DEFAULT_NOTIFICATION_TIME, DEFAULT_TIME_ZONE, type TimeZone } from "@coffer/domain/time/timezone";
import { UNKNOWN_DEVICE } from "../access.ts";
import { queueOvertakenDigest } from "../digest/digests.ts";
import type { Env, Networks } from "../env.ts";
import { emailJob } from "../mail/outbox.ts";
import { invalid, Refusal } from "../refusal.ts";
import type { Household } from "../share/household-store.ts";
import { isMember, participantsOf } from "../share/households.ts";
import type { Stores as AllStores } from "../stores.ts";
import { type Account, changeAccount, emailTaken, isGone, mailboxOf } from "./account-store.ts";
import { createEmailProof, verificationMail } from "./email-proof.ts";
import { newToken } from "./links.ts";
import { createPasswordChanges } from "./passwords.ts";
import { createProfileChanges } from "./profile.ts";
import { createSecondFactor } from "./second-factor.ts";
import { deviceHash } from "./sessions.ts";
import { createSignInThrottle, createThrottles, narrowest } from "./throttles.ts";

type Registration = Pick<User, "firstName" | "lastName" | "email" | "phone"> & {
  password: string;
  timeZone?: TimeZone | undefined;
  currency?: Currency | undefined;
};
type NotificationPreferences = Pick<User, "emailNotifications" | "notificationTime" | "timeZone"> & {
  [Name in "frequency" | "weekday"]?: User[Name] | undefined;
};
type Preferences = Partial<
  Pick<
    User,
    "currency" | "aiRecommendations" | "notifications" | "notify" | "notifyBy" | "homeBudget" | "spendUntil"
  >
>;
type Credentials = { email: string; password: string; code?: string | undefined };

type Stores = Pick<AllStores, "knownDevices"> &
  Parameters<typeof createPasswordChanges>[0] &
  Parameters<typeof createEmailProof>[0] &
  Parameters<typeof createSecondFactor>[0];

export function createAccounts(stores: Stores, env: Env) {
  const { clock, ids, passwords, securityLog } = env;
  const throttles = createThrottles(stores, env);
  const signInThrottle = createSignInThrottle(stores, env);
  const secondFactor = createSecondFactor(stores, env);

  /** The household of a user who starts their own ledger again. Refuses (conflict) if it has other members. */
  async function ownHouseholdAgain(id: Id): Promise<Household> {
    const household = await stores.households.get(id);
    if (household.endedBy !== null) throw new Refusal("conflict", ENDING);
    if ((await participantsOf(stores, id)).some(isMember)) throw new Refusal("conflict", HAS_MEMBERS);
    return household;
  }

  /** Signing in keeps an account that was to be deleted. */
  const cancelDeletion = ({ id, firstName }: User) =>
    changeAccount(stores, id, (account) => {
      if (isGone(account, clock())) throw unknownSignIn();
      if (account.goesAt === null) return { after: account };
      const mail = emailJob(env, { kind: "account-kept", to: mailboxOf(account), firstName }, id);
      return { after: { ...account, goesAt: null }, writes: { mail: [mail] } };
    });

  async function knownPlaceOf(user: User, networks: Networks, device: Device): Promise<string | null> {
    if (await signInThrottle.isKnownNetwork(user.email, networks)) return `network#${narrowest(networks)}`;
    const hash = deviceHash(user.id, device);
    const { hashes } = await stores.knownDevices.read(user.id);
    return hashes.includes(hash) ? `device#${hash}` : null;
  }

  async function finishSignIn(
    { user, goesAt, language: before }: Account,
    by: "password" | "passkey",
    language: string | null,
  ): Promise<void> {
    if (goesAt !== null) await cancelDeletion(user);
    if (language !== null && language !== before)
      await changeAccount(stores, user.id, (account) => ({ after: { ...account, language } }));
    securityLog({ event: "signed-in", userId: user.id, by });
  }

  return {
    ...createPasswordChanges(stores, env),
    ...createEmailProof(stores, env),
    ...createProfileChanges(stores, env),

    /** Refuses (conflict) an address that has an account. */
    async register(
      registration: Registration,
      networks: Networks,
      language: string | null = null,
    ): Promise<Account> {
      const { password, timeZone = DEFAULT_TIME_ZONE, currency = DEFAULT_CURRENCY, ...person } = registration;
      for (const limit of ["register", "register-day", "register-week"] as const)
        await throttles.take(limit, networks);
      const user: User = {
        id: ids(),
        ...person,
        email: normalizeEmail(person.email),
        isAdmin: false,
        emailVerified: false,
        emailNotifications: false,
        notificationTime: DEFAULT_NOTIFICATION_TIME,
        frequency: "daily",
        weekday: DEFAULT_WEEKDAY,
        timeZone,
        currency,
        ledgerCurrency: null,
        aiRecommendations: true,
        notifications: true,
        notify: {},
        notifyBy: "product",
        hasLedger: true,
        homeBudget: null,
        spendUntil: "month-end",
      };
      const account = {
        user,
        hasStrongPassword: isStrongPassword(password),
        sessionVersion: 1,
        passkeysFrom: 0,
        resetHash: null,
        provenEmail: null,
        takeBacks: [],
        createdAt: clock(),
        language,
        goesAt: null,
        revision: 1,
      };
      const passwordHash = await passwords.hash(password);
      if (!(await stores.users.add(account, passwordHash, { mail: [verificationMail(env, user)] })))
        throw emailTaken();
      await signInThrottle.rememberNetwork(user.email, networks);
      securityLog({ event: "signed-in", userId: user.id, by: "registration" });
      return account;
    },

    /**
     * Refuses (unauthenticated) an unknown address and a wrong password with the same message and in the same time, and
     * with the code "second-factor" if a sign-in code is needed.
     */
    async login(
      { email, password, code }: Credentials,
      networks: Networks,
      device: Device = UNKNOWN_DEVICE,
      language: string | null = null,
    ): Promise<Account> {
      const address = normalizeEmail(email);
      await throttles.take("login-address", networks);
      const forgive = await signInThrottle.attempt(address, networks);
      const account = await stores.users.withEmail(address);
      const hash = await stores.users.passwordHash(account?.user.id);
      const isRight = await passwords.verify(password, hash);
      if (!isRight || !account || !hash || isGone(account, clock())) {
        securityLog({ event: "sign-in-failed", userId: account?.user.id ?? null });
        throw unknownSignIn();
      }
      await forgive();
      await secondFactor.check(account, code, () => knownPlaceOf(account.user, networks, device));
      await signInThrottle.rememberNetwork(address, networks);
      await finishSignIn(account, "password", language);
      const hasStrongPassword = isStrongPassword(password);
      const isOutdated = isRight === "other-form" || passwords.isOutdated(hash);
      if (!isOutdated && hasStrongPassword === account.hasStrongPassword) return account;
      const passwordHash = isOutdated ? await passwords.hash(password) : hash;
      // Replaces only the hash that was verified. The session gets the session version that was read with it, so a
      // concurrent change of the password ends the session.
      await changeAccount(stores, account.user.id, async (now) =>
        (await stores.users.passwordHash(now.user.id)) === hash
          ? { after: { ...now, hasStrongPassword }, writes: { passwordHash } }
          : { after: now },
      );
      return account;
    },

    async loginWithPasskey(
      prove: () => Promise<Id | null>,
      networks: Networks,
      language: string | null = null,
    ): Promise<Account> {
      await throttles.take("login-address", networks);
      const userId = await prove();
      const account = userId === null ? undefined : await stores.users.account(userId);
      if (!account || isGone(account, clock())) {
        securityLog({ event: "sign-in-failed", userId });
        throw new Refusal("unauthenticated", "This passkey is not known here");
      }
      await signInThrottle.rememberNetwork(account.user.email, networks);
      await finishSignIn(account, "passkey", language);
      return account;
    },

    async updateNotifications(id: Id, preferences: NotificationPreferences): Promise<User> {
      let before: User | undefined;
      const { user } = await changeAccount(stores, id, (account) => {
        before = account.user;
        const { frequency, weekday } = account.user;
        const user = { ...account.user, ...preferences };
        return {
          after: {
            ...account,
            user: { ...user, frequency: user.frequency ?? frequency, weekday: user.weekday ?? weekday },
          },
        };
      });
      if (before) await queueOvertakenDigest(stores, env, before, user);
      return user;
    },

    /** Omitted kinds of notifications are unchanged. Refuses (invalid) a home that the user may not open. */
    async updatePreferences(id: Id, { notify, ...preferences }: Preferences): Promise<User> {
      const { homeBudget = null } = preferences;
      const isShared =
        preferences.currency !== undefined &&
        (await participantsOf(stores, id)).some(({ user }) => user.id !== id);
      const { user } = await changeAccount(stores, id, async (account) => {
        const { hasLedger } = account.user;
        // A shared budget keeps its currency, as the others see it in that one.
        const ledgerCurrency = isShared ? ownLedgerCurrency(account.user) : null;
        const own = preferences.currency === undefined ? {} : { ledgerCurrency };
        const mayOpen =
          homeBudget === null ||
          (homeBudget === id && hasLedger) ||
          (await stores.shares.get(homeBudget, id))?.opened === true;
        if (!mayOpen && homeBudget !== id) throw invalid("homeBudget", "Choose a budget that you may open");
        const kinds = notify && { notify: { ...account.user.notify, ...notify } };
        const user = { ...account.user, ...preferences, ...own, ...kinds };
        if (mayOpen) return { after: { ...account, user } };
        // A user who had only a shared ledger starts their own.
        const household = await ownHouseholdAgain(id);
        return { after: { ...account, user: { ...user, hasLedger: true } }, writes: { household } };
      });
      return user;
    },

    /** The key that encrypts what a browser stores offline. A change of the password does not change it. */
    offlineKey: (id: Id): Promise<string> => stores.users.offlineKey(id, newToken()),

    find: async (email: string): Promise<User | undefined> =>
      (await stores.users.withEmail(normalizeEmail(email)))?.user,
  };
}

const ENDING = "Your first budget is being deleted. Please try again in a few minutes.";

const HAS_MEMBERS = "Your first budget still has other members: ask one of them to share it.";

const unknownSignIn = () => new Refusal("unauthenticated", "Invalid email or password");
