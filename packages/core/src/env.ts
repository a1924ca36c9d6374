import type { Id } from "@coffer/domain/id";
import type { Permission } from "@coffer/domain/share/sharing";
import type { TipsAnswer } from "@coffer/domain/tips/fill-tips";
import type { NamedFacts } from "@coffer/domain/tips/named-facts";
import type { PasskeyVerifier } from "./account/passkey-verifier.ts";

/** The current instant in milliseconds. */
export type Clock = () => number;

/** A new id: a positive safe integer that sorts by creation. */
export type Ids = () => Id;

/** Slow, salted hashes of passwords as PHC strings. */
export type Passwords = {
  /** Hashes the password in NFC. */
  hash(password: string): Promise<string>;
  /**
   * Tries the password as typed and in the normal forms of Unicode, as systems encode the same letter differently.
   * "other-form" if another form than that of `hash` matched. Without a hash it takes the same time and returns false.
   */
  verify(password: string, hash: string | undefined): Promise<"same-form" | "other-form" | false>;
  isOutdated(hash: string): boolean;
};

export type Advisor = {
  /** A language model that phrases facts. Returns undefined without an answer; it may throw, and it may hang. */
  word(facts: NamedFacts, signal: AbortSignal): Promise<TipsAnswer | undefined>;
  /** Counts an answer that broke the rules of its prompt. */
  refused?(): void;
};

/**
 * Runs follow-up work that a crash may lose, before or after the response, depending on the platform. Replaces work of
 * the same key that has not begun yet. Never rejects.
 */
export type Afterwards = (key: string, work: () => Promise<void>) => Promise<void>;

/** The client's networks: an IPv4 address, or an IPv6 /64 followed by the /56 and the /48 around it. */
export type Networks = readonly string[];

export type Env = {
  clock: Clock;
  ids: Ids;
  passwords: Passwords;
  passkeyVerifier: PasskeyVerifier;
  /** True if administrators need a second factor or a passkey in addition to a strong password. */
  secondFactorForAdmins: boolean;
  /** Null if no model is configured: tips are then written from templates. */
  advisor: Advisor | null;
  /** The product's public address, such as "https://budget.example": the beginning of mailed links. */
  origin: string;
  /** The host that passkeys are bound to, the origin's or a domain above it; the origin's if absent. */
  relyingParty?: string | undefined;
  securityLog: SecurityLog;
  /** True if sign-in and mail are rate limited; false only if the local product is configured so. */
  throttle: boolean;
  afterwards: Afterwards;
  /** The networks of the current request, the narrowest first; empty in a job. */
  networks?: () => Networks;
  /** Deletes stored copies of mail to an address. Only the local product stores them, in a folder. */
  forgetMailTo?: (address: string) => Promise<void>;
};

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
