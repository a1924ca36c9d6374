import { createHash, randomBytes } from "node:crypto";
import type { Id } from "@coffer/domain/id";
import { DAY_MS, MINUTE_MS } from "@coffer/domain/time/duration";
import { Refusal } from "../refusal.ts";

/** A mailed link. Its token proves that its holder reads the mail of `email`. `expiresAt` in milliseconds. */
export type Link = {
  hash: string;
  purpose: "verify-email" | "reset-password" | "take-back" | "end-shares";
  userId: Id;
  email: string;
  expiresAt: number;
};

export type LinkStore = {
  add(link: Link): Promise<void>;
  find(hash: string, purpose: Link["purpose"], now: number): Promise<Link | undefined>;
  /** The link that proved an address, until it would have expired. */
  findUsed(hash: string): Promise<Link | undefined>;
};

export const RESET_LINK_MS = 30 * MINUTE_MS;
const LIFETIMES = {
  "verify-email": DAY_MS,
  "reset-password": RESET_LINK_MS,
  "take-back": 7 * DAY_MS,
  "end-shares": 7 * DAY_MS,
} as const;

export const newToken = (): string => randomBytes(32).toString("base64url");

export function newLink(purpose: Link["purpose"], userId: Id, email: string, now: number) {
  const token = newToken();
  const link: Link = { hash: hashOf(token), purpose, userId, email, expiresAt: now + LIFETIMES[purpose] };
  return { token, link };
}

/** SHA-256 in base64url. Tokens have 256 random bits, so they need neither a salt nor a slow hash. */
export const hashOf = (text: string): string => createHash("sha256").update(text).digest("base64url");

const EXPIRED = {
  "reset-password": "This password reset link has expired or is invalid. Please request a new one.",
  "verify-email": "This verification link has expired or is invalid.",
  "take-back": "This link has expired or was already used.",
  "end-shares": "This link has expired or was already used.",
};

/** The refusal of a link that was used, expired, replaced or never existed; it does not say which. */
export const expiredLink = (purpose: Link["purpose"]): Refusal => new Refusal("invalid", EXPIRED[purpose]);

/** Refuses (invalid) a token without a valid link; `now` in milliseconds. */
export async function requireLink(
  { links }: { links: LinkStore },
  token: string,
  purpose: Link["purpose"],
  now: number,
): Promise<Link> {
  const link = await links.find(hashOf(token), purpose, now);
  if (!link) throw expiredLink(purpose);
  return link;
}
