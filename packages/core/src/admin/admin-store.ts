import type { ListedUser } from "@coffer/domain/account/definition";
import type { Id } from "@coffer/domain/id";
import type { Task } from "../task/task.ts";

/** `search` is the beginning of an address, a name or a surname; without it, all users. */
export type UserSearch = { search?: string | undefined; cursor?: string | undefined };

export type UserPage = { users: ListedUser[]; cursor: string | null };

/** The number of budgets (plans of a category and month) and transactions. */
export type ContentCounts = { budgets: number; transactions: number };

/** `leftOut` is how many a mail to all would not go to: unsubscribed, or an address that bounced or complained. */
export type Counts = ContentCounts &
  Record<"total" | "active" | "joined" | "withSummary" | "leftOut", number>;

const NO_PEOPLE = { total: 0, active: 0, joined: 0, withSummary: 0, leftOut: 0 };
export const NOBODY: Counts = { ...NO_PEOPLE, budgets: 0, transactions: 0 };

export const sumOf = (a: Counts, b: Counts): Counts => ({
  total: a.total + b.total,
  active: a.active + b.active,
  joined: a.joined + b.joined,
  withSummary: a.withSummary + b.withSummary,
  budgets: a.budgets + b.budgets,
  transactions: a.transactions + b.transactions,
  leftOut: a.leftOut + b.leftOut,
});

/** `countedAt` in milliseconds; one of an earlier version does not say who is left out. */
export type StatisticsSnapshot = Omit<Counts, "leftOut"> & {
  leftOut?: number | undefined;
  countedAt: number;
};

/**
 * "live" counts all; else stored counts hold unless the user was active since, or they are from before `recountBefore`.
 */
export type Counting = "live" | { recountBefore: number };

type CountHow = { activeSince: number; now: number; counting: Counting };

/** Counts of all users since `startedAt` (milliseconds). */
type Census = { startedAt: number; counts: Counts; next: string };

export type AdminStore = {
  users(search: UserSearch, limit: number): Promise<UserPage | undefined>;
  /** Of all administrators: walks over all users, for what nobody waits for. */
  administrators(): Promise<Id[]>;
  /** Undefined where they are more than `most`. */
  countPeople(most: number): Promise<number | undefined>;
  /** Walks over all users; active and joined are counted from `activeSince`. Instants in milliseconds. */
  count(how: CountHow): Promise<Counts>;
  /** The same of the next users of all; without `next` they are the last. */
  countPart(how: CountHow, from: string | undefined): Promise<{ counts: Counts; next: string | undefined }>;
  census(): Promise<Census | undefined>;
  saveCensus(census: Census): Promise<void>;
  statisticsSnapshot(): Promise<StatisticsSnapshot | undefined>;
  saveStatisticsSnapshot(snapshot: StatisticsSnapshot): Promise<void>;
  /** "forbidden" when the acting administrator is one no longer, "unverified" for a new one whose address is not. */
  setAdmin(
    by: Id,
    target: Id,
    isAdmin: boolean,
    task: Task | undefined,
  ): Promise<ListedUser | "notFound" | "forbidden" | "unverified">;
};
