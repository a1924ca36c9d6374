import { addDays, type Day, WEEKDAY_NAMES, weekday, yearOfDay } from "@coffer/domain/time/day";
import { formatDate, formatDay } from "@coffer/domain/time/format-day";

/** Above what happened on a day: "Today", "Yesterday", "Friday, Nov 20", with the year in any but this one. */
export function dayHeading(day: Day, now: Day): string {
  if (day === now) return "Today";
  if (day === addDays(now, -1)) return "Yesterday";
  const date = yearOfDay(day) === yearOfDay(now) ? formatDate(day) : formatDay(day, now);
  return `${WEEKDAY_NAMES[weekday(day)]}, ${date}`;
}
