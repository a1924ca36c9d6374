import { addDays, type Day, formatDay, WEEKDAY_NAMES, weekday, yearOfDay } from "@coffer/domain/time/day";

/** Above what happened on a day: "Today", "Yesterday", "Friday, Nov 20", with the year in any but this one. */
export function dayHeading(day: Day, now: Day): string {
  if (day === now) return "Today";
  if (day === addDays(now, -1)) return "Yesterday";
  const date = formatDay(day, now).replace(`, ${yearOfDay(now)}`, "");
  return `${WEEKDAY_NAMES[weekday(day)]}, ${date}`;
}
