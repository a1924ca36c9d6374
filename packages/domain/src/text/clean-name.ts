import { mentionsLink } from "./link-text.ts";

/** A name with more digits may contain a phone number. */
const DIGITS_MAX = 4;
/** Phone numbers with few digits: "+49", "0800", "1-800-FLOWERS". */
const CALL_NUMBER = /\+\s*\p{N}|(?<!\p{N})0\p{N}{2}|\p{N}{3}-\p{Lu}{3}|(?<!\p{N})1?8(\p{N})\1[ .-]?\p{L}{4}/u;
const NAME_MAX = 100;

/** A line break would start another email header; direction marks would reorder the text. */
export const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ")
    .trim()
    .slice(0, 200);

/** Makes a name that a user chose safe for an email: one line, without links and phone numbers. May become empty. */
export function cleanName(name: string, longest = NAME_MAX): string {
  const line = oneLine(name);
  const plain = line.normalize("NFKC");
  const digits = plain.match(/\p{N}/gu) ?? [];
  const isNumber = digits.length > DIGITS_MAX || CALL_NUMBER.test(plain);
  // Digits are removed first, since "evil.0123com" is a link without them.
  const words = (isNumber ? line.replace(/\p{N}/gu, "") : line)
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(word) && !mentionsLink(word));
  return [...words.join(" ")].slice(0, longest).join("").trim();
}

/** Spaces, control characters and invisible letters. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Z}\p{C}\u2800]/gu;

export const isVisible = (text: string): boolean => text.replace(INVISIBLE, "") !== "";
