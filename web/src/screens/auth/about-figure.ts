import { likelyCurrency } from "@coffer/domain/money/likely-currency";
import { localeNamed } from "@coffer/domain/text/write-for";

/** The picture's amount, in the currency that the browser's owner is likely to have. */
export function likelyFigure(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const style = { style: "currency", currency: likelyCurrency(navigator.language, timeZone) } as const;
  const format = new Intl.NumberFormat(`${localeNamed(navigator.language).baseName}-u-nu-latn`, style);
  const isWhole = format.resolvedOptions().maximumFractionDigits === 0;
  return format.format(isWhole ? 41_260 : 412.6);
}
