import type { GridRow } from "../grid/grid.ts";
import {
  type Cell,
  type DecimalMark,
  exactOf,
  findDecimalMark,
  isNumeric,
  readAmount,
} from "../text/amount.ts";
import { digitsOf } from "../text/currency.ts";
import { isDate } from "../text/date.ts";
import { plain, quoted } from "../text/plain.ts";
import type { Asking } from "./asking.ts";
import type { CellsIn } from "./money.ts";
import { isMoneyColumn, type Profile } from "./profile.ts";

/** Decides the decimal mark by all numbers of the file, or by its currency and language; otherwise asks. */
export function decideDecimals(
  profiles: readonly Profile[],
  cellsIn: CellsIn,
  rows: readonly GridRow[],
  currency: string,
  asking: Asking,
): DecimalMark {
  const money = profiles.filter((profile) => isMoneyColumn(profile) && profile.dates < profile.filled * 0.5);
  const isAmountRole = ({ role }: Profile) =>
    role !== "rate" && role !== "reference" && role !== "account" && role !== "other";
  const cells = money.filter(isAmountRole).flatMap(({ index }) => cellsIn(index));
  const found = findDecimalMark(cells);
  if (!found.thousandths) return found.mark;
  const others = rows
    .slice(0, 40)
    .flatMap(({ cells: all }) =>
      all.filter((cell) => typeof cell === "string" && isNumeric(cell) && !isDate(cell)),
    );
  const whole = findDecimalMark(others);
  if (!whole.thousandths) return whole.mark;
  if (currency) return digitsOf(currency) === 3 ? found.thousandths : found.mark;
  const language = languageOf(profiles);
  if (language === "other" || (language === "English" && found.thousandths === ",")) return found.mark;
  return askDecimals(cells, asking) ?? found.mark;
}

/** Asks whether an amount like "1.234" is more than a thousand or little more than one. */
export function askDecimals(cells: readonly Cell[], asking: Asking): DecimalMark | undefined {
  const example = cells.find((cell) => typeof cell === "string" && /\d[.,]\d{3}(?!\d)/.test(cell)) ?? "";
  const units = (mark: DecimalMark) => {
    const cents = exactOf(readAmount(example, mark));
    return Number.isNaN(cents)
      ? "not an amount"
      : (cents / 100).toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 3 });
  };
  const answer = asking({
    id: "decimalMark",
    text: `How much is ${quoted(String(example))}?`,
    options: ([".", ","] as const).map((value) => ({ value, text: units(value) })),
    proposed: null,
    lines: [],
  });
  return answer === "." || answer === "," ? answer : undefined;
}

/**
 * The language of the column names, if it is one of a country whose currency has three decimals: Arabic, French
 * (Tunisia) or English (the Gulf). Undefined without names.
 */
function languageOf(profiles: readonly Profile[]): "English" | "French or Arabic" | "other" | undefined {
  const names = profiles.map(({ name }) => plain(name)).filter(Boolean);
  if (names.length === 0) return undefined;
  const has = (words: RegExp) => names.some((name) => words.test(name));
  if (has(/\p{Script=Arabic}|\b(?:libelle|montant|solde|operation|valeur)\b/u)) return "French or Arabic";
  return has(/\b(?:date|description|amount|balance|details|narration|transaction)\b/) ? "English" : "other";
}
