import type { ListedUser } from "@coffer/domain/account/definition";
import type { Id } from "@coffer/domain/id";
import type { Creation, IdempotencyKey } from "../idempotency.ts";
import type { EmailJob } from "../mail/outbox.ts";
import type { Task } from "../task/task.ts";

/** `search` is a prefix of an address, a first or a last name; undefined for all users. */
export type UserSearch = { search?: string | undefined; cursor?: string | undefined };

export type UserPage = { users: ListedUser[]; cursor: string | null };

/** The number of budgets (plans of a category and month) and transactions. */
export type ContentCounts = { budgets: number; transactions: number };

/** `leftOut` is how many users a mail to all would skip: unsubscribed, or an address that bounced or complained. */
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

/** `countedAt` in milliseconds. A snapshot of an earlier version has no `leftOut`. */
export type StatisticsSnapshot = Omit<Counts, "leftOut"> & {
  leftOut?: number | undefined;
  countedAt: number;
};

/**
 * "live" counts everything. Otherwise a user's stored counts are used, unless the user was active since or they are
 * older than `recountBefore`.
 */
export type Counting = "live" | { recountBefore: number };

type CountHow = { activeSince: number; now: number; counting: Counting };

/** A count in progress: begun at `startedAt` (milliseconds), to be continued at `next`. */
type Census = { startedAt: number; counts: Counts; next: string };

export type AdminStore = {
  users(search: UserSearch, limit: number): Promise<UserPage | undefined>;
  /** The ids of all administrators. Scans all users: only for background work. */
  administrators(): Promise<Id[]>;
  /** The number of users; undefined if there are more than `most`. */
  countPeople(most: number): Promise<number | undefined>;
  /** Scans all users. `active` and `joined` are counted from `activeSince`. Instants in milliseconds. */
  count(how: CountHow): Promise<Counts>;
  /** The same for the next page of users; `next` is undefined on the last. */
  countPart(how: CountHow, from: string | undefined): Promise<{ counts: Counts; next: string | undefined }>;
  census(): Promise<Census | undefined>;
  saveCensus(census: Census): Promise<void>;
  statisticsSnapshot(): Promise<StatisticsSnapshot | undefined>;
  saveStatisticsSnapshot(snapshot: StatisticsSnapshot): Promise<void>;
  /**
   * "forbidden" if `by` is no longer an administrator; "unverified" if the new one's address is not verified; "leaving" if
   * their account is to be deleted.
   */
  setAdmin(
    by: Id,
    target: Id,
    isAdmin: boolean,
    task: Task | undefined,
  ): Promise<ListedUser | "notFound" | "forbidden" | "unverified" | "leaving">;
};

/** An administrator's mail. `html` is sanitized and has placeholders. `test`: sent to its author even if unsubscribed. */
type Campaign = {
  id: Id;
  subject: string;
  html: string;
  toAll: boolean;
  test: boolean;
  createdAt: number;
};

/** Counts of recipients so far. `fannedOut` is true once all were found; until then `expected` estimates their number. */
type CampaignCounts = {
  expected: number;
  queued: number;
  sent: number;
  suppressed: number;
  failed: number;
  fannedOut: boolean;
};

export type Recipient = { id: Id; email: string };

/** The fan-out's position in the list of all users; opaque. */
type Cursor = string;

export type CampaignStore = {
  get(id: Id): Promise<Campaign | undefined>;
  add(
    campaign: Campaign,
    by: Id,
    jobs: EmailJob[],
    expected: number,
    idempotencyKey: IdempotencyKey | undefined,
  ): Promise<Creation<Pick<Campaign, "id">>>;
  counts(id: Id): Promise<CampaignCounts | undefined>;
  unfinished(): Promise<{ id: Id; cursor: Cursor | undefined }[]>;
  recipients(cursor: Cursor | undefined): Promise<{ recipients: Recipient[]; next: Cursor | undefined }>;
  /** Queues the jobs and moves the cursor in one write. A no-op if the cursor is not `from` any more. */
  advance(id: Id, from: Cursor | undefined, next: Cursor | undefined, jobs: EmailJob[]): Promise<void>;
};
