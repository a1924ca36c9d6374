import { asRead } from "../activity/activity-writes.ts";
import { type Codec, putStep } from "../ledger/codec.ts";
import { assign, both, type Condition, stillIs, succeeds } from "../table/conditions.ts";
import { categoryFromItem, categoryItem } from "./categories.ts";
import { isLive, LIVE, liveOfType } from "./category-check.ts";
import { cleanupSchedule } from "./category-cleanup.ts";
import { countUsage } from "./category-usage.ts";
import { categoryKey } from "./resolve-category.ts";

/** A deletion makes it a tombstone, and its undo takes the marks off again: all that named it is simply back. */
export const categoryCodec: Codec<"category"> = {
  key: (ownerId, { id }) => categoryKey(ownerId, id),
  fromItem: (item) => (isLive(item) ? categoryFromItem(item) : null),
  uses: ({ before, after, moveTo }) =>
    before && !after && moveTo ? { categoryId: moveTo, type: before.type, holdsType: true } : null,

  /** Counts what has the category after taking `inUse` off: what is added from then on puts it back. */
  async prepare(table, ownerId, { before, after, version }) {
    if (!before || !after || !version || before.type === after.type) return null;
    const change = { Key: categoryKey(ownerId, after.id), UpdateExpression: "REMOVE inUse" };
    if (!(await succeeds(() => table.update({ ...change, ...both(LIVE, asRead(version)) }))))
      return "changed";
    const usage = await countUsage(table, ownerId, after.id);
    if (usage.transactions > 0) return "transactions";
    if (usage.subscriptions > 0) return "subscriptions";
    return usage.soFar ? "uncounted" : null;
  },

  steps({ before, after, version, moveTo = null }, context) {
    const { ownerId, entry, revision, isUndo } = context;
    if (!after) {
      if (!before || !version) return [];
      const marks = {
        deletedAt: entry.at,
        movedTo: moveTo,
        ...cleanupSchedule(ownerId, before.id, entry.at),
      };
      const unchanged = both(liveOfType(before.type), asRead(version));
      const tombstone = assign({ ...marks, revision }, unchanged);
      return [
        { write: { Update: { Key: categoryKey(ownerId, before.id), ...tombstone } }, problem: "changed" },
      ];
    }
    if (!version && isUndo) {
      const restored = assign({ inUse: true, revision }, RESTORABLE, TOMBSTONE_ATTRIBUTES);
      return [{ write: { Update: { Key: categoryKey(ownerId, after.id), ...restored } }, problem: "taken" }];
    }
    const isRetyped = before?.type !== after.type;
    const condition = isRetyped ? both(LIVE, stillIs("inUse", undefined)) : liveOfType(after.type);
    return [putStep(categoryItem(ownerId, after), version, context, condition)];
  },
};

const TOMBSTONE_ATTRIBUTES = ["deletedAt", "movedTo", "ownerId", "schedulePk", "scheduleSk"];
/** A tombstone that is being cleaned up has no name any more. */
const RESTORABLE: Condition = {
  ConditionExpression: "attribute_exists(#name) AND attribute_exists(deletedAt)",
  ExpressionAttributeNames: { "#name": "name" },
};
