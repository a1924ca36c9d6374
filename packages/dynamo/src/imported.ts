import type { Day } from "@coffer/domain/day";
import type { Id } from "@coffer/domain/id";
import type { Fingerprint } from "@coffer/domain/import-row";
import * as v from "valibot";
import type { Item, Key, WriteInput } from "./item.ts";
import { budgetPartition, idText } from "./keys.ts";

export const storedFingerprint = v.object({ facts: v.string(), references: v.array(v.string()) });

/** What a transaction keeps of the row it was imported from; undefined where it was entered by hand. */
export function importedOf(item: Item): Fingerprint | undefined {
  return v.parse(v.optional(storedFingerprint), item.imported);
}

/** Where a row of these days is looked up whose transaction was dated elsewhere since. */
export const ALIAS_PREFIX = "IMPORTED#";
const aliasKey = (ownerId: Id, facts: string, id: Id): Key => ({
  pk: budgetPartition(ownerId),
  sk: `${ALIAS_PREFIX}${facts}#${idText(id)}`,
});

/** The date that the row had: facts begin with it. */
const dateOfFacts = ({ facts }: Fingerprint): string => facts.slice(0, "yyyy-MM-dd".length);

/** The write by which a transaction that is dated away from its row is still found by the row's date. */
export function aliasPut(ownerId: Id, id: Id, imported: Fingerprint | undefined, date: Day): WriteInput[] {
  if (!imported || dateOfFacts(imported) === date) return [];
  return [{ Put: { Item: { ...aliasKey(ownerId, imported.facts, id), id } } }];
}

/** The write that takes it away again. */
export function aliasRemoval(
  ownerId: Id,
  id: Id,
  imported: Fingerprint | undefined,
  date: Day,
): WriteInput[] {
  if (!imported || dateOfFacts(imported) === date) return [];
  return [{ Delete: { Key: aliasKey(ownerId, imported.facts, id) } }];
}

/** The same when a transaction is dated anew. */
export function aliasChange(
  ownerId: Id,
  id: Id,
  imported: Fingerprint | undefined,
  from: Day,
  to: Day,
): WriteInput[] {
  if (from === to) return [];
  const put = aliasPut(ownerId, id, imported, to);
  return put.length > 0 ? put : aliasRemoval(ownerId, id, imported, from);
}
