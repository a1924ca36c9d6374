import type { Id } from "@coffer/domain/id";
import type { FailedMail } from "@coffer/domain/mail/failed-mail";
import type { QueuedEmail } from "@coffer/domain/mail/queued-email";
import type { Clock, Ids } from "../env.ts";
import { jobId, type Lane } from "./email-kinds.ts";

/** Written in the transaction of the change that causes it; an id made of what it is about lets no second one be. */
export type EmailJob = { id: string; mail: QueuedEmail; createdAt: number; userId: Id | null };

/** `userId` is the account it is about; `name` makes it the only one of its kind and name. */
export function emailJob(
  { clock, ids }: { clock: Clock; ids: Ids },
  mail: QueuedEmail,
  userId: Id | null,
  name = String(ids()),
): EmailJob {
  return { id: jobId(mail.kind, name), mail, createdAt: clock(), userId };
}

export type FailedPage = { mails: FailedMail[]; cursor: string | null };

export type Failure = Pick<FailedMail, "subject" | "reason">;

/** A mail that one worker may send until its lease ends: `attempt` counts from 1 and proves the claim. */
export type Claim = { job: EmailJob; attempt: number };

/** Instants in milliseconds. What ends a claim does nothing once another worker has taken the job over. */
export type OutboxStore = {
  /** False when there has been a job of that id before. */
  add(job: EmailJob): Promise<boolean>;
  due(lane: Lane, now: number, limit: number): Promise<string[]>;
  /**
   * When the oldest of a lane's waiting mail was queued, null where none waits, and how many were tried in vain. Of a
   * thousand that are due next: after a failure the pause is no longer than the mail is old, so they are of every age.
   */
  waiting(lane: Lane): Promise<{ since: number | null; postponed: number }>;
  /** Undefined when it is not due, done or taken. */
  claim(id: string, now: number, leaseEnd: number): Promise<Claim | undefined>;
  done(claim: Claim, outcome: "sent" | "suppressed", now: number): Promise<void>;
  postpone(claim: Claim, dueAt: number, reason: string): Promise<void>;
  /** Shows it to administrators meanwhile. */
  holdBack(claim: Claim, dueAt: number, failure: Failure, now: number): Promise<void>;
  giveUp(claim: Claim, failure: Failure, now: number): Promise<void>;
  /** Mail that was given up or held back, the newest first; undefined for a cursor that is none. */
  failed(cursor: string | undefined, limit: number): Promise<FailedPage | undefined>;
  /** Makes such mail due again at once, its attempts forgotten; false when there is none of that id. */
  retry(id: string, now: number): Promise<boolean>;
};
