import { portability, RESTORE_ITEMS } from "@coffer/contract/portability";
import { EXPORT_FORMAT, EXPORT_VERSION } from "@coffer/domain/portability/export";
import * as v from "valibot";
import { ApiError } from "./api-error.ts";
import { withRecentPassword } from "./recent-password.ts";

const backup = v.object({
  format: v.literal(EXPORT_FORMAT),
  version: v.number(),
  items: v.array(v.looseObject({ kind: v.string() })),
});
type BackupItem = v.InferOutput<typeof backup>["items"][number];

/** In characters of JSON, below what one call takes. */
const PART_SIZE = 400_000;

/** The items of an exported file, the categories first. Throws SyntaxError, with a sentence, for any other file. */
export async function readBackup(file: File): Promise<BackupItem[]> {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), backup), await file.text());
  if (!parsed.success) throw new SyntaxError("This file is not an export of Coffer.");
  const { version, items } = parsed.output;
  if (version > EXPORT_VERSION)
    throw new SyntaxError("A newer Coffer wrote this file. Update Coffer to restore it.");
  const isCategory = ({ kind }: BackupItem) => kind === "category";
  return [...items.filter(isCategory), ...items.filter((item) => !isCategory(item))];
}

/** Sends the items in parts; `onProgress` gets how many are back. Throws ApiError. */
export async function restoreBackup(
  items: readonly BackupItem[],
  onProgress: (done: number) => void,
): Promise<void> {
  const batch = await batchOf(items);
  let part: BackupItem[] = [];
  let size = 0;
  let done = 0;
  for (const [index, item] of items.entries()) {
    part.push(item);
    size += JSON.stringify(item).length;
    const isLast = index === items.length - 1;
    if (!isLast && part.length < RESTORE_ITEMS && size < PART_SIZE) continue;
    const sent = part;
    await withRecentPassword(() => sendPart(batch, sent));
    done += part.length;
    onProgress(done);
    part = [];
    size = 0;
  }
}

/** The same file has the same batch, so that a restore that was cut off goes on. */
async function batchOf(items: readonly BackupItem[]): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(items));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).subarray(0, 16);
  return `restore-${Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

/** As the file has it: `call` takes values of the contract's own types only. */
async function sendPart(batch: string, items: readonly BackupItem[]): Promise<void> {
  const response = await fetch(portability.restore.path, {
    method: "POST",
    credentials: "include",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ batch, version: EXPORT_VERSION, items }),
  });
  if (!response.ok) throw new ApiError(response.status, await response.text(), response.statusText);
}
