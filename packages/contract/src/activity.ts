import { ACTIVITY_ACTIONS, ACTIVITY_KINDS, type ActivityKind } from "@coffer/domain/activity/kinds";
import { SNAPSHOTS } from "@coffer/domain/activity/snapshots";
import { replyOf } from "@coffer/domain/definition/kind";
import * as v from "valibot";
import { allow } from "./endpoint.ts";
import { pathId, queryCount } from "./fields.ts";
import { people, person } from "./ledger.ts";

export const snapshotReply = <const Kind extends ActivityKind>(kind: Kind) => replyOf(SNAPSHOTS[kind]);

const entryOf = <const Kind extends ActivityKind>(kind: Kind) =>
  v.object({
    id: v.string(),
    at: v.number(),
    /** Null for the daily job. A person who has left the budget is named "Former member". */
    by: v.nullable(person),
    action: v.picklist(ACTIVITY_ACTIONS),
    kind: v.literal(kind),
    entityId: v.union([v.number(), v.string()]),
    label: v.string(),
    before: v.nullable(snapshotReply(kind)),
    after: v.nullable(snapshotReply(kind)),
    undoes: v.nullable(v.string()),
    undoneBy: v.nullable(v.string()),
  });

const entryReply = v.variant("kind", [
  entryOf("transaction"),
  entryOf("payment"),
  entryOf("category"),
  entryOf("plan"),
  entryOf("month"),
  entryOf("goal"),
  entryOf("milestone"),
  entryOf("subscription"),
  entryOf("share"),
  entryOf("import"),
  entryOf("settlement"),
  entryOf("account"),
  entryOf("point"),
  entryOf("review"),
]);

const entryId = v.pipe(v.string(), v.regex(/^\d{16}$/, "This is not the id of an entry"));
const MAX_ENTRIES = 100;

export const activity = {
  list: allow("read").get("/api/activity", {
    summary:
      "List the budget's activity, newest first, optionally between two entries; x-next-cursor is the `before` of the next page",
    query: v.object({
      before: v.optional(entryId),
      after: v.optional(entryId),
      kind: v.optional(v.picklist(ACTIVITY_KINDS, "This is not a kind of thing")),
      /** The id of a person, or "job" for the daily job. */
      by: v.optional(v.union([v.literal("job"), pathId])),
      limit: v.optional(queryCount(/^\d{1,3}$/, MAX_ENTRIES, `Limit must be 1 to ${MAX_ENTRIES}`), "50"),
    }),
    reply: v.array(entryReply),
  }),
  people,
  undo: allow("transactions").post("/api/activity/:id/undo", {
    // The lowest right that can change anything. Each entry also requires the right that its change needed.
    summary: "Undo an entry's change; 409 with the current state if it was changed again since",
    params: v.object({ id: entryId }),
    /** `overwrite` undoes the change even if a later one is lost. */
    query: v.object({ overwrite: v.optional(v.literal("true", "Overwrite must be true or absent")) }),
    reply: entryReply,
  }),
};
