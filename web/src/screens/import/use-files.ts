import type { Day } from "@coffer/domain/time/day";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { Layout } from "../../import/csv/layout.ts";
import type { TableFormat } from "../../import/csv/read-csv.ts";
import { rememberLayout } from "../../import/csv/remembered-layouts.ts";
import type { QifLayout } from "../../import/qif.ts";
import type { ReadFile, ReadOptions } from "../../import/read-file.ts";
import { type FileReader, startFileReader } from "../../import/read-in-worker.ts";
import { takeShared } from "../../import/shared-file.ts";
import { ownStorage } from "../../session/own-storage.ts";

/**
 * A file that was dropped: being read until it has `read`, or a `refusal` in a sentence. It has both where it was read
 * at first, and cannot be read as corrected.
 */
export type DroppedFile = { id: number; file: File; read?: ReadFile; refusal?: string };

type Corrections = Pick<ReadOptions, "format" | "corrected" | "correctedQif">;

let lastId = 0;

/** The files of an import, read one after the other in a worker. */
export function useFiles(today: Day) {
  const [files, setFiles] = useState<readonly DroppedFile[]>([]);
  const reader = useRef<FileReader | null>(null);
  useEffect(() => () => reader.current?.close(), []);

  const addShared = useEffectEvent((file: File) => add([file]));
  useEffect(() => void takeShared().then((file) => file && addShared(file)), []);

  async function read({ id, file, read: before }: DroppedFile, corrections: Corrections = {}) {
    reader.current ??= startFileReader();
    const outcome = await reader.current
      .read(file, { today, ...corrections })
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
    /** Reads it again as the person says, and remembers that for files with the same header. */
    correct(dropped: DroppedFile, corrected: Layout) {
      if (dropped.read?.kind === "csv") rememberLayout(ownStorage, dropped.read.file.headerKey, corrected);
      void read(dropped, { corrected });
    },
    correctFormat: (dropped: DroppedFile, format: TableFormat) => void read(dropped, { format }),
    correctQif: (dropped: DroppedFile, correctedQif: QifLayout) => void read(dropped, { correctedQif }),
  };
}

/** True where something about the file has to be answered before it can be imported. */
export function hasQuestions({ read }: DroppedFile): boolean {
  return (read?.kind === "csv" || read?.kind === "qif") && read.file.questions.length > 0;
}
