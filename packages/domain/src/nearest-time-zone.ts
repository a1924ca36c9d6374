import type { TimeZone } from "./timezone.ts";
import { DEFAULT_TIME_ZONE, isTimeZone, TIME_ZONES } from "./timezone.ts";

/** Winter and summer of the same hemisphere: one has daylight-saving time where a zone has any. */
const JANUARY = Date.UTC(2026, 0, 15, 12);
const JULY = Date.UTC(2026, 6, 15, 12);
const HOUR = 3_600_000;

/** The offered zone whose clock differs least in January and July from a browser's IANA zone. */
export function nearestTimeZone(browserZone: string): TimeZone {
  if (isTimeZone(browserZone)) return browserZone;
  const wanted = offsets(browserZone);
  if (!wanted) return DEFAULT_TIME_ZONE;
  const distance = (zone: TimeZone) => {
    const offered = offsets(zone) ?? wanted;
    const difference = Math.abs(offered.january - wanted.january) + Math.abs(offered.july - wanted.july);
    // Phoenix lies as far from Denver as from Los Angeles: standard time decides.
    const tie = Math.abs(standard(offered) - standard(wanted));
    return difference * 1000 + tie;
  };
  return TIME_ZONES.reduce((best, zone) => (distance(zone) < distance(best) ? zone : best));
}

type Offsets = { january: number; july: number };

/** Hours ahead of UTC; undefined for a zone that this machine does not know. */
function offsets(zone: string): Offsets | undefined {
  try {
    const format = new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
    });
    return { january: offset(format, JANUARY), july: offset(format, JULY) };
  } catch {
    return undefined;
  }
}

function offset(format: Intl.DateTimeFormat, instantMs: number): number {
  const [month, day, year, hour, minute] = format.format(instantMs).match(/\d+/g) ?? [];
  const local = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute));
  return (local - instantMs) / HOUR;
}

/** Daylight-saving time is ahead of standard time. */
function standard({ january, july }: Offsets): number {
  return Math.min(january, july);
}
