import { FileRefusal } from "./parsed-file.ts";
import type { ReadFile, ReadOptions } from "./read-file.ts";

export type WorkerRequest = { number: number; file: File; options: ReadOptions };
/** A file, or a refusal; without words where the error was unforeseen. */
export type WorkerAnswer = { number: number; read?: ReadFile; refusal?: string | undefined };

export type FileReader = ReturnType<typeof startFileReader>;

const UNFORESEEN = "This file could not be read. Try another format that your bank offers.";

export function startFileReader() {
  const waiting = new Map<number, PromiseWithResolvers<ReadFile>>();
  let last = 0;
  const rejectAll = () => {
    for (const { reject } of waiting.values()) reject(new FileRefusal(UNFORESEEN));
    waiting.clear();
  };
  function start() {
    const started = new Worker(new URL("./import-worker.ts", import.meta.url), { type: "module" });
    started.addEventListener("message", ({ data }: MessageEvent<WorkerAnswer>) => {
      const request = waiting.get(data.number);
      waiting.delete(data.number);
      if (data.read) request?.resolve(data.read);
      else request?.reject(new FileRefusal(data.refusal ?? UNFORESEEN));
    });
    // A file that takes more memory than there is ends the worker itself: the next file has another.
    started.addEventListener("error", () => {
      started.terminate();
      rejectAll();
      worker = start();
    });
    return started;
  }
  let worker = start();

  return {
    /** Rejects with FileRefusal, whose message is for people. */
    read(file: File, options: ReadOptions): Promise<ReadFile> {
      const answer = Promise.withResolvers<ReadFile>();
      waiting.set(++last, answer);
      worker.postMessage({ number: last, file, options } satisfies WorkerRequest);
      return answer.promise;
    },
    /** Ends the worker; what it was reading is rejected. */
    close() {
      worker.terminate();
      rejectAll();
    },
  };
}
