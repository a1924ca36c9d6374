import type { Id } from "@coffer/domain/id";
import type { TipsAnswer } from "@coffer/domain/tips/fill-tips";
import type { NamedFacts } from "@coffer/domain/tips/named-facts";
import type { PasskeyVerifier } from "./account/passkey-verifier.ts";
import type { SecurityLog } from "./account/security-log.ts";

/** The current instant in milliseconds. */
export type Clock = () => number;

/** A new id: a positive safe integer that sorts by creation. */
export type Ids = () => Id;

/** Slow, salted hashes of passwords as PHC strings. */
export type Passwords = {
  /** Of the password in NFC. */
  hash(password: string): Promise<string>;
  /**
   * Tries the password as it was typed and in the normal forms of Unicode: keyboards and systems differ in the code
   * points of one letter. "other-form" where the hash is not of the form that `hash` takes. Takes the same time without
   * a hash, and answers false.
   */
  verify(password: string, hash: string | undefined): Promise<"same-form" | "other-form" | false>;
  isOutdated(hash: string): boolean;
};

/** A model that words facts. Undefined when it gives nothing usable; it may throw and it may hang. */
export type Advisor = { word(facts: NamedFacts, signal: AbortSignal): Promise<TipsAnswer | undefined> };

/**
 * Runs what follows from a change and may be lost with a crash: before the answer or behind it, as suits where it
 * runs. Work that comes under a key whose work has not begun yet replaces it. Never rejects.
 */
export type Afterwards = (key: string, work: () => Promise<void>) => Promise<void>;

/** What counts as one client: an address or /64, then for IPv6 the /56 and the /48 around it. */
export type Networks = readonly string[];

export type Env = {
  clock: Clock;
  ids: Ids;
  passwords: Passwords;
  passkeyVerifier: PasskeyVerifier;
  /** True where administrators need a second factor, or a passkey, besides a good password. */
  secondFactorForAdmins: boolean;
  /** Null where there is no model: templates word the tips. */
  advisor: Advisor | null;
  /** The address at which people reach the product, such as "https://budget.example": what mailed links begin with. */
  origin: string;
  securityLog: SecurityLog;
  /** True where sign-in and sending are limited; off only where the local product is told so. */
  throttle: boolean;
  afterwards: Afterwards;
  /** The networks of the request that is under way, the narrowest first; none in a job. */
  networks?: () => Networks;
  /** Deletes the copies of mail to an address, where they are kept at all: in the local product's folder. */
  forgetMailTo?: (address: string) => Promise<void>;
};
