import type { User } from "@coffer/domain/account/user";
import { HOUR_MS } from "@coffer/domain/time/duration";
import type { Env } from "../env.ts";
import { type HouseholdStores, participantsOf, withoutMember } from "../share/households.ts";
import { endAllShares } from "../share/unproven-shares.ts";
import type { Stores } from "../stores.ts";
import type { Account } from "./account-store.ts";
import type { Link } from "./links.ts";

/** A request that was under way when the account went may still write: what it left goes in a later run. */
const LAST_REQUEST_MS = HOUR_MS;

export type RemovalStores = HouseholdStores & Pick<Stores, "accountRemoval" | "invitations">;

export async function membershipsOf(stores: RemovalStores, { id: userId, timeZone }: User, now: number) {
  const granted = await stores.shares.grantedTo(userId);
  const others = granted.filter(({ opened, permission }) => opened && permission === "member");
  const ledgerIds = [userId, ...others.map(({ ownerId }) => ownerId)];
  return Promise.all(
    ledgerIds.map(async (ledgerId) => {
      const people = await participantsOf(stores, ledgerId);
      const isLast = !people.some(({ role, user }) => role === "member" && user.id !== userId);
      const household = await stores.households.get(ledgerId);
      return { household: withoutMember(household, people, { id: userId, timeZone }, now), isLast };
    }),
  );
}

/** Removing an account: at once for everybody, and bit by bit from the table. */
export function createAccountRemoval(
  stores: RemovalStores,
  env: Pick<Env, "clock" | "securityLog" | "forgetMailTo">,
) {
  const { clock } = env;
  return {
    /** False where the account has changed since it was read, or the link is used. A ledger with other members stays. */
    async removeAccount(account: Account, usedLink?: Link): Promise<boolean> {
      const { id } = account.user;
      const memberships = await membershipsOf(stores, account.user, clock());
      const ledgerIds = memberships.flatMap(({ isLast, household }) => (isLast ? [household.ledgerId] : []));
      const households = memberships.map(({ household }) => household);
      const removal = { ledgerIds, households, now: clock() };
      if (!(await stores.accountRemoval.begin(account, usedLink, removal))) return false;
      await endAllShares(stores, env, id, { keepsOwn: !ledgerIds.includes(id) });
      await stores.accountRemoval.deleteBelongings({ userId: id, ledgerIds });
      await env.forgetMailTo?.(account.user.email);
      return true;
    },

    async finishRemovals(): Promise<void> {
      for (const { startedAt, ...belongings } of await stores.accountRemoval.begun()) {
        const { userId, ledgerIds } = belongings;
        await endAllShares(stores, env, userId, { keepsOwn: !ledgerIds.includes(userId) });
        await stores.accountRemoval.deleteBelongings(belongings);
        if (clock() >= startedAt + LAST_REQUEST_MS) await stores.accountRemoval.finish(userId);
      }
    },
  };
}
