import type { Day } from "@coffer/domain/day";
import type { Id } from "@coffer/domain/id";
import type { Permission } from "@coffer/domain/sharing";
import type { Clock, Ids } from "./ports.ts";

/** What a mail says, as data; `functions/src/email` words it. Links are whole addresses. */
export type Mail =
  | { kind: "verify-email"; to: string; firstName: string; link: string }
  | { kind: "reset-password"; to: string; firstName: string; link: string }
  | { kind: "password-changed"; to: string; firstName: string }
  /** To the old address. */
  | { kind: "email-changed"; to: string; firstName: string; newEmail: string }
  /** To an address without a verified account. */
  | {
      kind: "invitation";
      to: string;
      ownerName: string;
      permission: Permission;
      link: string;
      note: string | null;
    }
  | {
      kind: "budget-shared";
      to: string;
      firstName: string;
      ownerName: string;
      permission: Permission;
      link: string;
      note: string | null;
    }
  /** The daily summary of a local day. Its figures are gathered when it is sent, so that the tick stays short. */
  | { kind: "digest"; to: string; day: Day; preview: boolean }
  /** One recipient's copy of an administrator's mail, whose text is kept once, with the campaign. */
  | { kind: "announcement"; to: string; campaignId: Id };

/**
 * A mail that is to leave, written in the same transaction as the change that causes it. An id that is worked
 * out from what it is about (user and day, campaign and user) makes a second one impossible.
 */
export type OutboxEntry = { id: string; mail: Mail; createdAt: number; userId: Id | null };

/** An entry for a mail of its own; `userId` is the account it is about, null where there is none. */
export function outboxEntry(
  { clock, ids }: { clock: Clock; ids: Ids },
  mail: Mail,
  userId: Id | null,
): OutboxEntry {
  return { id: String(ids()), mail, createdAt: clock(), userId };
}
