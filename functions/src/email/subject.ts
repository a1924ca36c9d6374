import { cleanName } from "@coffer/domain/text/clean-name";

const NAME_MAX = 50;

export const nameInSubject = (name: string, otherwise = "Somebody"): string =>
  cleanName(name, NAME_MAX) || otherwise;

export const nameInText = (name: string): string => cleanName(name) || "Somebody";

export function ledgerInSubject(name: string | null, otherwise: string): string {
  const short = nameInSubject(name ?? "", "");
  return short ? `“${short}”` : otherwise;
}

export function ledgerInText(name: string | null, word: string): string {
  const shown = cleanName(name ?? "");
  return shown ? `the ${word} “${shown}”` : `a ${word}`;
}
