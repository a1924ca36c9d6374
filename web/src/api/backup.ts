import { portability, RESTORE_ITEMS } from "@coffer/contract/portability";
import { EXPORT_FORMAT, EXPORT_VERSION } from "@coffer/domain/portability/export";
import { kindBeyond, tooManyToRestore } from "@coffer/domain/portability/restore-ceilings";
import * as v from "valibot";
import type { LedgerId } from "./call.ts";
import { withRecentPassword } from "./recent-password.ts";
import { inPortions } from "./retries.ts";
import { deliver, withSession } from "./wire.ts";

// Sent by `deliver`: `call` would parse amounts and dates, and so change the file.

const items = v.array(v.looseObject({ kind: v.string() }));
const exported = v.object({ people: v.array(v.unknown()), cursor: v.nullable(v.string()), items });
const backup = v.object({
  format: v.literal(EXPORT_FORMAT),
  version: v.number(),
  people: v.optional(v.array(v.unknown())),
  items,
});
type Backup = Pick<v.InferOutput<typeof backup>, "people" | "items">;

/** In characters of JSON; below the limit of one call. */
const PART_SIZE = 400_000;

/**
 * Reads a whole budget, page by page, into a file as docs/export.md describes it. `onProgress` gets the number of
 * items so far. Throws ApiError, 403 if the password has to be given first.
 */
export async function exportEverything(ledgerId: LedgerId, onProgress: (items: number) => void) {
  // Only the first and the last part have them.
  const categories = new Set<string>();
  const others: string[] = [];
  let people: unknown[] = [];
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const { method, path } = portability.export;
    const request = { method, path, query: { cursor }, budget: ledgerId };
    const { json } = await withSession(() => deliver(request));
    const part = v.parse(exported, json);
    for (const item of part.items) {
      if (item.kind === "category") categories.add(JSON.stringify(item));
      else others.push(JSON.stringify(item));
    }
    onProgress(categories.size + others.length);
    ({ people, cursor } = part);
  }
  const head = `{"format":"${EXPORT_FORMAT}","version":${EXPORT_VERSION},"people":${JSON.stringify(people)},"items":[\n`;
  return new Blob([head, [...categories, ...others].join(",\n"), "\n]}\n"], { type: "application/json" });
}

/** Returns an exported file's people and its items, categories first. Throws SyntaxError, whose message is for people, for any other file. */
export async function readBackup(file: File): Promise<Backup> {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), backup), await file.text());
  if (!parsed.success) throw new SyntaxError("This file is not an export of Coffer.");
  const { version, people, items } = parsed.output;
  if (version > EXPORT_VERSION)
    throw new SyntaxError("A newer Coffer wrote this file. Update Coffer to restore it.");
  // Runs before anything is written to the budget.
  const beyond = kindBeyond(items);
  if (beyond) throw new SyntaxError(tooManyToRestore(beyond));
  const { category = [], other = [] } = Object.groupBy(items, ({ kind }) =>
    kind === "category" ? "category" : "other",
  );
  return { people, items: [...category, ...other] };
}

/**
 * Sends the items in portions; `onProgress` gets the number restored so far. Returns how many items name people who
 * are not members of this budget. Throws ApiError.
 */
export async function restoreBackup({ people, items }: Backup, onProgress: (done: number) => void) {
  const { method, path, reply } = portability.restore;
  const batch = await batchOf(items);
  let done = 0;
  let untied = 0;
  for (const part of inPortions(items, RESTORE_ITEMS, PART_SIZE)) {
    const body = { version: EXPORT_VERSION, batch, people, items: part };
    const { json } = await withRecentPassword(() => withSession(() => deliver({ method, path, body })));
    untied += v.parse(reply, json).untied ?? 0;
    done += part.length;
    onProgress(done);
  }
  return untied;
}

/** The same file gets the same batch, so that an interrupted restore resumes. */
async function batchOf(items: Backup["items"]): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(items));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).subarray(0, 16);
  return `restore-${Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
