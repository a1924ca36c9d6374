import type { Id } from "@coffer/domain/id";
import type { Creation, IdempotencyKey } from "../idempotency.ts";
import type { EmailJob } from "../mail/outbox.ts";

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
