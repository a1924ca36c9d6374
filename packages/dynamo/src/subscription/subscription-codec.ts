import { inLiveCategory } from "../category/resolve-category.ts";
import { type Codec, deleteStep, putStep, storedCategory } from "../ledger/codec.ts";
import { subscriptionItem, subscriptionKey, subscriptionWithState } from "./subscriptions.ts";

export const subscriptionCodec: Codec<"subscription"> = {
  key: (ownerId, { id }) => subscriptionKey(ownerId, id),
  fromItem: (item, categories) => inLiveCategory(subscriptionWithState(item), categories),
  uses({ before, after }) {
    const categoryId = after?.categoryId ?? null;
    if (!after || categoryId === null || categoryId === before?.categoryId) return null;
    return { categoryId, type: after.type, holdsType: true };
  },
  steps(change, context) {
    const { before, after, version } = change;
    const { ownerId, revision } = context;
    if (!after) return before ? deleteStep(subscriptionKey(ownerId, before.id), version) : [];
    const categoryId = storedCategory(change, after);
    return [putStep(subscriptionItem(ownerId, { ...after, categoryId }, revision), version, context)];
  },
};
