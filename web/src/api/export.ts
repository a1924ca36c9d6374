import { BUDGET_OWNER_HEADER } from "@coffer/contract/error";
import { portability } from "@coffer/contract/portability";
import { EXPORT_FORMAT, EXPORT_VERSION } from "@coffer/domain/portability/export";
import * as v from "valibot";
import { ApiError } from "./api-error.ts";
import type { LedgerId } from "./query-key.ts";

const part = v.object({
  people: v.array(v.unknown()),
  cursor: v.nullable(v.string()),
  items: v.array(v.looseObject({ kind: v.string() })),
});

/**
 * Everything of a budget as the file that docs/export.md describes, read part by part. `onProgress` gets the
 * number of items so far. Throws ApiError, 403 where the password has to be given first.
 */
export async function exportEverything(
  ledgerId: LedgerId,
  onProgress: (items: number) => void,
): Promise<Blob> {
  // The first part and the last one have them.
  const categories = new Set<string>();
  const others: string[] = [];
  let everybody: unknown[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const { people, items, cursor: next } = await readPart(ledgerId, cursor);
    for (const item of items) {
      if (item.kind === "category") categories.add(JSON.stringify(item));
      else others.push(JSON.stringify(item));
    }
    everybody = people;
    onProgress(categories.size + others.length);
    cursor = next;
  }
  const people = JSON.stringify(everybody);
  const head = `{"format":"${EXPORT_FORMAT}","version":${EXPORT_VERSION},"people":${people},"items":[\n`;
  return new Blob([head, [...categories, ...others].join(",\n"), "\n]}\n"], { type: "application/json" });
}

/** As it was sent: `call` would read amounts and dates into values, and change the file. */
async function readPart(ledgerId: LedgerId, cursor: string) {
  const path = cursor === "" ? portability.export.path : `${portability.export.path}?cursor=${cursor}`;
  const headers = new Headers(ledgerId === undefined ? {} : { [BUDGET_OWNER_HEADER]: String(ledgerId) });
  const response = await fetch(path, { credentials: "include", headers });
  const text = await response.text();
  if (!response.ok) throw new ApiError(response.status, text, response.statusText);
  return v.parse(part, JSON.parse(text));
}
