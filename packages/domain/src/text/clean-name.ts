import { mentionsLink } from "./link-text.ts";

/** More digits are no name, but a number to call. */
const DIGITS_MAX = 4;
/** How a short number to call is written: "+49", "0800", "1-800-FLOWERS". */
const CALL_NUMBER = /\+\s*\p{N}|(?<!\p{N})0\p{N}{2}|\p{N}{3}-\p{Lu}{3}|(?<!\p{N})8(\p{N})\1[ .-]?\p{L}{4}/u;
const NAME_MAX = 100;

/** A line break in a header would start another header; direction marks would reorder what is read. */
export const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ")
    .trim()
    .slice(0, 200);

/**
 * A name that somebody chose, as mail may show it: one line, in reading order, with no link and no number to call. Empty
 * where nothing else is left.
 */
export function cleanName(name: string, longest = NAME_MAX): string {
  const line = oneLine(name);
  const plain = line.normalize("NFKC");
  const digits = plain.match(/\p{N}/gu) ?? [];
  const isNumber = digits.length > DIGITS_MAX || CALL_NUMBER.test(plain);
  // Digits first: without them "evil.0123com" is a link.
  const words = (isNumber ? line.replace(/\p{N}/gu, "") : line)
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(word) && !mentionsLink(word));
  return [...words.join(" ")].slice(0, longest).join("").trim();
}
