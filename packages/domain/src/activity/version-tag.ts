import type { Kind } from "../definition/kind.ts";
import { hash } from "../text/hash.ts";

/** Absent, null, false and empty are equal. */
export const plain = (value: unknown) =>
  value === undefined || value === false || value === "" ? null : value;

/** A hash of the editable fields. An edit sends the version it started from, so that it cannot overwrite another edit. */
export function versionTag({ fields }: Kind, thing: object): string {
  const values = new Map<string, unknown>(Object.entries(thing));
  const edited = Object.keys(fields).filter((name) => fields[name]?.isVersioned);
  return hash(JSON.stringify(edited.map((name) => plain(values.get(name)))));
}
