import { normalizeEmail } from "@coffer/domain/account/email-address";
import { isStrongPassword } from "@coffer/domain/account/strong-password";
import type { Id } from "@coffer/domain/id";
import { securityNotice } from "@coffer/domain/notification/notification";
import type { Env } from "../env.ts";
import { emailJob } from "../mail/outbox.ts";
import { notificationFor } from "../notification/notifications.ts";
import { invalid } from "../refusal.ts";
import { endUnprovenShares } from "../share/unproven-shares.ts";
import type { Stores } from "../stores.ts";
import { type Account, changeAccount, mailboxOf } from "./account-store.ts";
import { withProof } from "./email-proof.ts";
import { expiredLink, hashOf, type Link, requireLink } from "./links.ts";
import { endOtherWaysIn } from "./second-factor.ts";
import { createThrottles } from "./throttles.ts";

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

  /** Ends every session, and tells the person, by mail to an address. */
  function withPassword(account: Account, to: string, password: string, passwordHash: string) {
    const { user, sessionVersion } = account;
    const mail = { kind: "password-changed", to, firstName: user.firstName } as const;
    const notice = securityNotice("password-changed", clock());
    return {
      after: {
        ...account,
        passwordHash,
        hasStrongPassword: isStrongPassword(password),
        sessionVersion: sessionVersion + 1,
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

    async isResetLinkGood(token: string): Promise<boolean> {
      const link = await stores.links.find(hashOf(token), "reset-password", clock());
      const account = link && (await stores.users.account(link.userId));
      return link !== undefined && account !== undefined && resets(link, account);
    },

    /**
     * Sets the password once per link, and takes the address that the link was mailed to as proven: an account that was
     * moved to an unproven one returns from there. With the first proof what the account shared or was given ends, as
     * somebody else may have registered it.
     */
    async resetPassword(token: string, password: string): Promise<void> {
      const link = await requireLink(stores, token, "reset-password", clock());
      const passwordHash = await passwords.hash(password);
      let isFirstProof = false;
      await changeAccount(stores, link.userId, async (account) => {
        if (!resets(link, account)) throw expiredLink("reset-password");
        isFirstProof = account.provenEmail === null;
        if (isFirstProof) await endUnprovenShares(stores, env, account.user.id);
        const { after, writes } = withPassword(account, link.email, password, passwordHash);
        return {
          after: withProof({ ...after, user: { ...account.user, email: link.email } }),
          writes: { ...writes, usedLink: link },
        };
      });
      if (isFirstProof) await endOtherWaysIn(stores, link.userId);
      securityLog({ event: "password-reset", userId: link.userId });
    },

    async changePassword(id: Id, current: string, password: string): Promise<Account> {
      await throttles.take("change-password", String(id));
      const incorrect = invalid("currentPassword", "Current password is incorrect");
      const account = await stores.users.account(id);
      if (!(await passwords.verify(current, account?.passwordHash))) throw incorrect;
      const passwordHash = await passwords.hash(password);
      const changed = await changeAccount(stores, id, (now) => {
        if (now.passwordHash !== account?.passwordHash) throw incorrect;
        return withPassword(now, now.user.email, password, passwordHash);
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
