import { devices } from "@coffer/contract/device";
import { passkeys } from "@coffer/contract/passkey";
import { totp } from "@coffer/contract/totp";
import { users } from "@coffer/contract/user";
import type { Core } from "@coffer/core/core";
import { fullName, type User } from "@coffer/domain/account/user";
import { pairNoun } from "../route.ts";
import type { SessionCookies } from "../session.ts";

export const userRoutes = (core: Core, sessions: SessionCookies) =>
  pairNoun("users", users, {
    current: ({ caller }) => withMail(core, caller.user),

    async login({ body, networks, device, language, http }) {
      const account = await core.accounts.login(body, networks, device, language);
      await sessions.begin(http, account, body.rememberMe, device);
      return withMail(core, account.user);
    },

    async register({ body, networks, device, language, http }) {
      const { confirmPassword: _, rememberMe, ...registration } = body;
      const account = await core.accounts.register(registration, networks, language);
      await sessions.begin(http, account, rememberMe, device);
      return withMail(core, account.user);
    },

    async logout({ http }) {
      await sessions.end(http);
    },

    forgotPassword: ({ body, networks }) =>
      answerAfter(
        "If your email is registered in our system, you will receive instructions to reset your password shortly.",
        core.accounts.forgotPassword(body.email, networks),
      ),

    validateResetToken: async ({ params }) => ({ valid: await core.accounts.isResetLinkGood(params.token) }),

    async resetPassword({ body, http }) {
      await core.accounts.resetPassword(body.token, body.password);
      sessions.forget(http);
      return {
        message: "Your password has been reset successfully. You can now log in with your new password.",
      };
    },

    update: async ({ caller, body }) => withMail(core, await core.accounts.updateProfile(caller, body)),
    async leave({ caller, body, http }) {
      const goesAt = await core.leaving.leave(caller, body.password);
      sessions.forget(http);
      return { goesAt };
    },

    offlineKey: async ({ caller }) => ({ key: await core.accounts.offlineKey(caller.user.id) }),

    reauthenticate: ({ caller, body }) => core.reauthenticate(caller, body.password),

    async emailChange({ params }) {
      const found = await core.accounts.emailChange(params.token);
      return found ? { valid: true, ...found } : { valid: false, email: null, newEmail: null };
    },

    async takeBackEmail({ body, http }) {
      await core.accounts.takeBackEmail(body.token);
      sessions.forget(http);
      return { message: "The change is undone. We have mailed you a link to choose a new password." };
    },

    async changePassword({ caller, body, device, http }) {
      const account = await core.accounts.changePassword(caller, body);
      if (body.endShares) await core.sharing.endGiven(account.user);
      await sessions.begin(http, account, caller.session.remember, device);
      return { message: "Your password has been updated." };
    },

    notificationPreferences: async ({ caller, body }) =>
      withMail(core, await core.accounts.updateNotifications(caller.user.id, body)),

    mailAgain: ({ caller }) => core.suppression.mailAgain(caller),

    async previewDigest({ caller }) {
      await core.suppression.requireReachable(caller.user, false);
      await core.digests.preview(caller.user);
      return { message: "Today's summary is on its way to you." };
    },

    preferences: async ({ caller, body }) =>
      withMail(core, await core.accounts.updatePreferences(caller.user.id, body)),

    async emailToVerify({ params }) {
      const user = await core.accounts.emailToVerify(params.token);
      if (user === "verified") return { ...NO_LINK, verified: true };
      return user ? { valid: true, name: fullName(user), email: user.email } : NO_LINK;
    },

    disownEmail: ({ body }) =>
      answerAfter(
        "Thank you. Nobody has an account with your address.",
        core.accounts.disownEmail(body.token),
      ),

    endShares: ({ body }) =>
      answerAfter("Only members can open your budget now.", core.leaving.endShares(body.token)),

    verifyEmail: ({ body }) =>
      answerAfter("Your email address is verified.", core.accounts.verifyEmail(body.token)),

    async resendVerification({ caller }) {
      await core.suppression.requireReachable(caller.user, true);
      await core.accounts.resendVerification(caller);
      return { message: "The verification email is on its way." };
    },

    unsubscribe: ({ params }) =>
      answerAfter(
        "You will no longer receive daily summaries, notifications or announcements by email.",
        core.suppression.unsubscribe(params.token),
      ),
  });

const withMail = async ({ suppression }: Core, user: User) => ({
  ...user,
  mailSuppressed: await suppression.isSuppressed(user),
});

async function answerAfter(message: string, work: Promise<void>): Promise<{ message: string }> {
  await work;
  return { message };
}

const NO_LINK = { valid: false, name: null, email: null };

export const passkeyRoutes = (core: Core, sessions: SessionCookies) =>
  pairNoun("passkeys", passkeys, {
    list: async ({ caller }) => (await core.passkeys.list(caller)).map(onWire),
    options: ({ caller }) => core.passkeys.options(caller),
    add: async ({ caller, body: { name, ...answer } }) =>
      onWire(await core.passkeys.add(caller, name, answer)),
    remove: ({ caller, params }) => core.passkeys.remove(caller, params.id),
    keep: ({ caller, params }) => core.passkeys.keep(caller, params.id),
    signInOptions: ({ networks }) => core.passkeys.signInOptions(networks),
    async signIn({ body: { rememberMe, ...answer }, networks, device, language, http }) {
      const account = await core.accounts.loginWithPasskey(
        () => core.passkeys.prove(answer),
        networks,
        language,
      );
      await sessions.begin(http, account, rememberMe, device);
      return withMail(core, account.user);
    },
    reauthenticate: ({ caller, body }) =>
      core.reauthenticateWithPasskey(caller, () => core.passkeys.prove(body)),
  });

type Stored = Awaited<ReturnType<Core["passkeys"]["list"]>>[number];
const onWire = ({ id, name, createdAt, lastUsedAt, device, suspended }: Stored) => ({
  id,
  name,
  createdAt,
  lastUsedAt,
  ...device,
  suspended,
});

export const deviceRoutes = ({ sessions }: Core) =>
  pairNoun("devices", devices, {
    list: async ({ caller }) =>
      (await sessions.list(caller)).map(({ id, createdAt, lastSeen, device, current }) => ({
        id,
        signedInAt: createdAt,
        lastUsedAt: lastSeen,
        ...device,
        current,
      })),
    signOut: ({ caller, params }) => sessions.endNamed(caller, params.id),
    signOutOthers: ({ caller }) => sessions.endOthers(caller),
  });

export const totpRoutes = ({ secondFactor }: Core) =>
  pairNoun("totp", totp, {
    status: ({ caller }) => secondFactor.status(caller),
    begin: async ({ caller }) => ({ uri: await secondFactor.begin(caller) }),
    confirm: async ({ caller, body }) => ({ recoveryCodes: await secondFactor.confirm(caller, body.code) }),
    remove: ({ caller }) => secondFactor.remove(caller),
    removeOf: async ({ caller, params }) => ({ goesAt: await secondFactor.removeOf(caller, params.id) }),
  });
