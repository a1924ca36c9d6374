import { normalizeEmail } from "@coffer/domain/account/email-address";
import { isStrongPassword } from "@coffer/domain/account/strong-password";
import { securityNotice } from "@coffer/domain/notification/notification";
import type { Caller } from "../access.ts";
import type { Env, Networks } from "../env.ts";
import { emailJob } from "../mail/outbox.ts";
import { notificationFor } from "../notification/notifications.ts";
import { invalid } from "../refusal.ts";
import { endUnprovenShares } from "../share/unproven-shares.ts";
import type { Stores } from "../stores.ts";
import { type Account, changeAccount, findLink, mailboxOf, requireLink } from "./account-store.ts";
import { withProof } from "./email-proof.ts";
import { expiredLink, type Link } from "./links.ts";
import { isSuspended, type Passkey } from "./passkey-verifier.ts";
import { endOtherWaysIn, endPasskeysOf } from "./second-factor.ts";
import { createThrottles } from "./throttles.ts";

type PasswordChange = { currentPassword: string; newPassword: string; endPasskeys: boolean };

export function createPasswordChanges(
  stores: Pick<
    Stores,
    | "users"
    | "links"
    | "throttles"
    | "outbox"
    | "shares"
    | "invitations"
    | "households"
    | "passkeys"
    | "secondFactors"
  >,
  env: Env,
) {
  const { clock, passwords, securityLog } = env;
  const throttles = createThrottles(stores, env);

  type NewPassword = { password: string; passwordHash: string };
  type PasskeysInMail = { to: string; passkeys: readonly Passkey[]; passkeysFrom: number };

  /** Sets a password and ends every session. The mail to `to` lists the user's passkeys. */
  function withPassword(account: Account, { password, passwordHash }: NewPassword, mailed: PasskeysInMail) {
    const { user, sessionVersion } = account;
    const { to, passkeysFrom } = mailed;
    const mail = {
      kind: "password-changed" as const,
      to,
      firstName: user.firstName,
      timeZone: user.timeZone,
      link: `${env.origin}/settings`,
      passkeys: mailed.passkeys.map((passkey) => {
        const { name, createdAt, device } = passkey;
        return { name, createdAt, device, suspended: isSuspended(passkey, { passkeysFrom }) };
      }),
    };
    const notice = securityNotice("password-changed", clock());
    return {
      after: {
        ...account,
        hasStrongPassword: isStrongPassword(password),
        sessionVersion: sessionVersion + 1,
        passkeysFrom,
        resetHash: null,
      },
      writes: {
        passwordHash,
        mail: [emailJob(env, mail, user.id)],
        notifications: [notificationFor(env, user, notice, { hasOwnMail: true })],
      },
    };
  }

  return {
    /**
     * Mails a reset link to an account's address, unless three are valid already. Writes the same job whether or not the
     * account exists: it is looked up when the mail is sent, so that neither the answer nor its time reveals it.
     */
    async forgotPassword(email: string, networks: Networks): Promise<void> {
      const to = normalizeEmail(email);
      await throttles.take("forgot-network", networks);
      // No refusal: the mailbox has valid links already, and other people's requests must not lock its owner out.
      if ((await throttles.tryTake("forgot", to)) > 0) {
        securityLog({ event: "held-back", userId: null, limit: "forgot" });
        return;
      }
      await stores.outbox.add(emailJob(env, { kind: "reset-password", to }, null));
    },

    async isResetLinkGood(token: string): Promise<boolean> {
      const found = await findLink(stores, token, "reset-password", clock());
      return found !== undefined && resets(found.link, found.account);
    },

    /**
     * Sets the password once per link. The link's address counts as verified, and the account returns to it if it was
     * changed to an unverified one. If this is the first verification, somebody else may have registered the account, so
     * all its shares, passkeys and codes end; otherwise passkeys are suspended until the user confirms them.
     */
    async resetPassword(token: string, password: string): Promise<void> {
      const link = await requireLink(stores, token, "reset-password", clock());
      const passwordHash = await passwords.hash(password);
      const passkeys = await stores.passkeys.list(link.userId);
      let isFirstProof = false;
      await changeAccount(stores, link.userId, async (account) => {
        if (!resets(link, account)) throw expiredLink("reset-password");
        isFirstProof = account.provenEmail === null;
        if (isFirstProof) await endUnprovenShares(stores, env, account.user.id);
        const mailed = { to: link.email, passkeys: isFirstProof ? [] : passkeys };
        const passkeysFrom = account.sessionVersion + 1;
        const fresh = { password, passwordHash };
        const { after, writes } = withPassword(account, fresh, { ...mailed, passkeysFrom });
        return {
          after: withProof({ ...after, user: { ...account.user, email: link.email } }),
          writes: { ...writes, usedLink: link },
        };
      });
      if (isFirstProof) await endOtherWaysIn(stores, env, link.userId);
      securityLog({ event: "password-reset", userId: link.userId });
    },

    /** Refuses (invalid) a wrong current password. `endPasskeys` removes all passkeys. */
    async changePassword(
      { user: { id }, session }: Caller,
      { currentPassword, newPassword: password, endPasskeys }: PasswordChange,
    ): Promise<Account> {
      await throttles.take("change-password", `${id}#${session.id}`);
      const current = await stores.users.passwordHash(id);
      const incorrect = invalid("currentPassword", "Current password is incorrect");
      if (!(await passwords.verify(currentPassword, current))) {
        securityLog({ event: "password-refused", userId: id, purpose: "change" });
        throw incorrect;
      }
      const passwordHash = await passwords.hash(password);
      const passkeys = endPasskeys ? [] : await stores.passkeys.list(id);
      const changed = await changeAccount(stores, id, async (now) => {
        if ((await stores.users.passwordHash(id)) !== current) throw incorrect;
        // Suspends the passkeys first, so that none can sign in if a crash prevents their removal.
        const passkeysFrom = endPasskeys ? now.sessionVersion + 1 : now.passkeysFrom;
        const mailed = { to: mailboxOf(now), passkeys, passkeysFrom };
        return withPassword(now, { password, passwordHash }, mailed);
      });
      if (endPasskeys) await endPasskeysOf(stores, env, id);
      securityLog({ event: "password-changed", userId: id });
      return changed;
    },
  };
}

/** True for the account's newest reset link, if it was mailed to the address that reset links go to now. */
function resets(link: Link, account: Account): boolean {
  return link.hash === account.resetHash && link.email === mailboxOf(account);
}
