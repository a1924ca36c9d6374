import { FileRefusal } from "./parsed-file.ts";
import { readFile } from "./read-file.ts";
import type { WorkerAnswer, WorkerRequest } from "./read-in-worker.ts";

/** Reads files off the page's thread, one message a file, so that the page responds meanwhile. */
addEventListener("message", async ({ data }: MessageEvent<WorkerRequest>) => {
  const { number, file, options } = data;
  const answer: WorkerAnswer = await readFile(file, options).then(
    (read) => ({ number, read }),
    (error) => ({ number, refusal: error instanceof FileRefusal ? error.message : undefined }),
  );
  postMessage(answer);
});
