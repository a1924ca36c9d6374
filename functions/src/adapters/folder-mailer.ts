import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Mailer } from "@coffer/core/mail/email";
import { mimeOf } from "./mime.ts";

/**
 * Writes each message to `<folder>/<id>.eml`, whole or not at all. The file name is the email job's id, so a job that
 * is sent again after a crash replaces its file.
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
