import { createHash, randomBytes } from "node:crypto";
import type { Id } from "@coffer/domain/id";
import { DAY_MS, MINUTE_MS } from "@coffer/domain/time/day";
import type { Env } from "../env.ts";
import { Refusal } from "../refusal.ts";

/** A mailed link. Its token proves that its holder reads the mail of `email`. `expiresAt` in milliseconds. */
export type Link = {
  hash: string;
  purpose: Purpose;
  userId: Id;
  email: string;
  expiresAt: number;
};

export type LinkStore = {
  add(link: Link): Promise<void>;
  find(hash: string, purpose: Purpose, now: number): Promise<Link | undefined>;
  /** The link that proved an address, until it would have expired. */
  findUsed(hash: string): Promise<Link | undefined>;
};

export const RESET_LINK_MS = 30 * MINUTE_MS;
const EXPIRED = "This link has expired or was already used.";
/** By purpose: the page that a link opens, how long it works, and the refusal of an invalid one. Each works once. */
const PURPOSES = {
  "verify-email": {
    page: "verify-email",
    lasts: DAY_MS,
    refusal: "This verification link has expired or is invalid.",
  },
  "reset-password": {
    page: "reset-password",
    lasts: RESET_LINK_MS,
    refusal: "This password reset link has expired or is invalid. Please request a new one.",
  },
  "take-back": { page: "email-change", lasts: 7 * DAY_MS, refusal: EXPIRED },
  "end-shares": { page: "end-shares", lasts: 7 * DAY_MS, refusal: EXPIRED },
};
export type Purpose = keyof typeof PURPOSES;

export const newToken = (): string => randomBytes(32).toString("base64url");

/** A new link to `email`, and its URL. Only the hash of its token is stored. */
export function newLink(
  { clock, origin }: Pick<Env, "clock" | "origin">,
  purpose: Purpose,
  userId: Id,
  email: string,
): { url: string; link: Link } {
  const { page, lasts } = PURPOSES[purpose];
  const token = newToken();
  const link = { hash: hashOf(token), purpose, userId, email, expiresAt: clock() + lasts };
  return { url: `${origin}/${page}/${token}`, link };
}

/** SHA-256 in base64url. Tokens have 256 random bits, so they need neither a salt nor a slow hash. */
export const hashOf = (text: string): string => createHash("sha256").update(text).digest("base64url");

/** The refusal of a link that was used, expired, replaced or never existed; it does not say which. */
export const expiredLink = (purpose: Purpose): Refusal => new Refusal("invalid", PURPOSES[purpose].refusal);

// An unsubscribe link never expires and can be used again, as a year-old mail must still be able to unsubscribe. Its token
// is the user's id with a secret that is stored for each user.

export const newUnsubscribeSecret = (): string => randomBytes(24).toString("base64url");

export const unsubscribeToken = (userId: Id, { secret }: { secret: string }): string => `${userId}.${secret}`;

/** Undefined for a malformed token. Does not check the secret. */
export function parseUnsubscribeToken(token: string): { userId: Id; secret: string } | undefined {
  const [, digits, secret] = /^([1-9]\d{0,15})\.([\w-]{32})$/.exec(token) ?? [];
  return secret === undefined ? undefined : { userId: Number(digits), secret };
}
