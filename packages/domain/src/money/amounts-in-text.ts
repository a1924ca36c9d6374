/** A formatted amount in any currency and language: "-CA$1,250.00", "CHF 1’250.00", "1.250,00 €", "12 kr". */
const AMOUNT =
  /([-+−]?(?:(?:[A-Z]{0,3}\p{Sc}\xa0?[-−]?|[A-Z]{3}(?:\xa0[-−]?|[-−]))\d{1,4}(?:[.,'’\xa0\u202f]\d{2,3}){0,7}|\d{1,4}(?:[.,'’\xa0\u202f]\d{2,3}){0,7}\xa0(?:\p{L}{0,3}\p{Sc}(?:\xa0?[A-Z]{2})?|\p{L}{2,3})))/u;

/** Splits a text at its amounts; every second part is an amount. */
export const splitAmounts = (text: string): string[] => text.split(AMOUNT);
