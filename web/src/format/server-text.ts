import { splitAmounts } from "@coffer/domain/money/amounts-in-text";
import { type Currency, cents, formatMoney, formatWhole } from "@coffer/domain/money/money";
import { locale } from "@coffer/domain/text/locale";

/** A text of the server with its amounts as the page writes its own. */
export function serverText(text: string, currency: Currency): string {
  if (locale.amounts.startsWith("en-US")) return text;
  return splitAmounts(text)
    .map((part, index) => (index % 2 === 0 ? part : rewritten(part, currency)))
    .join("");
}

function rewritten(amount: string, currency: Currency): string {
  const [, sign = "", rest = ""] = /^([-+]?)(.*)$/.exec(amount) ?? [];
  const value = cents(Math.round(Number(rest.replace(/[^\d.]/g, "")) * 100));
  return sign + (rest.includes(".") ? formatMoney : formatWhole)(value, currency);
}
