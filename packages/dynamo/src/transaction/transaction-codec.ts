import type { Fingerprint } from "@coffer/domain/import/import-row";
import { monthOfDay } from "@coffer/domain/time/month";
import { batchOf } from "../category/resolve-category.ts";
import { aliasChange, aliasPut, aliasRemoval, importedOf } from "../import/imported.ts";
import { type Codec, deleteStep, putStep, storedCategory, unconditional } from "../ledger/codec.ts";
import type { Condition } from "../table/conditions.ts";
import { transactionItem, transactionKey, transactionsIn } from "./transactions.ts";

export const transactionCodec: Codec<"transaction"> = {
  key: (ownerId, { id }) => transactionKey(ownerId, id),
  /** One that went with its category may come back with it. */
  fromItem(item, categories) {
    const [shown] = transactionsIn([item], categories);
    if (!shown) return null;
    const imported = importedOf(item);
    const batch = batchOf(item);
    return { ...shown, ...(imported && { imported }), ...(batch !== undefined && { batch }) };
  },
  monthOf: ({ date }) => monthOfDay(date),
  uses: ({ after }) => after && { categoryId: after.categoryId, type: after.type, holdsType: true },
  steps(change, context) {
    const { before, after, version } = change;
    const { ownerId, changes } = context;
    // Of many, where a row was dated away from is left as it is noted: it names nothing while they are gone.
    const hasRoom = changes.length <= FEW;
    if (!after) {
      if (!before) return [];
      const remove = deleteStep(transactionKey(ownerId, before.id), version);
      return [...remove, ...unconditional(hasRoom ? aliasRemoval(ownerId, before) : [])];
    }
    const item = { ...transactionItem(ownerId, after), categoryId: storedCategory(change, after) };
    const put = putStep(item, version, context, asImported(before?.imported));
    const alias = before ? aliasChange(ownerId, before, after.date) : aliasPut(ownerId, after);
    return [put, ...unconditional(hasRoom ? alias : [])];
  },
};

/** So many leave room in their commit for where each was dated away from. */
const FEW = 20;

/** An import may come to know a transaction as one of its rows at any time, which is no change that people see. */
const asImported = (imported: Fingerprint | undefined): Condition => ({
  ConditionExpression: imported ? "attribute_exists(imported)" : "attribute_not_exists(imported)",
});
