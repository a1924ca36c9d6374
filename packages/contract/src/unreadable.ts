import * as v from "valibot";
import { allow } from "./endpoint.ts";

export const unreadable = {
  remove: allow("manage").delete("/api/unreadable", {
    summary: "Delete for good what `x-unreadable` counts, part by part; `cursor` is null with the last",
    query: v.object({ cursor: v.optional(v.string()) }),
    reply: v.object({ removed: v.number(), cursor: v.nullable(v.string()) }),
  }),
};
