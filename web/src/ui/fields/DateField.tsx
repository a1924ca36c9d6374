import { REAL_DATE } from "@coffer/domain/definition/values";
import { FIRST_DAY, LAST_DAY } from "@coffer/domain/time/day";
import type { ComponentProps } from "react";
import { TextField } from "../base/TextField.tsx";

/** With the platform's picker, whose format an error names instead of the wire's. */
export function DateField({ error, ...field }: Omit<ComponentProps<typeof TextField>, "type">) {
  const today = new Intl.DateTimeFormat(undefined, { year: "numeric", month: "2-digit", day: "2-digit" });
  const said = error === REAL_DATE ? `Use a date such as ${today.format()}, from 1900 to 2999` : error;
  return <TextField type="date" min={FIRST_DAY} max={LAST_DAY} error={said} {...field} />;
}
