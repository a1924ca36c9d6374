import { createHash, randomBytes } from "node:crypto";
import type { Id } from "@coffer/domain/id";
import { DAY_MS, MINUTE_MS } from "@coffer/domain/time/day";
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
/** The purpose of a link, how long it works, and the refusal of an invalid one. Each works once. */
const PURPOSES = {
  "verify-email": { lasts: DAY_MS, refusal: "This verification link has expired or is invalid." },
  "reset-password": {
    lasts: RESET_LINK_MS,
    refusal: "This password reset link has expired or is invalid. Please request a new one.",
  },
  "take-back": { lasts: 7 * DAY_MS, refusal: EXPIRED },
  "end-shares": { lasts: 7 * DAY_MS, refusal: EXPIRED },
};
type Purpose = keyof typeof PURPOSES;

export const newToken = (): string => randomBytes(32).toString("base64url");

export function newLink(purpose: Purpose, userId: Id, email: string, now: number) {
  const token = newToken();
  const expiresAt = now + PURPOSES[purpose].lasts;
  const link: Link = { hash: hashOf(token), purpose, userId, email, expiresAt };
  return { token, link };
}

/** SHA-256 in base64url. Tokens have 256 random bits, so they need neither a salt nor a slow hash. */
export const hashOf = (text: string): string => createHash("sha256").update(text).digest("base64url");

/** The refusal of a link that was used, expired, replaced or never existed; it does not say which. */
export const expiredLink = (purpose: Purpose): Refusal => new Refusal("invalid", PURPOSES[purpose].refusal);

/** Refuses (invalid) a token without a valid link; `now` in milliseconds. */
export async function requireLink(
  { links }: { links: LinkStore },
  token: string,
  purpose: Purpose,
  now: number,
): Promise<Link> {
  const link = await links.find(hashOf(token), purpose, now);
  if (!link) throw expiredLink(purpose);
  return link;
}
