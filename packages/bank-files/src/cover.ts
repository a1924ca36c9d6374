/** The caller's source of cryptographically secure random numbers, from 0 to 1. */
export type Chance = () => number;

/** Replaces letters by letters and digits by digits, keeping case and length. */
export function coverText(text: string, chance: Chance): string {
  return text.replace(/[\p{L}\p{Nd}]/gu, (sign) => {
    if (/\p{Nd}/u.test(sign)) return String(Math.floor(chance() * 10));
    const letter = String.fromCharCode(97 + Math.floor(chance() * 26));
    return sign === sign.toLowerCase() ? letter : letter.toUpperCase();
  });
}

/** Covers quotes and numbers in a sentence about a file. */
export const coverQuotes = (sentence: string, chance: Chance): string =>
  sentence
    .replace(/“[^”]{0,300}”/g, (quote) => coverText(quote, chance))
    .replace(/\d/g, () => String(Math.floor(chance() * 10)));

/** Another amount of the same sign and length. */
export function coverAmount(cents: number, chance: Chance): number {
  const digits = String(Math.abs(cents)).length;
  const [low, high] = [10 ** (digits - 1), 10 ** digits - 1];
  return cents === 0 ? 0 : Math.sign(cents) * Math.floor(low + chance() * (high - low));
}
