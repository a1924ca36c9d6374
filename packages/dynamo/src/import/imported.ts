import type { Id } from "@coffer/domain/id";
import { type Fingerprint, fingerprint } from "@coffer/domain/import/import-row";
import type { Day } from "@coffer/domain/time/day";
import * as v from "valibot";
import { type Item, idText, ledgerKey, type WriteInput } from "../table/item.ts";

/** The part of its row that a transaction keeps it was imported from; undefined where it was entered by hand. */
export function importedOf(item: Item): Fingerprint | undefined {
  return v.parse(v.optional(fingerprint), item.imported);
}

/** The key by which a row of these days is looked up whose transaction was dated elsewhere since. */
export const ALIAS_PREFIX = "IMPORTED#";
const aliasKey = (ownerId: Id, facts: string, id: Id) =>
  ledgerKey(ownerId, `${ALIAS_PREFIX}${facts}#${idText(id)}`);

/** The date that the row had: facts begin with it. */
const dateOfFacts = ({ facts }: Fingerprint): string => facts.slice(0, "yyyy-MM-dd".length);

/** The date of a transaction now, and the part of its row that it keeps. */
type Dated = { id: Id; imported?: Fingerprint | undefined; date: Day };

/** The key of a transaction that is dated away from its row; undefined for one that is not. */
const aliasOf = (ownerId: Id, { id, imported, date }: Dated) =>
  imported && dateOfFacts(imported) !== date ? aliasKey(ownerId, imported.facts, id) : undefined;

/** The write by which a transaction that is dated away from its row is still found by the row's date. */
export function aliasPut(ownerId: Id, transaction: Dated): WriteInput[] {
  const key = aliasOf(ownerId, transaction);
  return key ? [{ Put: { Item: { ...key, id: transaction.id } } }] : [];
}

/** The write that takes it away again. */
export function aliasRemoval(ownerId: Id, transaction: Dated): WriteInput[] {
  const Key = aliasOf(ownerId, transaction);
  return Key ? [{ Delete: { Key } }] : [];
}

/** The same when a transaction is dated anew. */
export function aliasChange(ownerId: Id, before: Dated, date: Day): WriteInput[] {
  if (before.date === date) return [];
  const put = aliasPut(ownerId, { ...before, date });
  return put.length > 0 ? put : aliasRemoval(ownerId, before);
}
