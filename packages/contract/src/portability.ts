import { fields } from "@coffer/domain/definition/values";
import { person, portableItem } from "@coffer/domain/portability/portable";
import * as v from "valibot";
import { allow } from "./endpoint.ts";
import { batchId } from "./import.ts";

const RESTORE_PEOPLE = 1_000;
/** More than a part of an export contains. */
export const RESTORE_ITEMS = 2_000;

export const portability = {
  export: allow("manage").get("/api/export", {
    summary: "Export the opened budget in parts; `cursor` is null with the last",
    query: v.object({ cursor: v.optional(v.string()) }),
    reply: v.object({
      version: v.number(),
      part: v.number(),
      people: v.array(person),
      items: v.array(portableItem),
      cursor: v.nullable(v.string()),
    }),
  }),
  restore: allow("owner").post("/api/restore", {
    summary: "Restore an export into an empty budget in parts, categories first; safe to retry",
    body: fields({
      batch: batchId,
      version: v.pipe(v.number("Version is required"), v.integer(), v.minValue(1)),
      people: v.optional(v.pipe(v.array(person), v.maxLength(RESTORE_PEOPLE)), []),
      items: v.pipe(
        v.array(portableItem, "Send the items as a list"),
        v.maxLength(RESTORE_ITEMS, `Send at most ${RESTORE_ITEMS} items at once`),
      ),
    }),
    reply: v.object({ restored: v.number(), untied: v.optional(v.number()) }),
    maxBody: 5 * 1024 * 1024,
  }),
};

export const unreadable = {
  remove: allow("manage").delete("/api/unreadable", {
    summary:
      "Permanently delete the items that `x-unreadable` counts, in parts; `cursor` is null with the last",
    query: v.object({ cursor: v.optional(v.string()) }),
    reply: v.object({ removed: v.number(), cursor: v.nullable(v.string()) }),
  }),
};
