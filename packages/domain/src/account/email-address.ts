/** An address as accounts store it: trimmed, lower-case, NFC. */
export const normalizeEmail = (email: string): string => email.trim().normalize("NFC").toLowerCase();

/** SMTP's limit (RFC 5321), in bytes of the address as it is stored: composed letters may take more than were typed. */
const MAX_BYTES = 254;

export const isShortEnough = (email: string): boolean =>
  new TextEncoder().encode(normalizeEmail(email)).length <= MAX_BYTES;

/** Alphabets with letters that are drawn like those of another. */
const ALPHABETS = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
  /\p{Script=Coptic}/u,
];

/** True where it has full-width letters, characters that are not drawn, or two alphabets in one of its parts. */
export function looksLikeAnother(email: string): boolean {
  if (email.normalize("NFKC") !== email.normalize("NFC")) return true;
  if (/\p{Default_Ignorable_Code_Point}/u.test(email)) return true;
  const parts = email.split(/[^\p{L}\p{M}\p{N}]/u);
  return parts.some((part) => ALPHABETS.filter((alphabet) => alphabet.test(part)).length > 1);
}
