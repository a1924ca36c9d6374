import { cents } from "@coffer/domain/money/money";
import { type Day, parseDay } from "@coffer/domain/time/day";
import * as v from "valibot";

export const storedKey = v.object({ pk: v.string(), sk: v.string() });

/** Values of the domain as items hold them: cents as a number, a day as "yyyy-MM-dd". */
export const storedCents = v.pipe(v.number(), v.transform(cents));
export const storedDay = v.custom<Day>((value) => typeof value === "string" && parseDay(value) !== undefined);
export const storedDevice = v.object({
  network: v.nullable(v.string()),
  browser: v.nullable(v.string()),
  system: v.nullable(v.string()),
});
