import { TIME_ZONES, type TimeZone } from "@coffer/domain/time/timezone";
import { useSaveEmailPreferences } from "../../api/account.ts";
import { useUser } from "../../selection/selection.ts";

/** The options of a select: the specified values in their order, before all others by their labels. */
export function firstOf(
  specified: readonly string[],
  all: readonly string[],
  labelOf: (value: string) => string,
) {
  const option = (value: string, group = "") => ({ value, label: labelOf(value), group });
  const others = [...new Set(all)].filter((one) => !specified.includes(one));
  return [
    ...specified.map((value) => option(value)),
    ...others.map((value) => option(value, "Others")).sort((a, b) => (a.label < b.label ? -1 : 1)),
  ];
}

/** By the name that some browsers have for it, a zone's name of today. */
const RENAMED: Readonly<Record<string, string>> = {
  "Africa/Asmera": "Africa/Asmara",
  "America/Buenos_Aires": "America/Argentina/Buenos_Aires",
  "America/Coral_Harbour": "America/Atikokan",
  "America/Godthab": "America/Nuuk",
  "Asia/Calcutta": "Asia/Kolkata",
  "Asia/Katmandu": "Asia/Kathmandu",
  "Asia/Rangoon": "Asia/Yangon",
  "Asia/Saigon": "Asia/Ho_Chi_Minh",
  "Atlantic/Faeroe": "Atlantic/Faroe",
  "Europe/Kiev": "Europe/Kyiv",
  "Pacific/Enderbury": "Pacific/Kanton",
  "Pacific/Ponape": "Pacific/Pohnpei",
  "Pacific/Truk": "Pacific/Chuuk",
};
const nameOf = (zone: TimeZone): string => RENAMED[zone] ?? zone;
const ZONES = Intl.supportedValuesOf("timeZone");

export function useTimeZoneChoice() {
  const { emailNotifications, notificationTime, timeZone } = useUser();
  const save = useSaveEmailPreferences();
  const stored = { emailNotifications, notificationTime, timeZone };
  return {
    save,
    stored,
    zone: {
      options: firstOf(TIME_ZONES, [...ZONES, timeZone], nameOf),
      value: timeZone,
      onChoose: (chosen: TimeZone) => save.mutate({ ...stored, timeZone: chosen }),
    },
  };
}
