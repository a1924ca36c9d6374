const NAME_MAX = 50;
/** More digits are no name, but a number to call. */
const DIGITS_MAX = 4;

/** A name as a subject may show it: one line, in reading order, of a name's length, and no telephone number. */
export function nameInSubject(name: string, otherwise = "Somebody"): string {
  const line = oneLine(name);
  const digits = line.match(/\p{Nd}/gu) ?? [];
  const text = digits.length > DIGITS_MAX ? line.replace(/\p{Nd}/gu, "") : line;
  const words = text.split(/\s/).filter((word) => /[\p{L}\p{Nd}\p{Extended_Pictographic}]/u.test(word));
  const short = [...words.join(" ")].slice(0, NAME_MAX).join("").trim();
  return short || otherwise;
}

export function ledgerInSubject(name: string | null, otherwise: string): string {
  const short = nameInSubject(name ?? "", "");
  return short ? `“${short}”` : otherwise;
}

export const ledgerInText = (name: string | null, word: string): string =>
  name === null ? `a ${word}` : `the ${word} “${name}”`;

/** A line break in a header would start another header; direction marks would reorder what is read. */
export const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ")
    .trim()
    .slice(0, 200);
