import type { RuleStore } from "@coffer/core/stores";
import { storedOf } from "@coffer/domain/definition/kind";
import type { Id } from "@coffer/domain/id";
import { rule } from "@coffer/domain/rule/definition";
import { MAX_RULES, type Rule } from "@coffer/domain/rule/rule";
import * as v from "valibot";
import { type Categories, readCategories } from "../category/resolve-category.ts";
import { createIdempotently } from "../table/idempotency.ts";
import { type Item, ledgerKey, ledgerPartition, type WriteInput } from "../table/item.ts";
import type { Table } from "../table/table.ts";
import { put, stillAt, unlessFailed } from "../table/writes.ts";

/** One item holds all rules of a ledger, as their order changes as a whole. */
export const rulesKey = (ownerId: Id) => ledgerKey(ownerId, "RULES");

const storedRule = storedOf(rule);
const stored = v.object({ rules: v.array(storedRule), version: v.number() });

export { stored as storedRules };

/** The rules of an item, each with its live category; without rules of deleted categories. */
export function rulesIn(item: Item, { resolve }: Categories): Rule[] {
  return v.parse(stored, item).rules.flatMap((rule) => {
    if (rule.categoryId === undefined) return [rule];
    const { categoryId } = resolve(rule.categoryId);
    return categoryId === null ? [] : [{ ...rule, categoryId }];
  });
}

export function createRuleStore(table: Table): RuleStore {
  /** Reads the stored rules and writes the result of `write`; "changed" if another write came between. */
  async function change<T>(
    ownerId: Id,
    write: (rules: Rule[], save: (rules: readonly Rule[]) => WriteInput) => Promise<T>,
  ): Promise<T | "changed"> {
    const key = rulesKey(ownerId);
    const { rules, version } = (await table.find(key, v.parser(stored))) ?? { rules: [], version: 0 };
    const save = (changed: readonly Rule[]) =>
      put({ ...key, rules: changed, version: version + 1 }, stillAt("version", version));
    return unlessFailed(write(rules, save), () => "changed" as const);
  }

  return {
    async list(ownerId) {
      const item = await table.get(rulesKey(ownerId));
      return item ? rulesIn(item, await readCategories(table, ownerId)) : [];
    },

    add: (ownerId, rule, idempotencyKey, now) =>
      change(ownerId, async (rules, save) => {
        // A retry after a lost response finds its own rule.
        if (rules.some(({ id }) => id === rule.id)) return rule;
        if (rules.length >= MAX_RULES) return "full";
        return createIdempotently(table, {
          pk: ledgerPartition(ownerId),
          idempotencyKey,
          now,
          value: rule,
          parse: v.parser(storedRule),
          writes: [save([...rules, rule])],
        });
      }),

    replace: (ownerId, rules) =>
      change(ownerId, async (before, save) => {
        const { resolve } = await readCategories(table, ownerId);
        const storedById = new Map(before.map((rule) => [rule.id, rule.categoryId]));
        // Keeps the stored category of a rule that stays where a deletion moved it: a restore then brings it back.
        const replaced = rules.map((rule) => {
          const own = storedById.get(rule.id);
          const stays = own !== undefined && resolve(own).categoryId === (rule.categoryId ?? null);
          return stays ? { ...rule, categoryId: own } : rule;
        });
        const hidden = before.filter(
          ({ categoryId }) => categoryId !== undefined && resolve(categoryId).categoryId === null,
        );
        const all = [...replaced, ...hidden];
        if (all.length > Math.max(2 * MAX_RULES, before.length)) return "full" as const;
        await table.transact([save(all)]);
        return "saved" as const;
      }),

    remove: (ownerId, id) =>
      change(ownerId, async (rules, save) => {
        const others = rules.filter((rule) => rule.id !== id);
        if (others.length === rules.length) return "noRule" as const;
        await table.transact([save(others)]);
        return "saved" as const;
      }),
  };
}
