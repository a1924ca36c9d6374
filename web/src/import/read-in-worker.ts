import { ownStorage } from "../session/own-storage.ts";
import type { Layout } from "./csv/layout.ts";
import { rememberedLayouts } from "./csv/remembered-layouts.ts";
import { FileRefusal } from "./parsed-file.ts";
import type { ReadFile, ReadOptions } from "./read-file.ts";

type WireOptions = Omit<ReadOptions, "remembered">;

export type WorkerRequest = {
  number: number;
  file: File;
  options: WireOptions;
  remembered: [headerKey: string, layout: Layout][];
};
export type WorkerAnswer =
  | { number: number; read: ReadFile }
  | { number: number; refusal: string | undefined };

export type FileReader = {
  /** Reads a file; rejects with FileRefusal, whose message is for people. */
  read(file: File, options: WireOptions): Promise<ReadFile>;
  /** Ends the worker; what it was reading is rejected. */
  close(): void;
};

const UNFORESEEN = "This file could not be read. Try another format that your bank offers.";

export function startFileReader(): FileReader {
  const worker = new Worker(new URL("./import-worker.ts", import.meta.url), { type: "module" });
  const waiting = new Map<number, PromiseWithResolvers<ReadFile>>();
  let last = 0;
  const rejectAll = () => {
    for (const { reject } of waiting.values()) reject(new FileRefusal(UNFORESEEN));
    waiting.clear();
  };
  worker.addEventListener("message", ({ data }: MessageEvent<WorkerAnswer>) => {
    const request = waiting.get(data.number);
    waiting.delete(data.number);
    if ("read" in data) request?.resolve(data.read);
    else request?.reject(new FileRefusal(data.refusal ?? UNFORESEEN));
  });
  // A file that takes more memory than there is ends the worker itself.
  worker.addEventListener("error", rejectAll);

  return {
    read(file, options) {
      const answer = Promise.withResolvers<ReadFile>();
      waiting.set(++last, answer);
      const remembered = rememberedLayouts(ownStorage);
      worker.postMessage({ number: last, file, options, remembered } satisfies WorkerRequest);
      return answer.promise;
    },
    close() {
      worker.terminate();
      rejectAll();
    },
  };
}
