import type { Field } from "../definition/field.ts";
import { type Kind, shownFields } from "../definition/kind.ts";
import type { Id } from "../id.ts";
import { type Currency, cents, formatMoney } from "../money/money.ts";
import type { Locale } from "../text/locale.ts";
import { type Day, parseDay } from "../time/day.ts";
import { withSameDayFormat } from "../time/format-day.ts";
import { plain } from "./version-tag.ts";

/** `nameOf` returns a category's name, or undefined if it was deleted. */
export type Reader = {
  currency: Currency;
  locale: Locale;
  today: Day;
  nameOf: (categoryId: Id) => string | undefined;
};

export type Writer = Reader & { formatDay: (day: Day) => string };

export function fieldText(
  { reads, names }: Pick<Field, "reads" | "names">,
  value: unknown,
  { currency, locale, nameOf, formatDay }: Writer,
): string {
  if (reads === "flag") return value === true ? "Yes" : "No";
  if (plain(value) === null) return "None";
  const text = names?.[String(value)] ?? String(value);
  switch (reads) {
    case "category":
      return nameOf(Number(value)) ?? "A deleted category";
    case "amount":
      return formatMoney(cents(Number(value)), currency, locale);
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
    const own = formatMoney(cents(refund ? -amount : amount), currency, locale);
    return `${nameOf(categoryId) ?? "A deleted category"} ${own}${notes ? ` (${notes})` : ""}`;
  }
}

/** True for kinds with visible fields: people can resolve conflicting versions of these only. */
export const isEdited = (kind: Kind): boolean => shownFields(kind).length > 0;

/** A category determines the type, so these two count as edited together. */
const TOGETHER = ["type", "categoryId"];

export function untouchedFields(kind: Kind, opened: object, edited: object): string[] {
  const [before, after] = [new Map(Object.entries(opened)), new Map(Object.entries(edited))];
  const isUntouched = (field: string) => plain(before.get(field)) === plain(after.get(field));
  return shownFields(kind)
    .map(({ name }) => name)
    .filter((name) => (TOGETHER.includes(name) ? TOGETHER.every(isUntouched) : isUntouched(name)));
}

type Difference = { field: string; mine: string; theirs: string };

export function differences(kind: Kind, mine: object, theirs: object, reader: Reader): Difference[] {
  const [left, right] = [new Map(Object.entries(mine)), new Map(Object.entries(theirs))];
  return withSameDayFormat(reader.today, reader.locale, (formatDay) =>
    shownFields(kind).flatMap((field) => {
      const [ours, other] = [left.get(field.name), right.get(field.name)];
      if (ours === undefined || plain(ours) === plain(other)) return [];
      const writer = { ...reader, formatDay };
      const [mine, theirs] = [fieldText(field, ours, writer), fieldText(field, other, writer)];
      return mine === theirs ? [] : [{ field: field.label, mine, theirs }];
    }),
  );
}
