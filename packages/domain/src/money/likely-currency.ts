import { likelyCode } from "./likely-code.ts";
import { type Currency, DEFAULT_CURRENCY, isCurrency } from "./money.ts";

export function likelyCurrency(browserLocale: string, browserZone: string): Currency {
  const likely = likelyCode(browserLocale, browserZone);
  return likely !== undefined && isCurrency(likely) ? likely : DEFAULT_CURRENCY;
}
