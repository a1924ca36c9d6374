import { localeNamed } from "../text/locale.ts";

/** Countries whose weeks begin on Sunday or Saturday, for browsers without week data; all others begin on Monday. */
const SUNDAY =
  /^(AG|AS|AU|BD|BR|BS|BT|BW|BZ|CA|CO|DM|DO|ET|GT|GU|HK|HN|ID|IL|IN|JM|JP|KE|KH|KR|LA|MH|MM|MO|MT|MX|MZ|NI|NP|PA|PE|PH|PK|PR|PY|SA|SG|SV|TH|TT|TW|UM|US|VE|VI|WS|YE|ZA|ZW)$/;
const SATURDAY = /^(AE|AF|BH|DJ|DZ|EG|IQ|IR|JO|KW|LY|OM|QA|SD|SY)$/;

type WeekInfo = { firstDay: number };
type Weeks = { getWeekInfo?: () => WeekInfo; weekInfo?: WeekInfo };

/** The first day of the week in a locale such as "de-CH", 0 for Sunday; an invalid locale counts as American. */
export function firstWeekday(locale: string): number {
  const full: Intl.Locale & Weeks = localeNamed(locale).maximize();
  const known = full.getWeekInfo?.() ?? full.weekInfo;
  if (known) return known.firstDay % 7;
  const { region = "" } = full;
  return SUNDAY.test(region) ? 0 : SATURDAY.test(region) ? 6 : 1;
}
