import { appendFileSync, existsSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { createLog, type Log } from "../log.ts";

/** In bytes. With the file before it, the log takes at most twice this. */
const LIMIT = 10 * 1024 * 1024;

/** Writes `coffer.log` in the data folder. At 10 MB it becomes `coffer.log.1`, replacing the previous one. */
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
      // A full disk must not stop the server, which reports it to its clients.
      process.stderr.write(text);
    }
  });
}
