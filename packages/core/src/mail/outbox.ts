import type { Id } from "@coffer/domain/id";
import type { NotificationKind } from "@coffer/domain/notification/choices";
import type { Permission } from "@coffer/domain/share/sharing";
import type { Day } from "@coffer/domain/time/day";
import type { TimeZone } from "@coffer/domain/time/timezone";
import type { Device } from "../access.ts";
import type { Clock, Ids } from "../env.ts";
import { jobId, type Lane } from "./email-kinds.ts";

/** The content of an email job; figures are added when it leaves (resolve-email.ts). Links are whole addresses. */
export type QueuedEmail =
  | { kind: "verify-email"; to: string; firstName: string; link: string }
  /** To an address that somebody gave: whether it has an account is looked up when the mail leaves. */
  | { kind: "reset-password"; to: string }
  | { kind: "password-changed"; to: string; firstName: string }
  /** To the old address; with a link that takes the change back where it had been proven. */
  | { kind: "email-changed"; to: string; firstName: string; newEmail: string; link: string | null }
  /** The account goes on a day of the user's zone; `link` leads to the sign-in, which takes that back. */
  | {
      kind: "account-leaving";
      to: string;
      firstName: string;
      goesOn: Day;
      byAdministrator: boolean;
      link: string;
      /** Ends all shares at once. Null in what older versions queued. */
      endShares: string | null;
    }
  | { kind: "account-kept"; to: string; firstName: string }
  /** `at` in milliseconds. */
  | {
      kind: "new-sign-in";
      to: string;
      firstName: string;
      at: number;
      timeZone: TimeZone;
      device: Device;
      links: { devices: string; newPassword: string };
    }
  /** A change of signing in or sharing; `text` says it. */
  | {
      kind: "security";
      to: string;
      firstName: string;
      text: string;
      links: { settings: string; newPassword: string };
    }
  /** `person` is null where it is the reader; `byName` where an operator did it. */
  | {
      kind: "new-administrator";
      to: string;
      firstName: string;
      person: { name: string; email: string } | null;
      byName: string | null;
      link: string;
    }
  /** To whom an account that is gone had opened its budget. */
  | { kind: "budget-gone"; to: string; firstName: string; ownerName: string; ledgerName: string | null }
  /** To an address without a verified account. */
  | ({ kind: "invitation" } & SharedLedger)
  | ({ kind: "budget-shared"; firstName: string } & SharedLedger)
  /** A notice that somebody wants mailed at once; `link` leads to its cause. */
  | {
      kind: "notice";
      to: string;
      firstName: string;
      about: NotificationKind;
      text: string;
      link: string;
    }
  /** The daily summary of a local day. Its figures are gathered when it is sent, so that the tick stays short. */
  | { kind: "digest"; to: string; day: Day }
  /** The same for somebody who asked how it looks. */
  | { kind: "digest-preview"; to: string; day: Day }
  /** One recipient's copy of an administrator's mail; its text is stored once, with the campaign. */
  | { kind: "announcement"; to: string; campaignId: Id };

type SharedLedger = {
  to: string;
  ownerName: string;
  ownerEmail: string;
  /** Null until it has one. */
  ledgerName: string | null;
  permission: Permission;
  link: string;
  note: string | null;
};

/**
 * An email that is to leave, written in the same transaction as the change that causes it. An id that is worked
 * out from what it is about (user and day, campaign and user) makes a second one impossible.
 */
export type EmailJob = { id: string; mail: QueuedEmail; createdAt: number; userId: Id | null };

/**
 * A job for one email; `userId` is the account it is about, null where there is none. `name` makes it the only one of
 * its kind and name.
 */
export function emailJob(
  { clock, ids }: { clock: Clock; ids: Ids },
  mail: QueuedEmail,
  userId: Id | null,
  name = String(ids()),
): EmailJob {
  return { id: jobId(mail.kind, name), mail, createdAt: clock(), userId };
}

/** Mail that was given up, or that an operator has to release (`waiting`). `failedAt` in milliseconds. */
type FailedMail = {
  id: string;
  to: string;
  subject: string;
  reason: string;
  attempts: number;
  failedAt: number;
  waiting: boolean;
};

/** `cursor` is where the next page starts. */
export type FailedPage = { mails: FailedMail[]; cursor: string | null };

/** The name of such a mail beside its address. */
export type Failure = Pick<FailedMail, "subject" | "reason">;

/** A mail that one worker may send until its lease ends: `attempt` counts from 1 and proves the claim. */
export type Claim = { job: EmailJob; attempt: number };

/** Instants in milliseconds. What ends a claim does nothing once another worker has taken the job over. */
export type OutboxStore = {
  /** False when there has been a job of that id before. */
  add(job: EmailJob): Promise<boolean>;
  /** Ids of what is due by `now` in a lane, the longest due first, at most `limit`. */
  due(lane: Lane, now: number, limit: number): Promise<string[]>;
  /**
   * When the oldest of a lane's waiting mail was queued, null where none waits, and how many were tried in vain. Of a
   * thousand that are due next: after a failure the pause is no longer than the mail is old, so they are of every age.
   */
  waiting(lane: Lane): Promise<{ since: number | null; postponed: number }>;
  /** Claims a job until `leaseEnd`; undefined when it is not due, done or taken. */
  claim(id: string, now: number, leaseEnd: number): Promise<Claim | undefined>;
  /** Keeps that it was done, and nothing of what the mail said. */
  done(claim: Claim, outcome: "sent" | "suppressed", now: number): Promise<void>;
  /** Makes it due again at `dueAt`. */
  postpone(claim: Claim, dueAt: number, reason: string): Promise<void>;
  /** Makes it due again at `dueAt`, and shows it to administrators meanwhile. */
  holdBack(claim: Claim, dueAt: number, failure: Failure, now: number): Promise<void>;
  giveUp(claim: Claim, failure: Failure, now: number): Promise<void>;
  /** Mail that was given up or held back, the newest first; undefined for a cursor that is none. */
  failed(cursor: string | undefined, limit: number): Promise<FailedPage | undefined>;
  /** Makes such mail due again at once, its attempts forgotten; false when there is none of that id. */
  retry(id: string, now: number): Promise<boolean>;
};
