import type { Kind } from "../definition/kind.ts";
import { hash } from "../text/hash.ts";

/** Left out, null, off and empty are the same. */
export const plain = (value: unknown) =>
  value === undefined || value === false || value === "" ? null : value;

/** An edit names the version that it began with, so that it overwrites nobody's. */
export function versionTag({ fields }: Kind, thing: object): string {
  const values = new Map<string, unknown>(Object.entries(thing));
  const edited = Object.keys(fields).filter((name) => fields[name]?.isVersioned);
  return hash(JSON.stringify(edited.map((name) => plain(values.get(name)))));
}
