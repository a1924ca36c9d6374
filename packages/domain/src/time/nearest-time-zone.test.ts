import { expect, test } from "vitest";
import { nearestTimeZone } from "./nearest-time-zone.ts";
import { TIME_ZONES } from "./timezone.ts";

test.each(TIME_ZONES)("keeps %s, which is offered", (zone) => expect(nearestTimeZone(zone)).toBe(zone));

test.each([
  ["America/Toronto", "America/New_York"],
  ["America/Sao_Paulo", "America/New_York"],
  ["America/Mexico_City", "America/Chicago"],
  ["America/Phoenix", "America/Denver"],
  ["America/Vancouver", "America/Los_Angeles"],
  ["Pacific/Pago_Pago", "Pacific/Honolulu"],
  ["Europe/Dublin", "Europe/London"],
  ["Atlantic/Reykjavik", "Europe/London"],
  ["UTC", "Europe/London"],
  ["Europe/Berlin", "Europe/Paris"],
  ["Africa/Lagos", "Europe/Paris"],
  ["Africa/Johannesburg", "Europe/Paris"],
  ["Asia/Kolkata", "Asia/Tokyo"],
  ["Asia/Shanghai", "Asia/Tokyo"],
  ["Australia/Melbourne", "Australia/Sydney"],
  ["Australia/Brisbane", "Australia/Sydney"],
  ["Pacific/Auckland", "Australia/Sydney"],
])("takes %s for %s", (zone, nearest) => expect(nearestTimeZone(zone)).toBe(nearest));

test.each(["", "Mars/Olympus", "not a zone"])("takes %j, which is no zone, for the default", (zone) => {
  expect(nearestTimeZone(zone)).toBe("America/New_York");
});
