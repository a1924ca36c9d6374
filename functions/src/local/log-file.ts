import { appendFileSync, existsSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { createLog, type Log } from "../log.ts";

/** In bytes. With the file before it, the log takes at most twice this. */
const LIMIT = 10 * 1024 * 1024;

/** Writes `coffer.log` in the data folder; what is older than its newest 10 MB is in `coffer.log.1`, then deleted. */
export function openLogFile(folder: string, limit = LIMIT): Log {
  const file = join(folder, "coffer.log");
  let size = existsSync(file) ? statSync(file).size : 0;
  return createLog((line) => {
    if (size > limit) {
      renameSync(file, `${file}.1`);
      size = 0;
    }
    const text = `${new Date().toISOString()} ${line}\n`;
    try {
      appendFileSync(file, text, { mode: 0o600 });
      size += Buffer.byteLength(text);
    } catch {
      // A full disk must not end the product, which answers by itself that it is full.
      process.stderr.write(text);
    }
  });
}
