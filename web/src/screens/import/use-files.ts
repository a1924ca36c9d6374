import type { Day } from "@coffer/domain/time/day";
import { useEffect, useEffectEvent, useState } from "react";
import type { KnownLayout } from "../../import/csv/read-csv.ts";
import type { Layout } from "../../import/parsed-file.ts";
import type { ReadFile } from "../../import/read-file.ts";
import { startFileReader } from "../../import/read-in-worker.ts";
import { rememberedLayouts, rememberLayout } from "../../import/remembered.ts";
import { ownStorage } from "../../session/own-storage.ts";
import { SHARED_CACHE, SHARED_FILE, SHARED_NAME } from "../../worker/messages.ts";

/** Being read until it has `read` or a `refusal`; it has both where it cannot be read as corrected. */
export type DroppedFile = { id: number; file: File; read?: ReadFile; refusal?: string };

let lastId = 0;

export function useFiles(today: Day) {
  const [files, setFiles] = useState<readonly DroppedFile[]>([]);
  const [reader] = useState(startFileReader);
  useEffect(() => reader.close, [reader]);

  const addShared = useEffectEvent((file: File) => add([file]));
  useEffect(() => void takeShared().then((file) => file && addShared(file)), []);

  async function read({ id, file, read: before }: DroppedFile, known: KnownLayout = {}) {
    const remembered = new Map(rememberedLayouts(ownStorage));
    const outcome = await reader
      .read(file, { today, remembered, ...known })
      .then((result) => ({ read: result }))
      .catch((error: unknown) => ({
        ...(before && { read: before }),
        refusal: error instanceof Error ? error.message : "This file could not be read.",
      }));
    setFiles((files) => files.map((one) => (one.id === id ? { id, file, ...outcome } : one)));
  }

  function add(dropped: readonly File[]) {
    const fresh = dropped.map((file) => ({ id: ++lastId, file }));
    setFiles((before) => [...before, ...fresh]);
    for (const one of fresh) void read(one);
  }

  return {
    files,
    add,
    remove: (id: number) => setFiles((before) => before.filter((one) => one.id !== id)),
    /** Reads it again as the person says, and remembers the columns for files with the same header. */
    correct(dropped: DroppedFile, corrected: Partial<Layout>) {
      if (dropped.read?.kind === "csv" && corrected.columns) {
        const { headerKey, layout } = dropped.read.file;
        rememberLayout(ownStorage, headerKey, { ...layout, ...corrected });
      }
      void read(dropped, { corrected });
    },
  };
}

export function hasQuestions({ read }: DroppedFile): boolean {
  return read !== undefined && read.file.questions.length > 0;
}

/** The file that another app shared with the installed product; once. */
async function takeShared(): Promise<File | undefined> {
  if (!("caches" in globalThis) || !(await caches.has(SHARED_CACHE))) return undefined;
  const cache = await caches.open(SHARED_CACHE);
  const response = await cache.match(SHARED_FILE);
  await caches.delete(SHARED_CACHE);
  if (!response) return undefined;
  const name = decodeURIComponent(response.headers.get(SHARED_NAME) ?? "shared");
  return new File([await response.blob()], name);
}
