import { type Day, parseDay, yearOfDay } from "@coffer/domain/time/day";
import { type GridRow, textOf } from "../grid/grid.ts";
import type { Cell } from "../text/amount.ts";
import { type DateOrder, findDateOrder, isDate, orderBySequence, readDate } from "../text/date.ts";
import { plain, quoted } from "../text/plain.ts";
import type { Asking } from "./asking.ts";
import type { CellsIn } from "./money.ts";
import { isDateColumn, type Profile } from "./profile.ts";

const DATE_ROLES: readonly (Profile["role"] | "any")[] = [
  "booked",
  "date",
  "valued",
  undefined,
  "otherDate",
  "any",
];

export type DateColumns = { date: number | undefined; others: readonly number[] };

/** The column of booking days, and those that stand in for it if it is empty. */
export function dateColumns(
  profiles: readonly Profile[],
  named: number | undefined,
  rows: readonly GridRow[],
): DateColumns {
  const found = profiles.filter(
    (profile) => isDateColumn(profile) && profile.numbers < profile.filled * 1.01,
  );
  const varies = ({ distinct }: Profile) => distinct > 1;
  const hasVarying = rows.length > 3 && found.some(varies);
  const rank = (profile: Profile) => {
    const role = DATE_ROLES.indexOf(profile.role);
    const isConstant = hasVarying && !varies(profile) ? 20 : 0;
    const isSparse = profile.filled < rows.length * 0.5 ? 10 : 0;
    return (role < 0 ? DATE_ROLES.length : role) + isConstant + isSparse + (profile.isExact ? 0 : 0.5);
  };
  const ranked = [...found].sort((a, b) => rank(a) - rank(b) || a.index - b.index);
  const date = named ?? ranked[0]?.index;
  // Without names, a day in a few rows alone stands for something else.
  const isStandIn = ({ name, filled }: Profile) => name !== "" || filled >= rows.length * 0.5;
  const others = ranked
    .filter((profile) => profile.index !== date && profile.role !== "otherDate" && isStandIn(profile))
    .map(({ index }) => index);
  return { date, others };
}

const ORDER_TEXTS = { dmy: "Day, month, year", mdy: "Month, day, year", ymd: "Year, month, day" } as const;

/** The order of day, month and year: by the days themselves, by their sequence, by the period above; else asked. */
export function decideDates(
  { date, others }: DateColumns,
  profiles: readonly Profile[],
  cellsIn: CellsIn,
  preamble: readonly GridRow[],
  latest: Day,
  asking: Asking,
): DateOrder {
  if (date === undefined) return "ymd";
  const cells = cellsIn(date).filter((cell) => cell !== "" && isDate(cell));
  const found = findDateOrder(cells);
  if (!found) return "ymd";
  if (found.sure) return found.order;
  const orders = found.orders ?? (["dmy", "mdy"] as const);
  const otherCells = others.flatMap((column) =>
    cellsIn(column).filter((cell) => cell !== "" && isDate(cell)),
  );
  const above = preamble.flatMap(({ cells }) => cells.flatMap((cell) => datesWithin(textOf(cell))));
  for (const more of [otherCells, above]) {
    const other = findDateOrder(more);
    if (other?.sure && other.order !== "ymd") return other.order;
  }
  const bySequence = orderBySequence(cells);
  if (bySequence) return bySequence;
  const fits = (order: DateOrder) =>
    cells.every((cell) => {
      const read = readDate(cell, order, yearBefore(latest));
      return "value" in read && (!found.orders || yearOfDay(read.value) > yearOfDay(latest) - 8);
    });
  const fitting = orders.filter(fits);
  if (fitting.length === 1 && fitting[0]) return fitting[0];
  const hint = orderByHeading(profiles) ?? found.likely;
  const [example] = cells;
  const answer = asking({
    id: "dateOrder",
    text: `Which day is ${quoted(String(example))}?`,
    options: orders.map((value) => ({
      value,
      text: `${ORDER_TEXTS[value]}: ${dayText(example ?? "", value, latest)}`,
    })),
    proposed: hint ?? null,
    lines: [],
  });
  return orders.find((order) => order === answer) ?? found.order;
}

const yearBefore = (latest: Day): Day =>
  parseDay(`${Number(latest.slice(0, 4)) - 1}${latest.slice(4)}`) ?? latest;

function dayText(cell: Cell, order: DateOrder, latest: Day): string {
  const read = readDate(cell, order, latest);
  return "value" in read ? read.value : "no date";
}

/** Days within a text, such as "Period 03/02/2026 to 28/02/2026". */
const datesWithin = (text: string): string[] =>
  text.slice(0, 500).match(/\d{1,2}[-./]\d{1,2}[-./]\d{2,4}/g) ?? [];

/** Names of columns that only one part of the world uses, and currencies in them. */
function orderByHeading(profiles: readonly Profile[]): "dmy" | "mdy" | undefined {
  const names = profiles.map(({ name }) => name);
  if (
    names.some((name) =>
      /\b(?:USD|CAD)\b|US\$|^trans\. date$|check (?:number|or slip)|^posted date$/i.test(name),
    )
  )
    return "mdy";
  if (
    names.some((name) =>
      /\b(?:GBP|EUR|AUD|NZD|INR|ZAR|SGD|CHF|SEK|DKK|NOK|PLN)\b|[£€]|[^\p{ASCII}]/u.test(name),
    )
  )
    return "dmy";
  const words = names.map(plain);
  return words.some((word) =>
    /\b(?:datum|fecha|data|paid out|paid in|cheque|particulars|narration)\b/.test(word),
  )
    ? "dmy"
    : undefined;
}
