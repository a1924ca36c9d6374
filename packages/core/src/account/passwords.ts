import { normalizeEmail } from "@coffer/domain/account/email-address";
import { isStrongPassword } from "@coffer/domain/account/strong-password";
import type { User } from "@coffer/domain/account/user";
import type { Id } from "@coffer/domain/id";
import type { QueuedEmail } from "@coffer/domain/mail/queued-email";
import { securityNotice } from "@coffer/domain/notification/notification";
import type { Env } from "../env.ts";
import { emailJob } from "../mail/outbox.ts";
import { createNotificationFor } from "../notification/notifications.ts";
import { invalid } from "../refusal.ts";
import { endAllShares } from "../share/unproven-shares.ts";
import type { Stores } from "../stores.ts";
import { type Account, createAccountChange, mailboxOf } from "./account-store.ts";
import { withProof } from "./email-proof.ts";
import { expiredLink, hashOf, type Link } from "./links.ts";
import { endOtherWaysIn } from "./takeover.ts";
import { createThrottles } from "./throttles.ts";

/** Changing a password that is known, and replacing one that is forgotten by a mailed link. */
export function createPasswordChanges(
  stores: Pick<
    Stores,
    "users" | "links" | "throttles" | "outbox" | "shares" | "invitations" | "passkeys" | "secondFactors"
  >,
  env: Env,
) {
  const { clock, passwords, securityLog } = env;
  const throttles = createThrottles(stores, env);
  const change = createAccountChange(stores);
  const notificationFor = createNotificationFor(env);
  const passwordNotifications = (user: User) => [
    notificationFor(user, securityNotice("password-changed", clock()), { hasOwnMail: true }),
  ];
  const job = (mail: QueuedEmail, userId: Id) => emailJob(env, mail, userId);

  return {
    /**
     * Mails a reset link to an account's address, unless three are out. One write whether or not there is an account:
     * that is looked up when the mail leaves, so that neither the answer nor its time says so.
     */
    async forgotPassword(email: string, network: string): Promise<void> {
      const to = normalizeEmail(email);
      await throttles.take("forgot-network", network);
      // Whoever asked for those links: the mailbox has them, and its owner is never refused because of others.
      if ((await throttles.tryTake("forgot", to)) > 0 || (await throttles.tryMail(to, network)) > 0) {
        securityLog({ event: "held-back", userId: null, limit: "forgot" });
        return;
      }
      await stores.outbox.add(emailJob(env, { kind: "reset-password", to }, null));
    },

    /** True where a reset link is still good: not used, not expired, and no newer one was asked for. */
    async isResetLinkGood(token: string): Promise<boolean> {
      const link = await stores.links.find(hashOf(token), "reset-password", clock());
      const account = link && (await stores.users.account(link.userId));
      return link !== undefined && account !== undefined && resets(link, account);
    },

    /**
     * Sets the password once per link, ends every session, and takes the address that it was mailed to as proven:
     * an account that was moved to one that never was returns from there. Where it never was
     * before, somebody else may have registered it: what the account shared or was given until now ends as well.
     */
    async resetPassword(token: string, password: string): Promise<void> {
      const link = await stores.links.find(hashOf(token), "reset-password", clock());
      if (!link) throw expiredLink("reset-password");
      const passwordHash = await passwords.hash(password);
      let isFirstProof = false;
      await change(link.userId, async (account) => {
        if (!resets(link, account)) throw expiredLink("reset-password");
        isFirstProof = account.provenEmail === null;
        if (isFirstProof) await endAllShares(stores, env, account.user.id);
        const { firstName } = account.user;
        const to = link.email;
        return {
          after: {
            ...withProof({ ...account, user: { ...account.user, email: to } }),
            passwordHash,
            hasStrongPassword: isStrongPassword(password),
            sessionVersion: account.sessionVersion + 1,
            resetHash: null,
          },
          writes: {
            usedLink: link,
            mail: [job({ kind: "password-changed", to, firstName }, account.user.id)],
            notifications: passwordNotifications(account.user),
          },
        };
      });
      if (isFirstProof) await endOtherWaysIn(stores, link.userId);
      securityLog({ event: "password-reset", userId: link.userId });
    },

    /** Ends every session; the caller begins a new one from the account that is returned. */
    async changePassword(id: Id, current: string, password: string): Promise<Account> {
      await throttles.take("change-password", String(id));
      const incorrect = invalid("currentPassword", "Current password is incorrect");
      const account = await stores.users.account(id);
      if (!(await passwords.verify(current, account?.passwordHash))) throw incorrect;
      const passwordHash = await passwords.hash(password);
      const changed = await change(id, (now) => {
        if (now.passwordHash !== account?.passwordHash) throw incorrect;
        const { email: to, firstName } = now.user;
        return {
          after: {
            ...now,
            passwordHash,
            hasStrongPassword: isStrongPassword(password),
            sessionVersion: now.sessionVersion + 1,
            resetHash: null,
          },
          writes: {
            mail: [job({ kind: "password-changed", to, firstName }, id)],
            notifications: passwordNotifications(now.user),
          },
        };
      });
      securityLog({ event: "password-changed", userId: id });
      return changed;
    },
  };
}

/** True where it is the newest reset link of the account, and went where its links go now. */
function resets(link: Link, account: Account): boolean {
  return link.hash === account.resetHash && link.email === mailboxOf(account);
}
