import { locale } from "@coffer/domain/text/locale";
import { useUser } from "../selection/selection.ts";

const DATE: Intl.DateTimeFormatOptions = { dateStyle: "medium" };

/** For instants, in the user's time zone: "Nov 22, 2026", unless other parts are named. */
export function useDateFormat(parts = DATE) {
  const { timeZone } = useUser();
  return new Intl.DateTimeFormat(locale.dates, { ...parts, hourCycle: "h23", timeZone });
}
