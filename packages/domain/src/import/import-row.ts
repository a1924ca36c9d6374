import * as v from "valibot";
import { hash } from "../text/hash.ts";
import { signedAmount, type Transaction } from "../transaction/transaction.ts";

/** The part of a movement of money that tells it from others, whatever account and file it came from. */
export type ImportFacts = Pick<Transaction, "date" | "description" | "amount" | "type" | "refund">;

export type ImportRow = ImportFacts & {
  notes?: string;
  /** The bank's own id, unique within one account at best; "ofx:4711" where it is of one format. */
  reference?: string;
  category?: string;
};

/** One for each kind of file that a row was found in with an id; none is longer than a digest. */
const part = v.pipe(v.string(), v.minLength(1), v.maxLength(100));
export const MOST_REFERENCES = 10;
/** Stored with a transaction, so that its row is known again after the transaction was edited. */
export const fingerprint = v.object({
  facts: part,
  references: v.pipe(v.array(part), v.maxLength(MOST_REFERENCES)),
});
export type Fingerprint = v.InferOutput<typeof fingerprint>;

/** Letters and digits only, in lower case: banks write one shop with changing case, spaces and punctuation. */
export function normalizeDescription(description: string): string {
  return description
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** Numbers and scraps do not say who was paid. */
export function wordsOf(description: string): Set<string> {
  const words = normalizeDescription(description).split(" ");
  return new Set(words.filter((word) => word.length >= 3 && /\p{L}/u.test(word)));
}

/** "2026-11-05:-350:1x9k2m3p4q": date, cents and a hash. Stored with transactions: a change of it needs a migration. */
export function fingerprintOf(row: ImportFacts & { reference?: string | undefined }): Fingerprint {
  const known = `${row.date}:${signedAmount(row)}`;
  const facts = `${known}:${hash(normalizeDescription(row.description))}`;
  const reference = row.reference?.trim();
  if (!reference) return { facts, references: [] };
  const [, scheme = ""] = /^([a-z]{1,8}):/.exec(reference) ?? [];
  // With date and amount, because some banks number every statement from 1.
  return { facts, references: [`${known}:${scheme}#${hash(reference)}`] };
}

/** Which kind of id a reference of a fingerprint is. Two of one kind that differ are two movements of money. */
export const schemeOf = (reference: string): string =>
  reference.slice(reference.lastIndexOf(":") + 1, reference.lastIndexOf("#"));
