import type { Day } from "@coffer/domain/day";
import { useEffect, useRef, useState } from "react";
import type { Layout } from "../../import/csv/layout.ts";
import { rememberLayout } from "../../import/csv/remembered-layouts.ts";
import type { QifLayout } from "../../import/qif.ts";
import type { ReadFile } from "../../import/read-file.ts";
import { type FileReader, startFileReader } from "../../import/read-in-worker.ts";

/** A file that was dropped: being read until it has `read`, or a `refusal` in a sentence. */
export type DroppedFile = { id: number; file: File; read?: ReadFile; refusal?: string };

let lastId = 0;

/** The files of an import, read one after the other in a worker. */
export function useFiles(today: Day) {
  const [files, setFiles] = useState<readonly DroppedFile[]>([]);
  const reader = useRef<FileReader | null>(null);
  useEffect(() => () => reader.current?.close(), []);

  async function read(id: number, file: File, corrected?: Layout, correctedQif?: QifLayout) {
    reader.current ??= startFileReader();
    const outcome = await reader.current
      .read(file, { today, corrected, correctedQif })
      .then((result) => ({ read: result }))
      .catch((error: unknown) => ({
        refusal: error instanceof Error ? error.message : "This file could not be read.",
      }));
    setFiles((before) => before.map((one) => (one.id === id ? { id, file, ...outcome } : one)));
  }

  return {
    files,
    add(dropped: readonly File[]) {
      const fresh = dropped.map((file) => ({ id: ++lastId, file }));
      setFiles((before) => [...before, ...fresh]);
      for (const { id, file } of fresh) void read(id, file);
    },
    remove: (id: number) => setFiles((before) => before.filter((one) => one.id !== id)),
    /** Reads it again as the person says, and remembers that for files with the same header. */
    correct({ id, file, read: before }: DroppedFile, layout: Layout) {
      if (before?.kind === "csv") rememberLayout(localStorage, before.file.headerKey, layout);
      void read(id, file, layout);
    },
    correctQif: ({ id, file }: DroppedFile, layout: QifLayout) => void read(id, file, undefined, layout),
    clear: () => setFiles([]),
  };
}

/** Whether something about the file has to be answered before it can be imported. */
export function asks({ read }: DroppedFile): boolean {
  return (read?.kind === "csv" || read?.kind === "qif") && read.file.questions.length > 0;
}
