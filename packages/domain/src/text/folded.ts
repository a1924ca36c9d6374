/** Letters that Unicode does not decompose into a letter and a mark. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ħ: "h",
  ŧ: "t",
  ŋ: "n",
  ı: "i",
  ĸ: "k",
  ƒ: "f",
  ə: "e",
  ς: "σ",
};
const OTHER_LETTERS = /[ßæœøłđðþħŧŋıĸƒəς]/g;
/** Marks of other scripts are vowels or distinguish letters: क and कि, カ and ガ. */
const MARKS =
  /(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}\p{N}])\p{M}+/gu;
const INVISIBLE = /[\u00ad\u0640\u200b-\u200f\u2060\ufeff]/g;
const PLAIN = /^[\x20-\x7e]*$/;

/**
 * Normalizes a text for comparison: ignores case, diacritics, widths and the forms of quotes and dashes; single spaces.
 * "Łódź", "ŁÓDŹ" and "lodz" are equal.
 */
export function folded(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase().replace(/ +/g, " ").trim();
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replace(INVISIBLE, "")
    .replace(MARKS, "")
    .replace(OTHER_LETTERS, (letter) => LETTERS[letter] ?? letter)
    .replace(/[\u2018-\u201b\u2032\u02b9\u02bc\u00b4`]/g, "'")
    .replace(/[\u201c-\u201f\u2033«»]/g, '"')
    .replace(/[\u2010-\u2015\u2212]/g, "-")
    .normalize("NFKC")
    .replace(/\s+/g, " ")
    .trim();
}

/** The folded letters and digits of a text, with single spaces, since banks vary the punctuation of a shop's name. */
export const foldedWords = (text: string): string =>
  folded(text)
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, " ")
    .trim();

/** Scripts without spaces between words, with the length of the pieces that are used as words. */
const UNSPACED: readonly (readonly [script: RegExp, length: number])[] = [
  [/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]+/gu, 2],
  [/[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu, 3],
];

/** The words of a text that can name a payee: those with a letter, and pieces of unspaced text. */
export function wordsOf(text: string): Set<string> {
  // Parts that an apostrophe cuts off are not words: "Sainsbury's", "L'Occitane".
  const uncut = folded(text).replace(/(?<=\p{L}{2})'s\b|\b[dl]'(?=\p{L}{2})/gu, " ");
  const words = foldedWords(uncut)
    .split(" ")
    .filter((word) => /\p{L}/u.test(word));
  const long = words.filter((word) => word.length > 1 || !/^[a-z]$/.test(word));
  const pieces = UNSPACED.flatMap(([script, length]) =>
    long.flatMap((word) => (word.match(script) ?? []).flatMap((run) => piecesOf(run, length))),
  );
  return new Set([...(long.length > 0 ? long : words), ...pieces]);
}

function piecesOf(text: string, length: number): string[] {
  const letters = [...text];
  if (letters.length <= length) return [text];
  return letters.slice(length - 1).map((_, at) => letters.slice(at, at + length).join(""));
}
