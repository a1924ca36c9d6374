import type { Id } from "@coffer/domain/id";
import type { User } from "@coffer/domain/user";
import type { UserStore } from "./account-store.ts";
import { createAccountChange } from "./account-store.ts";
import type { Env } from "./env.ts";
import type { LinkStore } from "./links.ts";
import { expiredLink, hashOf, type Link, newLink } from "./links.ts";
import { type EmailJob, emailJob } from "./outbox.ts";
import type { ThrottleStore } from "./throttles.ts";
import { createThrottles } from "./throttles.ts";

/** Proving that an address is its user's: by a link that was mailed to it. */
type Stores = { users: UserStore; links: LinkStore; throttles: ThrottleStore };

export function createEmailProof(stores: Stores, env: Env) {
  const { clock } = env;
  const throttles = createThrottles(stores, env);
  const change = createAccountChange(stores);

  return {
    async resendVerification(user: User): Promise<void> {
      if (user.emailVerified) return;
      await throttles.take("verify-email", String(user.id));
      await change(user.id, (account) => {
        const { link, mail } = newVerification(env, account.user);
        return { after: account, writes: { newLink: link, mail: [mail] } };
      });
    },

    /** Once per link, and only while the account still has the address that it was mailed to. */
    async verifyEmail(token: string): Promise<void> {
      const link = await stores.links.find(hashOf(token), "verify-email", clock());
      if (!link) throw expiredLink("verify-email");
      await change(link.userId, (account) => {
        if (account.user.email !== link.email) throw expiredLink("verify-email");
        return {
          after: { ...account, user: { ...account.user, emailVerified: true } },
          writes: { usedLink: link },
        };
      });
    },

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

/** A link that proves the user's address, and the mail that carries it. */
export function newVerification(
  env: Pick<Env, "clock" | "ids" | "origin">,
  user: User,
): { link: Link; mail: EmailJob } {
  const { id, email, firstName } = user;
  const { token, link } = newLink("verify-email", id, email, env.clock());
  const where = `${env.origin}/verify-email/${token}`;
  return { link, mail: emailJob(env, { kind: "verify-email", to: email, firstName, link: where }, id) };
}
