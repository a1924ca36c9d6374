import { portability } from "@coffer/contract/portability";
import { EXPORT_FORMAT, EXPORT_VERSION } from "@coffer/domain/portability/export";
import * as v from "valibot";
import { ApiError } from "./api-error.ts";

const part = v.object({
  cursor: v.nullable(v.string()),
  items: v.array(v.looseObject({ kind: v.string() })),
});

/**
 * Everything of one's own budget as the file that docs/export.md describes, read part by part. `onProgress` gets the
 * number of items so far. Throws ApiError, 403 where the password has to be given first.
 */
export async function exportEverything(onProgress: (items: number) => void): Promise<Blob> {
  const categories: string[] = [];
  const others: string[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const { items, cursor: next } = await readPart(cursor);
    for (const item of items) (item.kind === "category" ? categories : others).push(JSON.stringify(item));
    onProgress(categories.length + others.length);
    cursor = next;
  }
  const head = `{"format":"${EXPORT_FORMAT}","version":${EXPORT_VERSION},"items":[\n`;
  return new Blob([head, [...categories, ...others].join(",\n"), "\n]}\n"], { type: "application/json" });
}

/** As it was sent: `call` would read amounts and dates into values, and change the file. */
async function readPart(cursor: string) {
  const path = cursor === "" ? portability.export.path : `${portability.export.path}?cursor=${cursor}`;
  const response = await fetch(path, { credentials: "include" });
  const text = await response.text();
  if (!response.ok) throw new ApiError(response.status, text, response.statusText);
  return v.parse(part, JSON.parse(text));
}
