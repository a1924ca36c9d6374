import { normalizeEmail } from "@coffer/domain/account/email-address";
import type { User } from "@coffer/domain/account/user";
import { securityNotice } from "@coffer/domain/notification/notification";
import { type Caller, requireRecentPassword } from "../access.ts";
import type { Env } from "../env.ts";
import { emailJob } from "../mail/outbox.ts";
import { notificationFor } from "../notification/notifications.ts";
import type { Stores } from "../stores.ts";
import { type Account, changeAccount, findLink, requireLink } from "./account-store.ts";
import { verificationMail } from "./email-proof.ts";
import { expiredLink, newLink, newToken } from "./links.ts";
import { endOtherWaysIn } from "./second-factor.ts";
import { createThrottles } from "./throttles.ts";

type Profile = Pick<User, "firstName" | "lastName" | "email" | "phone">;

export function createProfileChanges(
  stores: Pick<Stores, "users" | "links" | "throttles" | "passkeys" | "secondFactors">,
  env: Env,
) {
  const { clock } = env;
  const throttles = createThrottles(stores, env);
  const addressNotifications = (user: User) => [
    notificationFor(env, user, securityNotice("email-changed", clock()), { hasOwnMail: true }),
  ];

  return {
    /**
     * A new address requires a recent password and has to be verified. If the old one was verified, it is mailed a link
     * that undoes the change, and nobody else can register it until that link expires and the new address is verified.
     */
    async updateProfile(caller: Caller, profile: Profile): Promise<User> {
      const email = normalizeEmail(profile.email);
      if (email !== caller.user.email) {
        requireRecentPassword(caller, clock());
        await throttles.take("verify-email", String(caller.user.id));
      }
      const { user } = await changeAccount(stores, caller.user.id, (before) => {
        const after = { ...before, user: { ...before.user, ...profile, email } };
        return email === before.user.email ? { after } : changeAddress(before, after);
      });
      if (email !== caller.user.email) env.securityLog({ event: "email-changed", userId: user.id });
      return user;
    },

    async emailChange(token: string): Promise<{ email: string; newEmail: string } | null> {
      const found = await findLink(stores, token, "take-back", clock());
      if (!found) return null;
      const { link, account } = found;
      if (!account.takeBacks.some(({ hash }) => hash === link.hash)) return null;
      return { email: link.email, newEmail: account.user.email };
    },

    /**
     * Undoes a change of address: restores the old address, ends sessions, passkeys and codes, and revokes the undo
     * links of later changes. The password no longer works; a reset link is mailed to the restored address.
     */
    async takeBackEmail(token: string): Promise<void> {
      const link = await requireLink(stores, token, "take-back", clock());
      const passwordHash = await env.passwords.hash(newToken());
      await changeAccount(stores, link.userId, (account) => {
        const { user, takeBacks, sessionVersion } = account;
        const index = takeBacks.findIndex(({ hash }) => hash === link.hash);
        if (index < 0) throw expiredLink("take-back");
        const { email } = link;
        const after = {
          ...account,
          user: { ...user, email, emailVerified: true },
          provenEmail: email,
          takeBacks: takeBacks.slice(0, index),
          hasStrongPassword: false,
          sessionVersion: sessionVersion + 1,
          passkeysFrom: sessionVersion + 1,
          resetHash: null,
        };
        const mail = emailJob(env, { kind: "reset-password", to: email }, user.id);
        return {
          after,
          writes: { passwordHash, usedLink: link, mail: [mail], notifications: addressNotifications(user) },
        };
      });
      await endOtherWaysIn(stores, env, link.userId);
      env.securityLog({ event: "email-taken-back", userId: link.userId });
    },
  };

  /** Completes `after`, which has the new address already, and adds the mails of the change. */
  function changeAddress(before: Account, after: Account) {
    const { id, email, firstName, emailVerified: wasVerified } = before.user;
    const returns = after.user.email === before.provenEmail;
    const mail = returns ? [] : [verificationMail(env, after.user)];
    const takeBack = wasVerified ? newLink(env, "take-back", id, email) : undefined;
    const takeBacks = before.takeBacks.filter(({ until }) => until > clock());
    if (takeBack) {
      takeBacks.push({ email, hash: takeBack.link.hash, until: takeBack.link.expiresAt });
      const newEmail = after.user.email;
      const changed = { kind: "email-changed", to: email, firstName, newEmail, link: takeBack.url } as const;
      mail.push(emailJob(env, changed, id));
    }
    return {
      after: { ...after, user: { ...after.user, emailVerified: returns }, takeBacks },
      writes: {
        newLinks: takeBack ? [takeBack.link] : [],
        mail,
        notifications: addressNotifications(before.user),
      },
    };
  }
}
