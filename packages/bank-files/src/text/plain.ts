/** Letters with a mark that normalization does not separate. */
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

/** Remembers what was read from a text, because dates, amounts and names repeat in many rows. */
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

/** In lower case, without accents and punctuation, with single spaces. "Buchungs-Tag (MEZ)" is "buchungs tag mez". */
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

/** The entries of a comma-separated list, each made plain. */
export function plainList(text: string): string[] {
  return text.split(",").map(plain).filter(Boolean);
}

/** Quotes a text for a sentence, on one line and cut off after 40 characters. */
export function quoted(text: string): string {
  const line = oneLine(text.slice(0, 200));
  return `“${line.length > 40 ? `${line.slice(0, 40)}…` : line}”`;
}

/** In characters. A longer text is not a name, note or amount. */
export const MAX_VALUE = 10_000;

/** Without control characters, with single spaces, and of at most `length` characters. */
export function oneLine(text: string, length = MAX_VALUE): string {
  const line = text.slice(0, MAX_VALUE).replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ");
  return line.trim().slice(0, length).trim();
}

export function countOf(text: string, wanted: string): number {
  let count = 0;
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) count++;
  return count;
}
