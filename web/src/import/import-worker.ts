import { FileRefusal } from "./parsed-file.ts";
import { readFile } from "./read-file.ts";
import type { WorkerAnswer, WorkerRequest } from "./read-in-worker.ts";

/** Reads files off the page's thread, one message a file, so that the page responds meanwhile. */
addEventListener("message", ({ data }: MessageEvent<WorkerRequest>) => void answer(data));

async function answer({ number, file, options, remembered }: WorkerRequest): Promise<void> {
  try {
    const layouts = new Map(remembered);
    const read = await readFile(file, { ...options, remembered: (headerKey) => layouts.get(headerKey) });
    reply({ number, read });
  } catch (error) {
    // The page words what is unforeseen; a refusal is worded already.
    reply({ number, refusal: error instanceof FileRefusal ? error.message : undefined });
  }
}

function reply(message: WorkerAnswer): void {
  postMessage(message);
}
