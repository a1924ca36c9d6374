import * as v from "valibot";
import { allow } from "./endpoint.ts";

export const unreadable = {
  remove: allow("manage").delete("/api/unreadable", {
    summary:
      "Permanently delete the items that `x-unreadable` counts, in parts; `cursor` is null with the last",
    query: v.object({ cursor: v.optional(v.string()) }),
    reply: v.object({ removed: v.number(), cursor: v.nullable(v.string()) }),
  }),
};
