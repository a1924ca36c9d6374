import { fullName, LEAVING_DAYS } from "@coffer/domain/account/user";
import type { Id } from "@coffer/domain/id";
import { shareNotice } from "@coffer/domain/notification/notification";
import { DAY_MS } from "@coffer/domain/time/day";
import { today } from "@coffer/domain/time/timezone";
import { type Caller, requireRecentPassword } from "../access.ts";
import type { Env } from "../env.ts";
import { emailJob } from "../mail/outbox.ts";
import { notificationFor } from "../notification/notifications.ts";
import { throwTogether, workThrough } from "../pages.ts";
import { Refusal } from "../refusal.ts";
import { isMember, participantsOf } from "../share/households.ts";
import { endGivenShares, endReceivedShares } from "../share/unproven-shares.ts";
import type { Stores } from "../stores.ts";
import { createAccountRemoval, type RemovalStores } from "./account-removal.ts";
import { changeAccount, findLink, isGone, mailboxOf } from "./account-store.ts";
import { expiredLink, newLink } from "./links.ts";
import { checkPassword } from "./sessions.ts";

/** Signing in within this time cancels the deletion of an account. */
const GRACE_MS = LEAVING_DAYS * DAY_MS;

export function createLeaving(
  stores: RemovalStores & Pick<Stores, "links" | "throttles">,
  env: Pick<Env, "clock" | "ids" | "origin" | "passwords" | "throttle" | "securityLog" | "forgetMailTo">,
) {
  const { clock } = env;
  const { removeAccount } = createAccountRemoval(stores, env);

  /** Ends every session. Returns when the account will be deleted (milliseconds); an earlier request is kept. */
  async function begin(id: Id, by: Id): Promise<number> {
    const goesAt = clock() + GRACE_MS;
    const account = await changeAccount(stores, id, (now) => {
      if (now.user.isAdmin) throw new Refusal("conflict", ADMINISTRATOR);
      if (now.goesAt !== null) return { after: now };
      const { firstName, timeZone } = now.user;
      const to = mailboxOf(now);
      const { url, link } = newLink(env, "end-shares", id, to);
      const mail = {
        kind: "account-leaving",
        to,
        firstName,
        goesOn: today(goesAt, timeZone),
        byAdministrator: by !== id,
        link: `${env.origin}/auth`,
        endShares: url,
      } as const;
      return {
        after: { ...now, goesAt, sessionVersion: now.sessionVersion + 1, resetHash: null },
        writes: { mail: [emailJob(env, mail, id)], newLinks: [link] },
      };
    });
    if (account.goesAt === goesAt)
      env.securityLog({ event: "account-deletion-started", userId: by, targetId: id });
    return account.goesAt ?? goesAt;
  }

  return {
    /** Returns when the account will be deleted. Refuses (invalid) a wrong password, and (conflict) an administrator. */
    async leave(caller: Caller, password: string): Promise<number> {
      const { id } = caller.user;
      await checkPassword(stores, env, caller, password, "leaving");
      return begin(id, id);
    },

    async removeUser(caller: Caller, id: Id): Promise<number> {
      requireRecentPassword(caller, clock());
      if (id === caller.user.id) throw new Refusal("forbidden", "Delete your own account in Settings");
      return begin(id, caller.user.id);
    },

    /** Ends all shares of an account that is to be deleted, by the link in its mail; works once per link. */
    async endShares(token: string): Promise<void> {
      const found = await findLink(stores, token, "end-shares", clock());
      if (!found || found.account.goesAt === null) throw expiredLink("end-shares");
      const { link, account } = found;
      const { user } = account;
      const others = (await participantsOf(stores, user.id)).filter((one) => one.user.id !== user.id);
      // A ledger with other members stays, and so do its guests.
      if (!others.some(isMember))
        await endGivenShares(stores, env, user.id, async ({ id, recipientId }) => {
          const recipient = recipientId === null ? undefined : await stores.users.get(recipientId);
          const notice = shareNotice("ended", id, fullName(user));
          return { notifications: recipient ? [notificationFor(env, recipient, notice)] : [] };
        });
      await endReceivedShares(stores, env, user.id);
      await changeAccount(stores, user.id, (after) => ({ after, writes: { usedLink: link } }));
    },

    /** Removes the accounts due at an instant (milliseconds). A failure does not stop the others. */
    async removeDue(at: number): Promise<void> {
      const now = Math.min(at, clock());
      const removeIfGone = async (id: Id) => {
        const account = await stores.users.account(id);
        // An account that was changed concurrently is removed by the next run.
        if (account && isGone(account, now)) await removeAccount(account);
      };
      throwTogether(await workThrough(await stores.users.leaving(now), 1, removeIfGone));
    },
  };
}

const ADMINISTRATOR = "An administrator's account cannot be deleted. Remove the administrator rights first.";
