import { FileRefusal } from "./parsed-file.ts";
import { readFile } from "./read-file.ts";
import type { WorkerAnswer, WorkerRequest } from "./read-in-worker.ts";

/** Reads files off the page's thread, one message a file, so that the page responds meanwhile. */
addEventListener("message", async ({ data }: MessageEvent<WorkerRequest>) => {
  const answer: WorkerAnswer = await readFile(data.file, data.options).then(
    (read) => ({ read }),
    (error) => ({ refusal: error instanceof FileRefusal ? error.message : undefined }),
  );
  postMessage(answer);
});
