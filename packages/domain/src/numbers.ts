const SCALES = new Map([
  ["hundred", 100],
  ["k", 1_000],
  ["thousand", 1_000],
  ["m", 1_000_000],
  ["million", 1_000_000],
  ["bn", 1_000_000_000],
  ["billion", 1_000_000_000],
]);

/** Words that say how much or how many. Not "one", "first" and "second", which mostly mean something else. */
const WORDS = [
  "zero|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve",
  "(?:thir|four|fif|six|seven|eigh|nine)teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty",
  "third|fourth|fifth|sixth|seventh|eighth|ninth|tenth",
  "half|halves|halved|quarter|twice|thrice|doubled?|tripled?|dozen|hundred|thousand|million|billion",
].join("|");

/** A number with or without its scale ("5k", "2 million"), a word for one, or digits of another script. */
const NUMBER = new RegExp(
  "(\\d[\\d,]*(?:\\.\\d+)?|\\.\\d+)(?:\\s?(hundred|k|thousand|m|million|bn|billion)(?![\\p{L}\\p{N}]))?" +
    `|(?<!\\p{L})(?:${WORDS})s?(?!\\p{L})|\\p{N}+`,
  "giu",
);

/**
 * Takes a text; returns every number in it, normalised: "$1,234.50" and "1234.5" are both "1234.5", "5k" is
 * "5000". What cannot be read ("a thousand", "twice", digits of another script) stands as written, and equals nothing.
 */
export function numbersIn(text: string): string[] {
  return [...text.normalize("NFKC").matchAll(NUMBER)].map(([written, digits, scale]) =>
    digits === undefined
      ? written.toLowerCase()
      : String(Number(digits.replaceAll(",", "")) * (SCALES.get(scale?.toLowerCase() ?? "") ?? 1)),
  );
}

/**
 * Takes a text and names that may stand in it; returns it with each name blanked where it stands by itself,
 * so that the digits of "Room 12" are no number, nor the word in "Two Rivers", while a category called "5" excuses
 * neither 50 nor 5.25.
 */
export function withoutNames(text: string, names: Iterable<string>): string {
  const longestFirst = [...new Set(names)]
    .map((name) => name.normalize("NFKC").trim())
    .filter((name) => numbersIn(name).length > 0)
    .sort((a, b) => b.length - a.length);
  if (longestFirst.length === 0) return text;
  const anyName = longestFirst.map((name) => name.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&")).join("|");
  const alone = new RegExp(
    `(?<![\\p{L}\\p{N}]|\\p{N}[.,])(?:${anyName})(?![\\p{L}\\p{N}]|[.,]\\p{N})`,
    "giu",
  );
  return text.normalize("NFKC").replace(alone, " ");
}
