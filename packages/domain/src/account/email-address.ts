/** The stored form of an address: trimmed, lower-case, NFC. */
export const normalizeEmail = (email: string): string => email.trim().normalize("NFC").toLowerCase();

/** SMTP's limit (RFC 5321), in bytes of the stored form, which may be longer than the typed one. */
const MAX_BYTES = 254;

export const isShortEnough = (email: string): boolean =>
  new TextEncoder().encode(normalizeEmail(email)).length <= MAX_BYTES;

/** Alphabets with letters that look like those of another. */
const ALPHABETS = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
  /\p{Script=Coptic}/u,
];

/** True for full-width letters, invisible characters, or two alphabets in one part of the address. */
export function looksLikeAnother(email: string): boolean {
  if (email.normalize("NFKC") !== email.normalize("NFC")) return true;
  if (/\p{Default_Ignorable_Code_Point}/u.test(email)) return true;
  const parts = email.split(/[^\p{L}\p{M}\p{N}]/u);
  return parts.some((part) => ALPHABETS.filter((alphabet) => alphabet.test(part)).length > 1);
}
