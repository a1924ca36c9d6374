import type { Id } from "@coffer/domain/id";
import type { Permission } from "@coffer/domain/share/sharing";

/**
 * Names people by ids, as a name or an address would be personal data in a log. `userId` is whoever did it, null where
 * that is not known.
 */
type SecurityEvent =
  /** `userId` is the account's, where the address has one. */
  | { event: "sign-in-failed"; userId: Id | null }
  /** A wrong password where a session is asked for it again. */
  | { event: "password-refused"; userId: Id; purpose: "reauthentication" | "leaving" | "change" }
  /** A 403. `endpoint` is null for a request from another site; `code` where the page can lift it. */
  | { event: "refused"; userId: Id | null; endpoint: string | null; code?: string | undefined }
  /** A 429, or what a limit keeps from being sent without saying so. */
  | { event: "throttled"; userId: Id | null; endpoint: string | null }
  | { event: "held-back"; userId: Id | null; limit: string }
  /** Null where an operator did it, by a command. */
  | { event: "administrator-granted" | "administrator-revoked"; userId: Id | null; targetId: Id }
  | { event: "share-offered" | "share-changed"; userId: Id; shareId: Id; permission: Permission }
  | { event: "share-ended"; userId: Id; shareId: Id }
  | { event: "mass-mail"; userId: Id; campaignId: Id; to: "all" | "one" | "me" }
  | { event: "signed-in"; userId: Id; by: "password" | "passkey" | "registration" }
  | { event: "password-changed" | "password-reset" | "email-changed" | "email-taken-back"; userId: Id }
  | { event: "export" | "restore" | "import"; userId: Id }
  | { event: "second-factor-added"; userId: Id; kind: "passkey" | "codes" }
  | { event: "second-factor-kept"; userId: Id }
  | { event: "second-factor-removed"; userId: Id; targetId: Id; kind: "passkey" | "codes" }
  | { event: "account-deletion-started"; userId: Id; targetId: Id }
  /** Mail goes to the account's address again after it bounced, or its reader complained. */
  | { event: "mail-again"; userId: Id | null }
  | { event: "session-ended"; userId: Id; which: "this" | "one" | "others" };

export type SecurityLog = (event: SecurityEvent) => void;
