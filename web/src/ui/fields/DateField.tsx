import { REAL_DATE } from "@coffer/domain/definition/values";
import { FIRST_DAY, LAST_DAY } from "@coffer/domain/time/day";
import type { ComponentProps } from "react";
import { TextField } from "../base/TextField.tsx";

/** The platform's date picker. An error names the picker's date format instead of the wire's. */
export function DateField({ error, ...field }: Omit<ComponentProps<typeof TextField>, "type">) {
  const today = new Intl.DateTimeFormat(undefined, { year: "numeric", month: "2-digit", day: "2-digit" });
  const message = error === REAL_DATE ? `Use a date such as ${today.format()}, from 1900 to 2999` : error;
  return <TextField type="date" min={FIRST_DAY} max={LAST_DAY} error={message} {...field} />;
}
