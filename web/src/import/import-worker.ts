import { type BankFile, FileRefusal } from "@coffer/bank-files/bank-file";
import { checkSize, readBankFile } from "@coffer/bank-files/read";
import type { WorkerAnswer, WorkerRequest } from "./read-in-worker.ts";

/** Reads files off the page's thread, one message a file, so that the page stays responsive. */
addEventListener("message", async ({ data }: MessageEvent<WorkerRequest>) => {
  const answer: WorkerAnswer = await read(data).then(
    (read) => ({ read }),
    (error) => ({ refusal: error instanceof FileRefusal ? error.message : undefined }),
  );
  postMessage(answer);
});

async function read({ file, options }: WorkerRequest): Promise<BankFile> {
  checkSize(file.size);
  return readBankFile({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) }, options);
}
