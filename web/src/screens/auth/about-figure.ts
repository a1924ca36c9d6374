import { likelyCode } from "@coffer/domain/money/likely-code";

/** The picture's amount, in the currency that the browser's owner is likely to have. */
export function likelyFigure(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const currency = likelyCode(navigator.language, timeZone) ?? "USD";
  const format = new Intl.NumberFormat(undefined, { style: "currency", currency, numberingSystem: "latn" });
  const isWhole = format.resolvedOptions().maximumFractionDigits === 0;
  return format.format(isWhole ? 41_260 : 412.6);
}
