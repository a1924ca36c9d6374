import { type Codec, deleteStep, putStep } from "../ledger/codec.ts";
import { monthFromItem, monthItem, monthKey, planItem, planKey, readPlans } from "./months.ts";

export const planCodec: Codec<"plan"> = {
  key: (ownerId, { month, categoryId }) => planKey(ownerId, month, categoryId),
  fromItem: () => null,
  /** As they are shown, with what was moved into their categories. */
  async read(table, ownerId, refs) {
    const months = [...new Set(refs.map(({ month }) => month))];
    const stored = new Map(
      await Promise.all(
        months.map(async (month) => [month, await readPlans(table, ownerId, month)] as const),
      ),
    );
    return refs.map(({ month, categoryId }) => ({
      value: stored.get(month)?.plans.get(categoryId) ?? null,
      version: stored.get(month)?.versions.get(categoryId) ?? null,
    }));
  },
  monthOf: ({ month }) => month,
  uses: ({ after }) => after && { categoryId: after.categoryId, holdsType: false },
  steps({ before, after, version }, context) {
    const { ownerId, entry } = context;
    if (after) return [putStep(planItem(ownerId, after, entry.at), version, context)];
    return before ? deleteStep(planKey(ownerId, before.month, before.categoryId), version) : [];
  },
};

export const monthCodec: Codec<"month"> = {
  key: (ownerId, { month }) => monthKey(ownerId, month),
  fromItem: monthFromItem,
  monthOf: ({ month }) => month,
  steps({ after, version }, context) {
    return after ? [putStep(monthItem(context.ownerId, after.month, after.resetAt), version, context)] : [];
  },
};
