import type { Fingerprint } from "@coffer/domain/import-row";
import * as v from "valibot";
import type { Item } from "./item.ts";

const stored = v.object({ imported: v.object({ facts: v.string(), references: v.array(v.string()) }) });

/** What a transaction keeps of the row it was imported from; undefined where it was entered by hand. */
export function importedOf(item: Item): Fingerprint | undefined {
  return item.imported === undefined ? undefined : v.parse(stored, item).imported;
}
