import type { ImportStore } from "../import/imports.ts";
import type { Undo, Undone } from "./undo-step.ts";

/** Takes back all that the batch brought, with what was changed in it since, or brings it in again. */
export async function undoImport(
  { imports }: { imports: ImportStore },
  { ownerId, entry, record }: Undo<"import">,
): Promise<Undone> {
  const one = entry.before ?? entry.after;
  return one ? imports.setUndone(ownerId, one.batch, entry.before === null, record()) : "changed";
}
