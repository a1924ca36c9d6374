import { splitAmounts } from "../money/amounts-in-text.ts";
import { type Currency, cents, formatMoney, formatWhole } from "../money/money.ts";
import type { Locale } from "./locale.ts";

/** Reformats the amounts in a text of the server for the reader; each keeps its currency. */
export function serverText(text: string, currency: Currency, locale: Locale): string {
  if (locale.amounts.startsWith("en-US")) return text;
  return splitAmounts(text)
    .map((part, index) => (index % 2 === 0 ? part : rewritten(part, currency, locale)))
    .join("");
}

function rewritten(amount: string, currency: Currency, locale: Locale): string {
  const [, sign = "", rest = ""] = /^([-+]?)(.*)$/.exec(amount) ?? [];
  const value = cents(Math.round(Number(rest.replace(/[^\d.]/g, "")) * 100));
  const symbol = rest.replace(/[\d.,\s]/g, "");
  const own = symbol === serverSymbol(currency) ? currency : (currencyBySymbol().get(symbol) ?? currency);
  return sign + (rest.includes(".") ? formatMoney : formatWhole)(value, own, locale);
}

const serverSymbol = (currency: Currency): string | undefined =>
  new Intl.NumberFormat("en-US", { style: "currency", currency })
    .formatToParts(0)
    .find(({ type }) => type === "currency")?.value;

let bySymbol: Map<string | undefined, Currency> | undefined;
/** Computed on first use, since the formatters take some milliseconds. */
const currencyBySymbol = () =>
  (bySymbol ??= new Map(Intl.supportedValuesOf("currency").map((code) => [serverSymbol(code), code])));
