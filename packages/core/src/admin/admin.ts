import { fullName, type User } from "@coffer/domain/account/user";
import type { Id } from "@coffer/domain/id";
import { DAY_MS, HOUR_MS } from "@coffer/domain/time/duration";
import { administratorsOnly, type Caller } from "../access.ts";
import type { UserStore } from "../account/account-store.ts";
import { requireRecentPassword } from "../account/reauthentication.ts";
import type { Env } from "../env.ts";
import type { FailedPage, OutboxStore } from "../mail/outbox.ts";
import { found, invalidCursor, notFound, Refusal } from "../refusal.ts";
import { newTask, type Task } from "../task/task.ts";

/** What administrators see of a user; `goesAt` (milliseconds) of an account that is to be deleted. */
export type ListedUser = Pick<
  User,
  "id" | "firstName" | "lastName" | "email" | "isAdmin" | "emailNotifications"
> & { goesAt?: number };

/** `search` is the beginning of an address, a name or a surname; without it, all users. */
export type UserSearch = { search?: string | undefined; cursor?: string | undefined };
/** `cursor` is where the next page starts. */
export type UserPage = { users: ListedUser[]; cursor: string | null };

type UserCounts = { total: number; active: number; joined: number; withSummary: number };
/** How many budgets (plans of a category and month) and transactions there are. */
export type ContentCounts = { budgets: number; transactions: number };
/** `leftOut` is how many a mail to all would not go to: unsubscribed, or an address that bounced or complained. */
type Counts = UserCounts & ContentCounts & { leftOut: number };
/** `countedAt` in milliseconds; one of an earlier version does not say who is left out. */
export type StatisticsSnapshot = Omit<Counts, "leftOut"> & {
  leftOut?: number | undefined;
  countedAt: number;
};

/**
 * "live" counts everything. Otherwise a user's stored counts are used unless they were active since, or the counts
 * are older than `recountBefore` (milliseconds).
 */
export type Counting = "live" | { recountBefore: number };

export type AdminStore = {
  /** The newest first, or by what they are found by; undefined for a cursor that is none. */
  users(search: UserSearch, limit: number): Promise<UserPage | undefined>;
  /** Of all administrators: walks over all users, for what nobody waits for. */
  administrators(): Promise<Id[]>;
  /** How many users there are; undefined where they are more than `most`, which it does not count. */
  countPeople(most: number): Promise<number | undefined>;
  /** Walks over all users; active and joined are counted from `activeSince`. Instants in milliseconds. */
  count(how: { activeSince: number; now: number; counting: Counting }): Promise<Counts>;
  statisticsSnapshot(): Promise<StatisticsSnapshot | undefined>;
  saveStatisticsSnapshot(snapshot: StatisticsSnapshot): Promise<void>;
  /**
   * Changes the target and queues the task, while the acting administrator still is one: "forbidden" when they no longer
   * are, "unverified" for a new one whose address is not.
   */
  setAdmin(
    by: Id,
    target: Id,
    isAdmin: boolean,
    task: Task | undefined,
  ): Promise<ListedUser | "notFound" | "forbidden" | "unverified">;
};

const PAGE_SIZE = 50;
/** "Active" and "new" mean within the last thirty days. */
const WINDOW = 30 * DAY_MS;
/** An installation of up to so many is counted when somebody looks; a larger one once a day, by housekeeping. */
const COUNTED_LIVE = { people: 500, transactions: 50_000 };
/** Least time between two snapshots of a large installation. */
const SNAPSHOT_PAUSE = 20 * HOUR_MS;
/** The daily job adds transactions for inactive users too, so that stored counts are renewed after this. */
const MAX_COUNTS_AGE = 30 * DAY_MS;

const isSmall = ({ total, transactions }: StatisticsSnapshot): boolean =>
  total <= COUNTED_LIVE.people && transactions <= COUNTED_LIVE.transactions;

/** How many a mail to all is expected to go to: the fan-out finds out. */
export async function expectedRecipients(admin: AdminStore): Promise<number> {
  const last = await admin.statisticsSnapshot();
  if (last && !isSmall(last)) return last.total;
  return (await admin.countPeople(COUNTED_LIVE.people)) ?? last?.total ?? COUNTED_LIVE.people;
}

/** What administrators may do. That the caller is one is checked before, at every request. */
export function createAdmin(
  stores: { admin: AdminStore; outbox: OutboxStore; users: UserStore },
  env: Pick<Env, "clock" | "ids" | "securityLog">,
) {
  const { clock } = env;

  async function count(counting: Counting): Promise<StatisticsSnapshot> {
    const now = clock();
    const counts = await stores.admin.count({ activeSince: now - WINDOW, now, counting });
    return { ...counts, countedAt: now };
  }

  return {
    /** As of the last day for large installations; null before their first count (docs/decisions/012-statistics-for-administrators.md). */
    async stats(): Promise<StatisticsSnapshot | null> {
      const last = await stores.admin.statisticsSnapshot();
      if (last && !isSmall(last)) return last;
      const people = await stores.admin.countPeople(COUNTED_LIVE.people);
      return people === undefined ? (last ?? null) : count("live");
    },

    /** Null where the last snapshot of a large installation is recent. */
    async takeStatisticsSnapshot(): Promise<StatisticsSnapshot | null> {
      const last = await stores.admin.statisticsSnapshot();
      if (last && !isSmall(last) && last.countedAt > clock() - SNAPSHOT_PAUSE) return null;
      const snapshot = await count({ recountBefore: clock() - MAX_COUNTS_AGE });
      await stores.admin.saveStatisticsSnapshot(snapshot);
      return snapshot;
    },

    /** A page of users. Refuses (invalid) a cursor of another search. */
    async users(search: UserSearch): Promise<UserPage> {
      const page = await stores.admin.users(search, PAGE_SIZE);
      if (!page) throw invalidCursor();
      return page;
    },

    /**
     * Makes (with a recent password, and mail to all of them) or unmakes an administrator. Whoever does it stays one,
     * so there is always one left.
     */
    async setAdmin(caller: Caller, target: Id, isAdmin: boolean): Promise<ListedUser> {
      if (isAdmin) requireRecentPassword(caller, clock());
      if (target === caller.user.id) throw new Refusal("forbidden", "Cannot change your own admin status");
      const user = found(await stores.users.get(target), "User");
      const byName = fullName(caller.user);
      const task = isAdmin ? newTask(env, { kind: "administrator-added", byName }, user.id) : undefined;
      const changed = await stores.admin.setAdmin(caller.user.id, target, isAdmin, task);
      if (changed === "notFound") throw notFound("User");
      if (changed === "unverified")
        throw new Refusal("conflict", "This person has not verified their email address yet");
      if (changed === "forbidden") throw administratorsOnly();
      const event = isAdmin ? "administrator-granted" : "administrator-revoked";
      env.securityLog({ event, userId: caller.user.id, targetId: target });
      return changed;
    },

    /** Mail that was given up or waits for an operator, the newest first. Refuses (invalid) a cursor that is none. */
    async failedMail(cursor?: string): Promise<FailedPage> {
      const page = await stores.outbox.failed(cursor, PAGE_SIZE);
      if (!page) throw invalidCursor();
      return page;
    },

    async retryMail(id: string): Promise<void> {
      if (!(await stores.outbox.retry(id, clock()))) throw notFound("Email");
    },
  };
}
