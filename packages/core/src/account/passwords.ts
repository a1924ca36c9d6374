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
import { type Account, changeAccount, mailboxOf } from "./account-store.ts";
import { withProof } from "./email-proof.ts";
import { expiredLink, hashOf, type Link, requireLink } from "./links.ts";
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
  type Told = { to: string; passkeys: readonly Passkey[]; passkeysFrom: number };

  /** Ends every session, and tells the person, by mail to an address, which passkeys there are. */
  function withPassword(account: Account, { password, passwordHash }: NewPassword, told: Told) {
    const { user, sessionVersion } = account;
    const { to, passkeysFrom } = told;
    const mail = {
      kind: "password-changed" as const,
      to,
      firstName: user.firstName,
      timeZone: user.timeZone,
      link: `${env.origin}/settings`,
      passkeys: told.passkeys.map((passkey) => {
        const { name, createdAt, device } = passkey;
        return { name, createdAt, device, suspended: isSuspended(passkey, { passkeysFrom }) };
      }),
    };
    const notice = securityNotice("password-changed", clock());
    return {
      after: {
        ...account,
        passwordHash,
        hasStrongPassword: isStrongPassword(password),
        sessionVersion: sessionVersion + 1,
        passkeysFrom,
        resetHash: null,
      },
      writes: {
        mail: [emailJob(env, mail, user.id)],
        notifications: [notificationFor(env, user, notice, { hasOwnMail: true })],
      },
    };
  }

  return {
    /**
     * Mails a reset link to an account's address, unless three are out. One write whether or not there is an account:
     * that is looked up when the mail leaves, so that neither the answer nor its time says so.
     */
    async forgotPassword(email: string, networks: Networks): Promise<void> {
      const to = normalizeEmail(email);
      await throttles.take("forgot-network", networks);
      // Whoever asked for those links: the mailbox has them, and its owner is never refused because of others.
      if ((await throttles.tryTake("forgot", to)) > 0) {
        securityLog({ event: "held-back", userId: null, limit: "forgot" });
        return;
      }
      await stores.outbox.add(emailJob(env, { kind: "reset-password", to }, null));
    },

    async isResetLinkGood(token: string): Promise<boolean> {
      const link = await stores.links.find(hashOf(token), "reset-password", clock());
      const account = link && (await stores.users.account(link.userId));
      return link !== undefined && account !== undefined && resets(link, account);
    },

    /**
     * Sets the password once per link, and takes the address that the link was mailed to as proven: an account that was
     * moved to an unproven one returns from there. With the first proof what the account shared or was given ends, as
     * somebody else may have registered it; after any, passkeys wait until their owner keeps them.
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
        const told = { to: link.email, passkeys: isFirstProof ? [] : passkeys };
        const passkeysFrom = account.sessionVersion + 1;
        const fresh = { password, passwordHash };
        const { after, writes } = withPassword(account, fresh, { ...told, passkeysFrom });
        return {
          after: withProof({ ...after, user: { ...account.user, email: link.email } }),
          writes: { ...writes, usedLink: link },
        };
      });
      if (isFirstProof) await endOtherWaysIn(stores, env, link.userId);
      securityLog({ event: "password-reset", userId: link.userId });
    },

    /** Refuses (invalid) a wrong one. `endPasskeys` removes them all. */
    async changePassword(
      { user: { id }, session }: Caller,
      { currentPassword, newPassword: password, endPasskeys }: PasswordChange,
    ): Promise<Account> {
      await throttles.take("change-password", `${id}#${session.id}`);
      const account = await stores.users.account(id);
      const incorrect = invalid("currentPassword", "Current password is incorrect");
      if (!(await passwords.verify(currentPassword, account?.passwordHash))) {
        securityLog({ event: "password-refused", userId: id, purpose: "change" });
        throw incorrect;
      }
      const passwordHash = await passwords.hash(password);
      const passkeys = endPasskeys ? [] : await stores.passkeys.list(id);
      const changed = await changeAccount(stores, id, (now) => {
        if (now.passwordHash !== account?.passwordHash) throw incorrect;
        // First they wait, so that none signs in that a crash leaves.
        const passkeysFrom = endPasskeys ? now.sessionVersion + 1 : now.passkeysFrom;
        const told = { to: mailboxOf(now), passkeys, passkeysFrom };
        return withPassword(now, { password, passwordHash }, told);
      });
      if (endPasskeys) await endPasskeysOf(stores, env, id);
      securityLog({ event: "password-changed", userId: id });
      return changed;
    },
  };
}

/** True where it is the newest reset link of the account, and went where its links go now. */
function resets(link: Link, account: Account): boolean {
  return link.hash === account.resetHash && link.email === mailboxOf(account);
}
