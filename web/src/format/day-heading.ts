import { addDays, type Day, formatDay, WEEKDAY_NAMES, weekday } from "@coffer/domain/time/day";

/** Above what happened on a day: "Today", "Yesterday", "Friday, Nov 20". */
export function dayHeading(day: Day, now: Day): string {
  if (day === now) return "Today";
  if (day === addDays(now, -1)) return "Yesterday";
  return `${WEEKDAY_NAMES[weekday(day)]}, ${formatDay(day, now)}`;
}
