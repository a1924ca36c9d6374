import type { User } from "@coffer/domain/account/user";
import type { Id } from "@coffer/domain/id";
import type { Caller } from "../access.ts";
import type { Env } from "../env.ts";
import { type EmailJob, emailJob } from "../mail/outbox.ts";
import { retryOnConflict } from "../refusal.ts";
import { hasUnmailedShares } from "../share/unproven-shares.ts";
import type { Stores } from "../stores.ts";
import { newTask } from "../task/task.ts";
import { createAccountRemoval } from "./account-removal.ts";
import { type Account, accountChanged, changeAccount, requireLink } from "./account-store.ts";
import { expiredLink, hashOf } from "./links.ts";
import { createThrottles } from "./throttles.ts";

export function createEmailProof(
  stores: Pick<Stores, "links" | "throttles" | "outbox"> & Parameters<typeof createAccountRemoval>[0],
  env: Env,
) {
  const { clock } = env;
  const throttles = createThrottles(stores, env);
  const { removeAccount } = createAccountRemoval(stores, env);

  return {
    async resendVerification({ user }: Caller): Promise<void> {
      if (user.emailVerified) return;
      await throttles.take("verify-email", String(user.id));
      await stores.outbox.add(verificationMail(env, user));
    },

    /** Works once per link, and only while the account still has the address that the link was mailed to. */
    async verifyEmail(token: string): Promise<void> {
      const link = await requireLink(stores, token, "verify-email", clock());
      await changeAccount(stores, link.userId, async (account) => {
        if (account.user.email !== link.email) throw expiredLink("verify-email");
        const tasks = await waitingMail(account);
        return { after: withProof(account), writes: { usedLink: link, tasks } };
      });
    },

    /** The user whose address a link verifies, or "verified" if it already is; null if the link is not valid. */
    async emailToVerify(token: string): Promise<User | "verified" | null> {
      const hash = hashOf(token);
      const link =
        (await stores.links.find(hash, "verify-email", clock())) ?? (await stores.links.findUsed(hash));
      const user = link && (await stores.users.get(link.userId));
      if (!user || user.email !== link.email) return null;
      return user.emailVerified ? "verified" : user;
    },

    /**
     * "This was not me", said by the owner of the mailbox. An account that was registered with the address is removed;
     * an account that was changed to it returns to its last verified address.
     */
    async disownEmail(token: string): Promise<void> {
      const link = await requireLink(stores, token, "verify-email", clock());
      await retryOnConflict(async () => {
        const account = await stores.users.account(link.userId);
        if (account?.user.email !== link.email || account.user.emailVerified)
          throw expiredLink("verify-email");
        if (account.provenEmail === null) return (await removeAccount(account, link)) ? undefined : "changed";
        const returned = withProof({ ...account, user: { ...account.user, email: account.provenEmail } });
        const saved = await stores.users.save(account, returned, { usedLink: link });
        return saved === "saved" ? undefined : "changed";
      }, accountChanged);
    },

    async proveEmail(id: Id, email: string): Promise<User> {
      const { user } = await changeAccount(stores, id, async (account) =>
        account.user.email === email
          ? { after: withProof(account), writes: { tasks: await waitingMail(account) } }
          : { after: account },
      );
      return user;
    },
  };

  /** The task that mails the invitations which waited for the address to be verified, if there are any. */
  async function waitingMail({ user: { id } }: Account) {
    return (await hasUnmailedShares(stores, id)) ? [newTask(env, { kind: "waiting-shares" }, id)] : [];
  }
}

export function withProof(account: Account): Account {
  const { user } = account;
  const takeBacks = account.takeBacks.filter(({ email }) => email !== user.email);
  return { ...account, user: { ...user, emailVerified: true }, provenEmail: user.email, takeBacks };
}

export const verificationMail = (env: Pick<Env, "clock" | "ids">, { id, email, firstName }: User): EmailJob =>
  emailJob(env, { kind: "verify-email", to: email, firstName }, id);
