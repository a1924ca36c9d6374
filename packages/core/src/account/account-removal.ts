import type { Id } from "@coffer/domain/id";
import { HOUR_MS } from "@coffer/domain/time/duration";
import type { Env } from "../env.ts";
import type { InvitationStore, ShareStore } from "../share/share-stores.ts";
import { endAllShares } from "../share/unproven-shares.ts";
import type { Account } from "./account-store.ts";
import type { Link } from "./links.ts";

export type AccountRemovalStore = {
  /** Takes the account with its addresses away and notes that the rest has to go; false where it or the link changed. */
  begin(account: Account, usedLink: Link | undefined, now: number): Promise<boolean>;
  /** Deletes everything else of a user, with the mail that waits for them; again is fine. */
  deleteBelongings(userId: Id): Promise<void>;
  /** The removals that have begun and are not finished; `startedAt` in milliseconds. */
  begun(): Promise<{ userId: Id; startedAt: number }[]>;
  finish(userId: Id): Promise<void>;
};

/** A request that was under way when the account went may still write: what it left goes in a later run. */
const LAST_REQUEST_MS = HOUR_MS;

/** Removing an account: at once for everybody, and bit by bit from the table. */
export function createAccountRemoval(
  stores: { accountRemoval: AccountRemovalStore; shares: ShareStore; invitations: InvitationStore },
  env: Pick<Env, "clock" | "securityLog">,
) {
  const { clock } = env;
  return {
    /** False where the account has changed since it was read, or the link is used. */
    async removeAccount(account: Account, usedLink?: Link): Promise<boolean> {
      const { id } = account.user;
      await endAllShares(stores, env, id);
      if (!(await stores.accountRemoval.begin(account, usedLink, clock()))) return false;
      await stores.accountRemoval.deleteBelongings(id);
      return true;
    },

    /** Goes on with removals where a crash left them. */
    async finishRemovals(): Promise<void> {
      for (const { userId, startedAt } of await stores.accountRemoval.begun()) {
        await stores.accountRemoval.deleteBelongings(userId);
        if (clock() >= startedAt + LAST_REQUEST_MS) await stores.accountRemoval.finish(userId);
      }
    },
  };
}
