import { portability, RESTORE_ITEMS } from "@coffer/contract/portability";
import { EXPORT_FORMAT, EXPORT_VERSION } from "@coffer/domain/portability/export";
import * as v from "valibot";
import { ApiError } from "./api-error.ts";
import { withRecentPassword } from "./recent-password.ts";

const backup = v.object({
  format: v.literal(EXPORT_FORMAT),
  version: v.number(),
  people: v.optional(v.array(v.unknown())),
  items: v.array(v.looseObject({ kind: v.string() })),
});
type Backup = Pick<v.InferOutput<typeof backup>, "people" | "items">;
type BackupItem = Backup["items"][number];

/** In characters of JSON, below what one call takes. */
const PART_SIZE = 400_000;

/** The people and the items of an exported file, the categories first. Throws SyntaxError, with a sentence, for any other file. */
export async function readBackup(file: File): Promise<Backup> {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), backup), await file.text());
  if (!parsed.success) throw new SyntaxError("This file is not an export of Coffer.");
  const { version, people, items } = parsed.output;
  if (version > EXPORT_VERSION)
    throw new SyntaxError("A newer Coffer wrote this file. Update Coffer to restore it.");
  const isCategory = ({ kind }: BackupItem) => kind === "category";
  return { people, items: [...items.filter(isCategory), ...items.filter((item) => !isCategory(item))] };
}

/**
 * Sends the items in parts; `onProgress` gets how many are back. Returns of how many the people are none of this
 * budget's. Throws ApiError.
 */
export async function restoreBackup(
  { people, items }: Backup,
  onProgress: (done: number) => void,
): Promise<number> {
  const batch = await batchOf(items);
  let part: BackupItem[] = [];
  let size = 0;
  let done = 0;
  let untied = 0;
  for (const [index, item] of items.entries()) {
    part.push(item);
    size += JSON.stringify(item).length;
    const isLast = index === items.length - 1;
    if (!isLast && part.length < RESTORE_ITEMS && size < PART_SIZE) continue;
    const sent = part;
    untied += await withRecentPassword(() => sendPart({ batch, people, items: sent }));
    done += part.length;
    onProgress(done);
    part = [];
    size = 0;
  }
  return untied;
}

/** The same file has the same batch, so that a restore that was cut off goes on. */
async function batchOf(items: readonly BackupItem[]): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(items));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).subarray(0, 16);
  return `restore-${Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

/** As the file has it: `call` takes values of the contract's own types only. */
async function sendPart(part: Backup & { batch: string }): Promise<number> {
  const response = await fetch(portability.restore.path, {
    method: "POST",
    credentials: "include",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ version: EXPORT_VERSION, ...part }),
  });
  const text = await response.text();
  if (!response.ok) throw new ApiError(response.status, text, response.statusText);
  return v.parse(portability.restore.reply, JSON.parse(text)).untied ?? 0;
}
