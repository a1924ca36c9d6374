import type { Id } from "@coffer/domain/id";
import type { FailedMail } from "@coffer/domain/mail/failed-mail";
import type { QueuedEmail } from "@coffer/domain/mail/queued-email";
import type { Env, Networks } from "../env.ts";
import { jobId, type Lane } from "./email-kinds.ts";

/** Written in the transaction of the change that causes it; an id made of what it is about lets no second one be. */
export type EmailJob = {
  id: string;
  mail: QueuedEmail;
  createdAt: number;
  userId: Id | null;
  /** Of the request that caused it; absent where a job did. */
  networks?: Networks | undefined;
};

/** `userId` is the account it is about; `name` makes it the only one of its kind and name. */
export function emailJob(
  { clock, ids, networks }: Pick<Env, "clock" | "ids" | "networks">,
  mail: QueuedEmail,
  userId: Id | null,
  name = String(ids()),
): EmailJob {
  return { id: jobId(mail.kind, name), mail, createdAt: clock(), userId, networks: networks?.() };
}

/** A mail that gathers what others would have said; `job` has its first line. */
export type Gathering = { job: EmailJob & { mail: SummaryEmail }; dueAt: number };
type SummaryEmail = Extract<QueuedEmail, { kind: "security-summary" | "notice-summary" }>;

/** "gathered" where another mail says it. */
export type Ended = "sent" | "suppressed" | "gathered";

export type FailedPage = { mails: FailedMail[]; cursor: string | null };

export type Failure = Pick<FailedMail, "subject" | "reason">;

/**
 * A mail that one worker may send until its lease ends: `attempt` counts from 1 and proves the claim, `waits` how many of
 * the claims ended because a limit let nothing leave. `isAdmitted` where the limits have counted it.
 */
export type Claim = { job: EmailJob; attempt: number; waits: number; isAdmitted: boolean };

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
  done(claim: Claim, outcome: Ended, now: number): Promise<void>;
  /** After a failure. */
  postpone(claim: Claim, dueAt: number, reason: string): Promise<void>;
  /** While a limit lets nothing leave. */
  wait(claim: Claim, dueAt: number): Promise<void>;
  /**
   * Ends the claim and adds its line to a summary, which is queued with the first; a summary lists no more than `most`.
   * False where the summary is leaving already.
   */
  gather(claim: Claim, into: Gathering, most: number, now: number): Promise<boolean>;
  /** Shows it to administrators meanwhile. */
  holdBack(claim: Claim, dueAt: number, failure: Failure, now: number): Promise<void>;
  giveUp(claim: Claim, failure: Failure, now: number): Promise<void>;
  /** Mail that was given up or held back, the newest first; undefined for a cursor that is none. */
  failed(cursor: string | undefined, limit: number): Promise<FailedPage | undefined>;
  /** Makes such mail due again at once, its attempts forgotten; false when there is none of that id. */
  retry(id: string, now: number): Promise<boolean>;
};
