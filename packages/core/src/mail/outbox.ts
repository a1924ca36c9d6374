import type { Id } from "@coffer/domain/id";
import { FAILED_MAIL_PAGE, type FailedMail } from "@coffer/domain/mail/failed-mail";
import type { QueuedEmail } from "@coffer/domain/mail/queued-email";
import type { Env, Networks } from "../env.ts";
import { jobId, type Lane } from "./email-kinds.ts";

/** A queued mail, written in the transaction of the change that causes it. An id made of its subject makes it unique. */
export type EmailJob = {
  id: string;
  mail: QueuedEmail;
  createdAt: number;
  userId: Id | null;
  /** The networks of the request that caused it; undefined if a job did. */
  networks?: Networks | undefined;
};

/** `userId` is the account that the mail is about; `name` makes it unique within its kind. */
export function emailJob(
  { clock, ids, networks }: Pick<Env, "clock" | "ids" | "networks">,
  mail: QueuedEmail,
  userId: Id | null,
  name = String(ids()),
): EmailJob {
  return { id: jobId(mail.kind, name), mail, createdAt: clock(), userId, networks: networks?.() };
}

/** A summary that gathers other mails; `job` has its first line. */
export type Gathering = { job: EmailJob & { mail: SummaryEmail }; dueAt: number };
type SummaryEmail = Extract<QueuedEmail, { kind: "security-summary" | "notice-summary" }>;

/** "gathered": its content was added to a summary. */
export type Ended = "sent" | "suppressed" | "gathered";

export type FailedPage = { mails: FailedMail[]; cursor: string | null };

export type Failure = Pick<FailedMail, "subject" | "reason">;

/**
 * A mail that one worker may send until its lease ends. `attempt` counts from 1 and identifies the claim; `waits` is how
 * many earlier claims ended because of a rate limit. `isAdmitted`: the rate limits have counted it already.
 */
export type Claim = { job: EmailJob; attempt: number; waits: number; isAdmitted: boolean };

/** Instants in milliseconds. Methods that end a claim are no-ops once another worker has claimed the job. */
export type OutboxStore = {
  /** False if a job with that id was added before. */
  add(job: EmailJob): Promise<boolean>;
  due(lane: Lane, now: number, limit: number): Promise<string[]>;
  /**
   * The instants in milliseconds since which a lane's mails wait. Reads only the thousand that are due next: as
   * a pause after a failure is never longer than the mail's age, they include old mail.
   */
  waiting(lane: Lane): Promise<number[]>;
  /** Undefined if the job is not due, is done, or is claimed by another worker. */
  claim(id: string, now: number, leaseEnd: number): Promise<Claim | undefined>;
  done(claim: Claim, outcome: Ended, now: number): Promise<void>;
  /** Ends a claim after a failure. */
  postpone(claim: Claim, dueAt: number, reason: string): Promise<void>;
  /** Ends a claim because of a rate limit. */
  wait(claim: Claim, dueAt: number): Promise<void>;
  /**
   * Ends the claim and adds its line to a summary, which is queued with its first line and lists at most `most`. False if
   * the summary is already being sent.
   */
  gather(claim: Claim, into: Gathering, most: number, now: number): Promise<boolean>;
  /** Ends a claim until an operator acts. Administrators see the mail in the meantime. */
  holdBack(claim: Claim, dueAt: number, failure: Failure, now: number): Promise<void>;
  giveUp(claim: Claim, failure: Failure, now: number): Promise<void>;
  /** Mail that was given up or held back, the newest first; undefined for an invalid cursor. */
  failed(cursor: string | undefined, limit: number): Promise<FailedPage | undefined>;
  /** Makes such mail due now and resets its attempts; false if there is none with that id. */
  retry(id: string, now: number): Promise<boolean>;
};

/**
 * Queues mail again that was given up since an instant (milliseconds), and returns how many. Skips mail that waits or
 * was queued again already, so that nothing is sent twice.
 */
export async function resendGivenUp(
  outbox: Pick<OutboxStore, "failed" | "retry">,
  since: number,
  now: number,
): Promise<number> {
  let queued = 0;
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await outbox.failed(cursor, FAILED_MAIL_PAGE);
    if (!page) break;
    const failedSince = page.mails.filter(({ failedAt }) => failedAt >= since);
    for (const { id, waiting } of failedSince) if (!waiting && (await outbox.retry(id, now))) queued += 1;
    cursor = failedSince.length < page.mails.length ? null : page.cursor;
  }
  return queued;
}
