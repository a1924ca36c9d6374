import { parentPort } from "node:worker_threads";
import { type BankFile, FileRefusal } from "@coffer/bank-files/bank-file";
import { type ReadOptions, readBankFile, type SourceFile } from "@coffer/bank-files/read";

export type FileRequest = { source: SourceFile; options: ReadOptions };
/** "ready" once, then for each request the file or the sentence of its refusal. */
export type FileAnswer = "ready" | { read: BankFile } | { refusal: string };

/** Reads one file in a thread that can be terminated. */
parentPort?.on("message", async ({ source, options }: FileRequest) => {
  try {
    parentPort?.postMessage({ read: await readBankFile(source, options) } satisfies FileAnswer);
  } catch (error) {
    if (!(error instanceof FileRefusal)) throw error;
    parentPort?.postMessage({ refusal: error.message } satisfies FileAnswer);
  }
});
parentPort?.postMessage("ready" satisfies FileAnswer);
