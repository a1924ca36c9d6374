import { createHash, randomBytes } from "node:crypto";
import type { Id } from "@coffer/domain/id";
import { DAY_MS, MINUTE_MS } from "@coffer/domain/time/duration";
import { Refusal } from "../refusal.ts";

/** Whoever has the token received mail at `email`. `expiresAt` in milliseconds. */
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

/** SHA-256 in base64url. It suffices for tokens: 256 random bits need neither salt nor a slow hash. */
export const hashOf = (text: string): string => createHash("sha256").update(text).digest("base64url");

const EXPIRED = {
  "reset-password": "This password reset link has expired or is invalid. Please request a new one.",
  "verify-email": "This verification link has expired or is invalid.",
  "take-back": "This link has expired or was already used.",
  "end-shares": "This link has expired or was already used.",
};

/** The refusal of a link that is used, too old, replaced or none at all: it does not say which. */
export const expiredLink = (purpose: Link["purpose"]): Refusal => new Refusal("invalid", EXPIRED[purpose]);

/** Refuses (invalid) a token whose link is no longer good; `now` in milliseconds. */
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
