import * as v from "valibot";
import { NOTIFICATION_KINDS } from "./choices.ts";

export const notification = v.object({
  /** Derived from the subject, so that nobody is notified of the same thing twice. */
  id: v.string(),
  /** An instant in milliseconds. */
  at: v.number(),
  kind: v.picklist(NOTIFICATION_KINDS),
  text: v.string(),
  link: v.string(),
  read: v.boolean(),
});
