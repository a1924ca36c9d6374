/** "1 day", "12 days": for nouns that form their plural with an s. */
export function pluralize(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? "" : "s"}`;
}
