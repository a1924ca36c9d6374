import type { Kind, Refs } from "@coffer/core/ledger/ledger";
import { inBatches } from "@coffer/domain/batches";
import type { Id } from "@coffer/domain/id";
import { NO_CATEGORIES, readCategories } from "../category/resolve-category.ts";
import { readEach } from "../table/readable.ts";
import type { Table } from "../table/table.ts";
import { type Codec, versionOf } from "./codec.ts";

/** The number of items that one call reads. */
const MOST_READ = 100;

export async function readItems<K extends Kind>(
  table: Table,
  ownerId: Id,
  codec: Codec<K>,
  refs: readonly Refs[K][],
) {
  const keys = refs.map((ref) => codec.key(ownerId, ref));
  const batches = [...inBatches(keys, MOST_READ)].map((some) => table.getMany(some));
  const items = (await Promise.all(batches)).flat();
  const isInCategory = items.some((item) => typeof item?.categoryId === "number");
  const categories = isInCategory ? await readCategories(table, ownerId) : NO_CATEGORIES;
  return items.map((item) => {
    const [value = null] = item ? readEach([item], (one) => codec.fromItem(one, categories)) : [];
    return { value, version: item && value ? versionOf(item) : null };
  });
}
