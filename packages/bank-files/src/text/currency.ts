import type { Cell } from "./amount.ts";

const CODES = new Set(Intl.supportedValuesOf("currency"));
/** Signs of a single currency. */
const SIGNS: Readonly<Record<string, string>> = {
  "€": "EUR",
  "£": "GBP",
  "₴": "UAH",
  "₽": "RUB",
  "₹": "INR",
  "₺": "TRY",
  "₩": "KRW",
  "₪": "ILS",
  "₫": "VND",
  "฿": "THB",
  zł: "PLN",
  Kč: "CZK",
  Ft: "HUF",
};
/** Signs of several currencies, with the most common one. */
const SHARED_SIGNS: Readonly<Record<string, string>> = { $: "USD", "¥": "JPY" };

export const currencyCode = (text: string): string =>
  CODES.has(text.toUpperCase()) ? text.toUpperCase() : (SIGNS[text] ?? SHARED_SIGNS[text] ?? "");

export const isCurrency = (text: string): boolean =>
  /^\p{Sc}$/u.test(text) || (/^[A-Za-z]{3}$/.test(text) && CODES.has(text.toUpperCase()));

/** The currency in an amount such as "-2.00 EUR" or "$20"; undefined without one. */
export function currencyInAmount(cell: Cell): { code: string; isShared: boolean } | undefined {
  if (typeof cell === "number") return undefined;
  const [sign = ""] = /\p{Sc}|[A-Za-z]{3}|zł|Kč|Ft/u.exec(cell) ?? [];
  const code = sign === "" ? "" : currencyCode(sign);
  return code === "" ? undefined : { code, isShared: Object.hasOwn(SHARED_SIGNS, sign) };
}

/** The number of decimals: 3 for the Kuwaiti dinar, 0 for the yen. */
export const digitsOf = (code: string): number =>
  CODES.has(code)
    ? (new Intl.NumberFormat("en", { style: "currency", currency: code }).resolvedOptions()
        .maximumFractionDigits ?? 2)
    : 2;
