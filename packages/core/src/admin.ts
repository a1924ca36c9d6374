import { DAY_MS, HOUR_MS } from "@coffer/domain/duration";
import type { Id } from "@coffer/domain/id";
import type { User } from "@coffer/domain/user";
import type { Caller } from "./access.ts";
import type { UserStore } from "./account-store.ts";
import type { Env } from "./env.ts";
import { administratorAdded } from "./new-administrator.ts";
import type { EmailJob, OutboxStore } from "./outbox.ts";
import { requireRecentPassword } from "./reauthentication.ts";
import { notFound, Refusal } from "./refusal.ts";

/** What administrators see of a user. */
export type ListedUser = Pick<
  User,
  "id" | "firstName" | "lastName" | "email" | "isAdmin" | "emailNotifications"
>;

export type UserCounts = { total: number; active: number; joined: number; withSummary: number };
/** How many budgets (plans of a category and month) and transactions there are. */
export type ContentCounts = { budgets: number; transactions: number };
/** `countedAt` in milliseconds. */
export type StatisticsSnapshot = UserCounts & ContentCounts & { countedAt: number };

/**
 * "live" counts everything. Otherwise a user's stored counts are used unless they were active since, or the counts
 * are older than `recountBefore` (milliseconds).
 */
export type Counting = "live" | { recountBefore: number };

export type AdminStore = {
  users(): Promise<ListedUser[]>;
  /** Counts from the directory; active and joined are counted from `since`, in milliseconds. */
  userCounts(since: number): Promise<UserCounts>;
  /** Counts the users' budgets and transactions, or adds up stored counts. */
  contentCounts(now: number, counting: Counting): Promise<ContentCounts>;
  /** The last snapshot, where there was one. */
  statisticsSnapshot(): Promise<StatisticsSnapshot | undefined>;
  saveStatisticsSnapshot(snapshot: StatisticsSnapshot): Promise<void>;
  /**
   * Changes the target, and queues `mail` with that, while the acting administrator still is one; "forbidden" when they are not any more,
   * "unverified" for one who is to become one and whose address is not.
   */
  setAdmin(
    by: Id,
    target: Id,
    isAdmin: boolean,
    mail: EmailJob | undefined,
  ): Promise<ListedUser | "notFound" | "forbidden" | "unverified">;
};

/** "Active" and "new" mean within the last thirty days. */
const WINDOW = 30 * DAY_MS;
/** Up to this many users the statistics are live; beyond, they are a daily snapshot. */
const COUNTED_LIVE = 500;
/** Least time between two snapshots. */
const SNAPSHOT_PAUSE = 20 * HOUR_MS;
/** The daily job adds transactions for inactive users too, so that stored counts are renewed after this. */
const COUNTS_KEPT = 30 * DAY_MS;

/** What administrators may do. That the caller is one is checked before, at every request. */
export function createAdmin(
  stores: { admin: AdminStore; outbox: OutboxStore; users: UserStore },
  env: Pick<Env, "clock" | "ids" | "securityLog">,
) {
  const { clock } = env;

  async function count(counting: Counting): Promise<StatisticsSnapshot> {
    const now = clock();
    const [users, contents] = await Promise.all([
      stores.admin.userCounts(now - WINDOW),
      stores.admin.contentCounts(now, counting),
    ]);
    return { ...users, ...contents, countedAt: now };
  }

  return {
    /** Exact and live for small installations; as of the last day for large ones (docs/decisions/012-statistics-for-administrators.md). */
    async stats(): Promise<StatisticsSnapshot> {
      const last = await stores.admin.statisticsSnapshot();
      return last && last.total > COUNTED_LIVE ? last : count("live");
    },

    /** Once a day for large installations; null where statistics are live, or the last snapshot is recent. */
    async takeStatisticsSnapshot(): Promise<StatisticsSnapshot | null> {
      const [last, users] = await Promise.all([
        stores.admin.statisticsSnapshot(),
        stores.admin.userCounts(clock() - WINDOW),
      ]);
      const recent = last !== undefined && last.countedAt > clock() - SNAPSHOT_PAUSE;
      if (users.total <= COUNTED_LIVE || recent) return null;
      const snapshot = await count({ recountBefore: clock() - COUNTS_KEPT });
      await stores.admin.saveStatisticsSnapshot(snapshot);
      return snapshot;
    },

    /** Every user, the newest first. */
    users: async (): Promise<ListedUser[]> => (await stores.admin.users()).sort((a, b) => b.id - a.id),

    /**
     * Makes (with a recent password, and mail to all of them) or unmakes an administrator. Whoever does it stays one,
     * so there is always one left.
     */
    async setAdmin(caller: Caller, target: Id, isAdmin: boolean): Promise<ListedUser> {
      if (isAdmin) requireRecentPassword(caller, clock());
      if (target === caller.user.id) throw new Refusal("forbidden", "Cannot change your own admin status");
      const user = await stores.users.get(target);
      if (!user) throw notFound("User");
      const mail = isAdmin ? administratorAdded(env, user, caller.user) : undefined;
      const changed = await stores.admin.setAdmin(caller.user.id, target, isAdmin, mail);
      if (changed === "notFound") throw notFound("User");
      if (changed === "unverified")
        throw new Refusal("conflict", "This person has not verified their email address yet");
      if (changed === "forbidden") throw new Refusal("forbidden", "Administrators only");
      const event = isAdmin ? "administrator-granted" : "administrator-revoked";
      env.securityLog({ event, userId: caller.user.id, targetId: target });
      return changed;
    },

    failedMail: () => stores.outbox.failed(),

    async retryMail(id: string): Promise<void> {
      if (!(await stores.outbox.retry(id, clock()))) throw notFound("E-mail");
    },
  };
}
