import type { Id } from "@coffer/domain/id";
import type { Permission } from "@coffer/domain/share/sharing";

/**
 * Names people by id, as a name or an address would be personal data in a log. `userId` is the acting user, null if
 * unknown.
 */
type SecurityEvent =
  /** `userId` is the user with that address, if there is one. */
  | { event: "sign-in-failed"; userId: Id | null }
  /** A wrong password at a re-authentication. */
  | { event: "password-refused"; userId: Id; purpose: "reauthentication" | "leaving" | "change" }
  /** A 403. `endpoint` is null for a cross-site request; `code` is set if the page can react to it. */
  | { event: "refused"; userId: Id | null; endpoint: string | null; code?: string | undefined }
  /** A 429. */
  | { event: "throttled"; userId: Id | null; endpoint: string | null }
  /** A limit silently dropped a mail. */
  | { event: "held-back"; userId: Id | null; limit: string }
  /** `userId` is null if an operator did it by a command. */
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
  /** Mail to the account's address was allowed again after a bounce or a complaint. */
  | { event: "mail-again"; userId: Id | null }
  | { event: "session-ended"; userId: Id; which: "this" | "one" | "others" };

export type SecurityLog = (event: SecurityEvent) => void;
