import { useUser } from "../selection/selection.ts";
import { locale } from "./locale.ts";

const DATE: Intl.DateTimeFormatOptions = { dateStyle: "medium" };

/** For instants, in the user's time zone: "Nov 22, 2026", unless other parts are named. */
export function useDateFormat(parts = DATE) {
  const { timeZone } = useUser();
  return new Intl.DateTimeFormat(locale.dates, { ...parts, hourCycle: "h23", timeZone });
}
