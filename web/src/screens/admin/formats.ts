import { locale } from "@coffer/domain/text/locale";
import type { TimeZone } from "@coffer/domain/time/timezone";

export const numbers = new Intl.NumberFormat("en-US", { maximumFractionDigits: 1 });

/** "Nov 22, 2026, 06:45" */
export const instants = (timeZone: TimeZone) =>
  new Intl.DateTimeFormat(locale.dates, {
    dateStyle: "medium",
    timeStyle: "short",
    hourCycle: "h23",
    timeZone,
  });
