import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Mailer } from "@coffer/core/email";
import { mimeOf } from "./mime.ts";

/**
 * Mail as files: `<folder>/<id>.eml`, each whole or not there at all. A file of the same name is the same mail, so
 * what was interrupted between writing and marking it is written again in its place and is no second one.
 */
export function createFolderMailer(folder: string, from: string): Mailer {
  return {
    async send(message) {
      await mkdir(folder, { recursive: true });
      const file = join(folder, `${message.id.replaceAll(/[^\w-]/g, "_")}.eml`);
      const draft = `${file}.${process.pid}.part`;
      try {
        await writeFile(draft, await mimeOf(message, from));
        await rename(draft, file);
      } finally {
        await rm(draft, { force: true });
      }
    },
  };
}
