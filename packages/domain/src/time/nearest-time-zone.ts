import { HOUR_MS } from "./duration.ts";
import { DEFAULT_TIME_ZONE, isTimeZone, localClock, TIME_ZONES, type TimeZone } from "./timezone.ts";

/** Winter and summer of the same hemisphere: one has daylight-saving time where a zone has any. */
const JANUARY = Date.UTC(2026, 0, 15, 12);
const JULY = Date.UTC(2026, 6, 15, 12);

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
    const offset = (instantMs: number) => (localClock(instantMs, zone) - instantMs) / HOUR_MS;
    return { january: offset(JANUARY), july: offset(JULY) };
  } catch {
    return undefined;
  }
}

/** Daylight-saving time is ahead of standard time. */
function standard({ january, july }: Offsets): number {
  return Math.min(january, july);
}
