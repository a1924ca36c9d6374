import { type BankFile, FileRefusal } from "@coffer/bank-files/bank-file";
import type { ReadOptions } from "@coffer/bank-files/read";

export type WorkerRequest = { file: File; options: ReadOptions };
/** A file, or a refusal; `refusal` is undefined if the error was unexpected. */
export type WorkerAnswer = { read: BankFile } | { refusal: string | undefined };

const UNFORESEEN = "This file could not be read. Try another format that your bank offers.";
const TOO_LONG =
  "Reading this file takes too long for a bank statement. Download a shorter period from your bank.";
/** Milliseconds after which a worker is terminated. */
const MAX_TIME = 20_000;

/** Reads files in a worker, one after the other. */
export function startFileReader() {
  let worker: Worker | undefined;
  let before: Promise<unknown> = Promise.resolve();

  function close() {
    worker?.terminate();
    worker = undefined;
  }
  function readNow(request: WorkerRequest): Promise<BankFile> {
    const { promise, resolve, reject } = Promise.withResolvers<BankFile>();
    const refuse = (reason = UNFORESEEN) => reject(new FileRefusal(reason));
    const endAndRefuse = (reason?: string) => {
      close();
      refuse(reason);
    };
    const timer = setTimeout(() => endAndRefuse(TOO_LONG), MAX_TIME);
    worker ??= new Worker(new URL("./import-worker.ts", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<WorkerAnswer>) =>
      "read" in data ? resolve(data.read) : refuse(data.refusal);
    // A file that needs too much memory ends the worker; the next file gets a new one.
    worker.onerror = () => endAndRefuse();
    worker.postMessage(request);
    return promise.finally(() => clearTimeout(timer));
  }

  return {
    /** Rejects with FileRefusal, whose message is for people. */
    read(file: File, options: ReadOptions): Promise<BankFile> {
      const answer = before.then(() => readNow({ file, options }));
      before = answer.catch(() => {});
      return answer;
    },
    /** Ends the worker; what it was reading is never answered. */
    close,
  };
}
