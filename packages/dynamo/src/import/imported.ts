import type { Id } from "@coffer/domain/id";
import { type Fingerprint, fingerprint, MOST_REFERENCES } from "@coffer/domain/import/import-row";
import { givenBy, type Ties, ties } from "@coffer/domain/import/ties";
import type { Day } from "@coffer/domain/time/day";
import * as v from "valibot";
import type { Categories } from "../category/resolve-category.ts";
import { type Item, idText, type Key, ledgerKey, type WriteInput } from "../table/item.ts";
import { put, remove } from "../table/writes.ts";

/** Earlier releases stored more references than are used. */
const storedFingerprint = v.object({
  ...fingerprint.entries,
  references: v.pipe(
    v.array(v.string()),
    v.transform((all) => all.slice(0, MOST_REFERENCES)),
  ),
});

type Undone = Pick<Categories, "undoneImports">;

export const tiesOf = (item: Item): Ties | undefined => v.parse(v.optional(ties), item.ties);

/** The fields that a transaction has from the rows it is linked to; undefined if it was never linked to any. */
export function givenByTies(item: Item, { undoneImports }: Undone) {
  const tied = tiesOf(item);
  return tied && givenBy(tied, (batch) => undoneImports.has(batch));
}

/** The fingerprint of the row that a transaction was imported from; undefined if it was entered manually. */
export function importedOf(item: Item, categories: Undone): Fingerprint | undefined {
  const tied = givenByTies(item, categories);
  return tied ? tied.imported : v.parse(v.optional(storedFingerprint), item.imported);
}

type Dated = { id: Id; imported?: Fingerprint | undefined; date: Day };

/** Key prefix of aliases: they find, by a row's original date, transactions whose date was changed. */
export const ALIAS_PREFIX = "IMPORTED#";

/** None for a transaction that still has the date of its row, which the row's facts begin with. */
const aliasKeys = (ownerId: Id, { id, imported, date }: Dated): Key[] =>
  imported && !imported.facts.startsWith(date)
    ? [ledgerKey(ownerId, `${ALIAS_PREFIX}${imported.facts}#${idText(id)}`)]
    : [];

/** Adds an alias for a transaction whose date differs from its row's. */
export const aliasPut = (ownerId: Id, transaction: Dated): WriteInput[] =>
  aliasKeys(ownerId, transaction).map((key) => put({ ...key, id: transaction.id }));

export const aliasRemoval = (ownerId: Id, transaction: Dated): WriteInput[] =>
  aliasKeys(ownerId, transaction).map((key) => remove(key));

export function aliasChange(ownerId: Id, before: Dated, date: Day): WriteInput[] {
  if (before.date === date) return [];
  const added = aliasPut(ownerId, { ...before, date });
  return added.length > 0 ? added : aliasRemoval(ownerId, before);
}
