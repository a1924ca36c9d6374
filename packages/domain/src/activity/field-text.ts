import type { Field } from "../definition/field.ts";
import type { Id } from "../id.ts";
import { type Currency, cents, formatMoney } from "../money/money.ts";
import { type Day, parseDay } from "../time/day.ts";
import { plain } from "./version-tag.ts";

/** `nameOf` gives the name of a category, if it is still there. */
export type Reader = { currency: Currency; today: Day; nameOf: (categoryId: Id) => string | undefined };

export type Writer = Reader & { formatDay: (day: Day) => string };

export function fieldText(
  { reads, names }: Field,
  value: unknown,
  { currency, nameOf, formatDay }: Writer,
): string {
  if (reads === "flag") return value === true ? "Yes" : "No";
  if (plain(value) === null) return "None";
  const text = names?.[String(value)] ?? String(value);
  switch (reads) {
    case "category":
      return nameOf(Number(value)) ?? "A deleted category";
    case "amount":
      return formatMoney(cents(Number(value)), currency);
    case "date": {
      const date = parseDay(text);
      return date ? formatDay(date) : text;
    }
    case "choice":
      return text.charAt(0).toUpperCase() + text.slice(1);
    case "lines":
      return [value].flat().map(lineText).join(", ");
    default:
      return text;
  }

  function lineText(line: unknown): string {
    const { categoryId, amount, refund, notes } = Object(line);
    const own = formatMoney(cents(refund ? -amount : amount), currency);
    return `${nameOf(categoryId) ?? "A deleted category"} ${own}${notes ? ` (${notes})` : ""}`;
  }
}
