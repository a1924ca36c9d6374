import type { User } from "@coffer/domain/account/user";
import type { Id } from "@coffer/domain/id";
import { shareNotice } from "@coffer/domain/notification/notification";
import { HOUR_MS } from "@coffer/domain/time/day";
import type { Env } from "../env.ts";
import { emailJob } from "../mail/outbox.ts";
import { notify } from "../notification/notifications.ts";
import { throwTogether, workThrough } from "../pages.ts";
import { retryOnConflict } from "../refusal.ts";
import type { Household } from "../share/household-store.ts";
import {
  type HouseholdStores,
  isMember,
  membersChanged,
  participantsOf,
  withoutMember,
} from "../share/households.ts";
import { nameForMail } from "../share/share-email.ts";
import { endAllShares } from "../share/unproven-shares.ts";
import type { Stores } from "../stores.ts";
import { type Account, mailboxOf, type Removal } from "./account-store.ts";
import type { Link } from "./links.ts";

/** A request that began before the removal may still write. The removal stays open this long, and runs again. */
const LAST_REQUEST_MS = HOUR_MS;

export type RemovalStores = HouseholdStores &
  Pick<Stores, "accountRemoval" | "invitations" | "outbox" | "notifications">;
type RemovalEnv = Pick<Env, "clock" | "ids" | "origin" | "securityLog" | "forgetMailTo">;

/** The ledgers that end with a user's account, and those that the user leaves to other members, as they will be saved. */
async function ledgersOf(stores: RemovalStores, user: User, now: number) {
  const granted = await stores.shares.grantedTo(user.id);
  const ended: Household[] = [];
  const left: Household[] = [];
  // A Set, as an owner who left and came back has a share of the ledger with their own id.
  for (const ledgerId of new Set([user.id, ...granted.map(({ ownerId }) => ownerId)])) {
    const household = await stores.households.get(ledgerId);
    const people = await participantsOf(stores, ledgerId);
    const members = people.filter(isMember).map((one) => one.user.id);
    if (members.some((id) => id !== user.id)) {
      if (members.includes(user.id)) left.push(withoutMember(household, people, user, now));
    } else if (household.endedBy === null && (members.length > 0 || ledgerId === user.id)) {
      ended.push(household);
    }
  }
  return { ended, left };
}

/** Removes accounts: nobody sees them from then on, while their items are deleted from the table in steps. */
export function createAccountRemoval(stores: RemovalStores, env: RemovalEnv) {
  const { clock, securityLog } = env;

  return {
    /** False if the account has changed since it was read, or the link was used. A ledger with other members stays. */
    async removeAccount(account: Account, usedLink?: Link): Promise<boolean> {
      const { id, email } = account.user;
      const now = clock();
      // A replaced address may be another user's by the time that the change cannot be undone any more.
      const takeBacks = account.takeBacks.filter(({ until }) => until > now);
      const ledgers = await ledgersOf(stores, account.user, now);
      const removed = { ...account, takeBacks };
      if (!(await stores.accountRemoval.begin(removed, usedLink, { ...ledgers, now }))) return false;
      await carryOut(id);
      const addresses = [email, mailboxOf(account), ...takeBacks.map((one) => one.email)];
      for (const address of new Set(addresses)) await env.forgetMailTo?.(address);
      return true;
    },

    /** Continues unfinished removals. A failure does not stop the others. */
    async finishRemovals(): Promise<void> {
      throwTogether(await workThrough(await stores.accountRemoval.begun(), 1, carryOut));
    },
  };

  /** Can be repeated after an interruption at any point: what to delete was stored when the removal began. */
  async function carryOut(userId: Id): Promise<void> {
    const removal = await stores.accountRemoval.get(userId);
    if (!removal) return;
    for (const { ownerId, id } of await stores.shares.grantedTo(userId))
      if (await stores.shares.remove({ ownerId, recipientId: userId, id }, { household: null }))
        securityLog({ event: "share-ended", userId, shareId: id });
    const ended: Id[] = [];
    for (const ledgerId of new Set([userId, ...removal.ledgerIds]))
      if (await endLedger(ledgerId, userId)) ended.push(ledgerId);
    for (const ledgerId of ended) {
      await tellGuests(removal, ledgerId);
      await endAllShares(stores, env, ledgerId, userId);
    }
    await stores.accountRemoval.forgetName(removal);
    for (const ledgerId of ended) await stores.accountRemoval.deleteLedger(ledgerId, userId);
    await stores.accountRemoval.deleteUser(userId);
    if (clock() >= removal.startedAt + LAST_REQUEST_MS) await stores.accountRemoval.finish(userId);
  }

  /** True if the ledger has ended with this account; false if it still has a member or ended with another account. */
  function endLedger(ledgerId: Id, userId: Id): Promise<boolean> {
    return retryOnConflict(async () => {
      const household = await stores.households.get(ledgerId);
      if (household.endedBy !== null) return household.endedBy === userId;
      if ((await participantsOf(stores, ledgerId)).some(isMember)) return false;
      return (await stores.households.end(household, userId)) || "changed";
    }, membersChanged);
  }

  /**
   * Notifies everybody with a share, once each. Those who accepted it are also mailed, if their address and the address
   * of the removed user were verified.
   */
  async function tellGuests({ userId, name, isProven }: Removal, ledgerId: Id): Promise<void> {
    if (name === null) return;
    const household = await stores.households.get(ledgerId);
    const ledgerName = nameForMail(household.name);
    for (const share of await stores.shares.list(ledgerId)) {
      const user = share.opened || share.mailed ? await stores.users.get(share.recipientId) : undefined;
      if (!user) continue;
      const { id, email: to, firstName } = user;
      const isMailed = share.opened && isProven && user.emailVerified;
      const mail = { kind: "budget-gone", to, firstName, ownerName: name, ledgerName } as const;
      if (isMailed) await stores.outbox.add(emailJob(env, mail, id, `leaving-${ledgerId}-${userId}-${id}`));
      await notify(stores, env, user, shareNotice("ended", share.id, name), { hasOwnMail: isMailed });
    }
  }
}
