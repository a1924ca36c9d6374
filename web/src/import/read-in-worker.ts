import { FileRefusal } from "./parsed-file.ts";
import type { ReadFile, ReadOptions } from "./read-file.ts";

export type WorkerRequest = { file: File; options: ReadOptions };
/** A file, or a refusal; without words where the error was unforeseen. */
export type WorkerAnswer = { read: ReadFile } | { refusal: string | undefined };

const UNFORESEEN = "This file could not be read. Try another format that your bank offers.";

/** Reads files in a worker, one after the other. */
export function startFileReader() {
  let worker: Worker | undefined;
  let before: Promise<unknown> = Promise.resolve();

  function close() {
    worker?.terminate();
    worker = undefined;
  }
  function readNow(request: WorkerRequest): Promise<ReadFile> {
    const { promise, resolve, reject } = Promise.withResolvers<ReadFile>();
    const refuse = (reason = UNFORESEEN) => reject(new FileRefusal(reason));
    worker ??= new Worker(new URL("./import-worker.ts", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<WorkerAnswer>) =>
      "read" in data ? resolve(data.read) : refuse(data.refusal);
    // A file that takes more memory than there is ends the worker itself: the next file has another.
    worker.onerror = () => {
      close();
      refuse();
    };
    worker.postMessage(request);
    return promise;
  }

  return {
    /** Rejects with FileRefusal, whose message is for people. */
    read(file: File, options: ReadOptions): Promise<ReadFile> {
      const answer = before.then(() => readNow({ file, options }));
      before = answer.catch(() => {});
      return answer;
    },
    /** Ends the worker; what it was reading is never answered. */
    close,
  };
}
