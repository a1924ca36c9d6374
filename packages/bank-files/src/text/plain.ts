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

const MAX_KNOWN = 5_000;

/** Keeps what was read of a text: days, amounts and names repeat from row to row. */
export function remembering<Value>(read: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, { value: Value }>();
  return (text) => {
    const before = known.get(text);
    if (before) return before.value;
    if (known.size >= MAX_KNOWN) known.clear();
    const value = read(text);
    known.set(text, { value });
    return value;
  };
}

/** Lower case, without accents and punctuation, with single spaces: "Buchungs-Tag (MEZ)" is "buchungs tag mez". */
export const plain = remembering((text) =>
  text
    .slice(0, 300)
    .normalize("NFKD")
    .toLowerCase()
    .replace(/(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{M}+/gu, "")
    .normalize("NFKC")
    .replace(/[łøđıßæœþð]/g, (letter) => SINGLE[letter] ?? letter)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim(),
);

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
