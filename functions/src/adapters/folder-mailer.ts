import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Mailer } from "@coffer/core/mail/email";
import { normalizeEmail } from "@coffer/domain/account/email-address";
import { DAY_MS } from "@coffer/domain/time/day";
import { mimeOf } from "./mailers.ts";

const KEPT_MS = 30 * DAY_MS;

async function deleteIf(folder: string, condition: (file: string) => Promise<boolean>): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const file = join(folder, name);
    if (name.endsWith(".eml") && (await condition(file))) await rm(file, { force: true });
  }
}

export const deleteOldMail = (folder: string, now: number): Promise<void> =>
  deleteIf(folder, async (file) => (await stat(file)).mtimeMs < now - KEPT_MS);

/** Compares the whole address: other addresses may end in the same letters. Each message has one recipient. */
export const forgetMailTo = (folder: string, address: string): Promise<void> =>
  deleteIf(folder, async (file) => {
    const { default: PostalMime } = await import("postal-mime");
    const { to = [] } = await PostalMime.parse(await readFile(file));
    return to.some(
      (recipient) => recipient.address && normalizeEmail(recipient.address) === normalizeEmail(address),
    );
  });

/** The file name is the email job's id, so a job that is sent again after a crash replaces its file. */
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
