import type { Item } from "./item.ts";

export type Shape = ReturnType<typeof createShape>;

/**
 * Versions of an entity's stored items. Version 1, the first release's, has no `shape` attribute. An optional attribute
 * with a default needs no new version (docs/migrations.md). `upgrades` are in order: the first upgrades version 1 to 2.
 * They only add missing attributes, as a newer release may have written the item.
 */
export function createShape(...upgrades: readonly ((item: Item) => Item)[]) {
  const current = upgrades.length + 1;
  const shapeOf = ({ shape }: Item) => (typeof shape === "number" ? shape : 1);
  return {
    /** Written with every complete item. */
    stamp: { shape: current },
    // An item of a newer release, read after a rollback, is left as it is.
    isCurrent: (item: Item) => shapeOf(item) >= current,
    upgrade(item: Item): Item {
      if (shapeOf(item) >= current) return item;
      const upgraded = upgrades.slice(shapeOf(item) - 1).reduce((older, upgrade) => upgrade(older), item);
      return { ...upgraded, shape: current };
    },
  };
}
