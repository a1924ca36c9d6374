/** As the product writes amounts, in any of its currencies. */
const AMOUNT = /([-+]?(?:CA|A)?[$€£¥]\d+(?:,\d{3})*(?:\.\d\d)?)/;

/** The amounts of a text, each second part, and what is around them. */
export function splitAmounts(text: string): string[] {
  return text.split(AMOUNT);
}
