import type { Id } from "@coffer/domain/id";
import { type Fingerprint, fingerprint, MOST_REFERENCES } from "@coffer/domain/import/import-row";
import type { Day } from "@coffer/domain/time/day";
import * as v from "valibot";
import { type Item, idText, type Key, ledgerKey, type WriteInput } from "../table/item.ts";
import { put, remove } from "../table/writes.ts";

/** Releases before this one kept more references than they read. */
const storedFingerprint = v.object({
  ...fingerprint.entries,
  references: v.pipe(
    v.array(v.string()),
    v.transform((all) => all.slice(0, MOST_REFERENCES)),
  ),
});

/** The row that a transaction came from, as it is known again; undefined where it was entered by hand. */
export const importedOf = (item: Item): Fingerprint | undefined =>
  v.parse(v.optional(storedFingerprint), item.imported);

type Dated = { id: Id; imported?: Fingerprint | undefined; date: Day };

/** The beginning of the keys by which rows of a day are looked up whose transactions were dated elsewhere since. */
export const ALIAS_PREFIX = "IMPORTED#";

/** None for a transaction that has the date of its row, with which the row's facts begin. */
const aliasKeys = (ownerId: Id, { id, imported, date }: Dated): Key[] =>
  imported && !imported.facts.startsWith(date)
    ? [ledgerKey(ownerId, `${ALIAS_PREFIX}${imported.facts}#${idText(id)}`)]
    : [];

/** The write by which a transaction that is dated away from its row is still found by the row's date. */
export const aliasPut = (ownerId: Id, transaction: Dated): WriteInput[] =>
  aliasKeys(ownerId, transaction).map((key) => put({ ...key, id: transaction.id }));

export const aliasRemoval = (ownerId: Id, transaction: Dated): WriteInput[] =>
  aliasKeys(ownerId, transaction).map((key) => remove(key));

export function aliasChange(ownerId: Id, before: Dated, date: Day): WriteInput[] {
  if (before.date === date) return [];
  const added = aliasPut(ownerId, { ...before, date });
  return added.length > 0 ? added : aliasRemoval(ownerId, before);
}
