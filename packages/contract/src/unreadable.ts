import * as v from "valibot";
import { endpoint } from "./endpoint.ts";

export const unreadable = {
  remove: endpoint.delete("/api/unreadable", {
    access: "manage",
    summary: "Delete for good what `x-unreadable` counts, part by part; `cursor` is null with the last",
    query: v.object({ cursor: v.optional(v.string()) }),
    reply: v.object({ removed: v.number(), cursor: v.nullable(v.string()) }),
  }),
};
