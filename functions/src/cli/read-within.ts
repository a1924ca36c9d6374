import { Worker } from "node:worker_threads";
import { type BankFile, FileRefusal } from "@coffer/bank-files/bank-file";
import type { FileAnswer, FileRequest } from "./file-worker.ts";

/** Milliseconds, as on the page. */
const MAX_TIME = 20_000;
const TOO_LONG =
  "Reading this file takes too long, as no statement does. Download a shorter time from your bank.";

/** Reads a file in its own thread, terminated after the time limit. Rejects with FileRefusal. */
export function readWithin(request: FileRequest, limit = MAX_TIME): Promise<BankFile> {
  const worker = new Worker(new URL("./file-worker.ts", import.meta.url));
  const { promise, resolve, reject } = Promise.withResolvers<BankFile>();
  const timer = setTimeout(() => reject(new FileRefusal(TOO_LONG)), limit);
  worker.on("error", reject);
  worker.on("message", (answer: FileAnswer) =>
    "read" in answer ? resolve(answer.read) : reject(new FileRefusal(answer.refusal)),
  );
  worker.postMessage(request);
  return promise.finally(() => {
    clearTimeout(timer);
    return worker.terminate();
  });
}
