import * as v from "valibot";
import { foldedWords } from "../text/folded.ts";
import { hash } from "../text/hash.ts";
import type { Details } from "../transaction/details.ts";
import { signedAmount, type Transaction } from "../transaction/transaction.ts";

/** The fields that identify a movement of money, independent of its account and file. */
export type ImportFacts = Pick<Transaction, "date" | "description" | "amount" | "type" | "refund">;

/** The facts of a row, and what else its file or its sender tells of it. */
export type ImportRow = ImportFacts &
  Details & {
    /** The bank's id, at best unique within an account; prefixed with the file's format if that has ids, as in "ofx:4711". */
    reference?: string | null | undefined;
    /** As named in the file. */
    account?: string | null | undefined;
    /** The file's name, which tells apart files of one import that name no account. */
    file?: string | null | undefined;
    category?: string | undefined;
  };

export const factsOf = ({ date, description, amount, type, refund }: ImportFacts): ImportFacts => ({
  ...{ date, description, amount, type },
  ...(refund && { refund }),
});

/** A part of a fingerprint, at most as long as a hash with date and amount. */
const part = v.pipe(v.string(), v.minLength(1), v.maxLength(100));
export const MOST_REFERENCES = 10;
/** Stored with a transaction, so that its row is recognized even after the transaction was edited. */
export const fingerprint = v.object({
  facts: part,
  /** The facts with the folded text, if they differ. Absent from rows of earlier releases. */
  folded: v.optional(part),
  references: v.pipe(v.array(part), v.maxLength(MOST_REFERENCES)),
  /** The account as named in the file: equal rows of different accounts are different movements of money. */
  account: v.optional(part),
  /** The name of the row's file; not compared with other rows. */
  file: v.optional(part),
});
export type Fingerprint = v.InferOutput<typeof fingerprint>;

/** The form of a description that fingerprints hash. Fingerprints are stored, so this must not change. */
const hashedText = (description: string): string =>
  description
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

const movementOf = (row: ImportFacts) => `${row.date}:${signedAmount(row)}`;

/** The facts of a row with its description folded; undefined if they are those of its fingerprint. */
export function foldedFacts(row: ImportFacts): string | undefined {
  const [hashed, text] = [hashedText(row.description), foldedWords(row.description)];
  return hashed === text ? undefined : `${movementOf(row)}:${hash(text)}`;
}

/** "2026-11-05:-350:1x9k2m3p4q": date, cents and a hash. */
export function fingerprintOf(
  row: ImportFacts & Pick<ImportRow, "reference" | "account" | "file">,
): Fingerprint {
  const known = movementOf(row);
  const facts = `${known}:${hash(hashedText(row.description))}`;
  const folded = foldedFacts(row);
  const reference = row.reference?.trim();
  const { account, file } = row;
  const of = { ...(folded && { folded }), ...(account && { account }), ...(file && { file }) };
  if (!reference) return { facts, references: [], ...of };
  const [, scheme = ""] = /^([a-z]{1,8}):/.exec(reference) ?? [];
  // Includes date and amount, because some banks number every statement from 1.
  return { facts, references: [`${known}:${scheme}#${hash(reference)}`], ...of };
}

/** The kind of id of a fingerprint's reference. Different ids of one kind are different movements of money. */
export const schemeOf = (reference: string): string =>
  reference.slice(reference.lastIndexOf(":") + 1, reference.lastIndexOf("#"));
