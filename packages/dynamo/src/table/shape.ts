import type { Item } from "./item.ts";

export type Shape = ReturnType<typeof createShape>;

/**
 * The shapes that an entity's items have had since its first release, which is 1 and which items do not name. An
 * added attribute whose absence means what it says is no new shape (docs/migrations.md). `upgrades` are in order: the
 * first makes shape 2 of shape 1. They only add what is missing: a newer release may have written the item.
 */
export function createShape(...upgrades: readonly ((item: Item) => Item)[]) {
  const current = upgrades.length + 1;
  const shapeOf = ({ shape }: Item) => (typeof shape === "number" ? shape : 1);
  return {
    /** For every item that is written whole. */
    stamp: { shape: current },
    // One of a newer release, read after going back, is left as it is.
    isCurrent: (item: Item) => shapeOf(item) >= current,
    upgrade(item: Item): Item {
      if (shapeOf(item) >= current) return item;
      const upgraded = upgrades.slice(shapeOf(item) - 1).reduce((older, upgrade) => upgrade(older), item);
      return { ...upgraded, shape: current };
    },
  };
}
