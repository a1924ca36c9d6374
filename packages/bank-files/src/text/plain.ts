/** Letters whose mark is part of them, so that normalization leaves them as they are. */
const SINGLE: Readonly<Record<string, string>> = {
  ł: "l",
  ø: "o",
  đ: "d",
  ı: "i",
  ß: "ss",
  æ: "ae",
  œ: "oe",
  þ: "th",
  ð: "d",
};

const known = new Map<string, string>();
const MAX_KNOWN = 5_000;

/** Lower case, without accents and punctuation, with single spaces: "Buchungs-Tag (MEZ)" is "buchungs tag mez". */
export function plain(text: string): string {
  const before = known.get(text);
  if (before !== undefined) return before;
  const value = text
    .slice(0, 300)
    .normalize("NFKD")
    .toLowerCase()
    .replace(/(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{M}+/gu, "")
    .normalize("NFKC")
    .replace(/[łøđıßæœþð]/g, (letter) => SINGLE[letter] ?? letter)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim();
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(text, value);
  return value;
}

/** A list that is written as text, each entry as `plain` writes it. */
export function plainList(text: string): string[] {
  return text.split(",").map(plain).filter(Boolean);
}

/** In a sentence: in one line, and not too long for it. */
export function quoted(text: string): string {
  const line = oneLine(text.slice(0, 200));
  return `“${line.length > 40 ? `${line.slice(0, 40)}…` : line}”`;
}

/** In characters: what is longer is no name, note or amount. */
export const MAX_VALUE = 10_000;

/** Without control characters, with single spaces, and of at most `length`. */
export function oneLine(text: string, length = MAX_VALUE): string {
  const line = text.slice(0, MAX_VALUE).replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ");
  return line.trim().slice(0, length).trim();
}

export function countOf(text: string, wanted: string): number {
  let count = 0;
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) count++;
  return count;
}
