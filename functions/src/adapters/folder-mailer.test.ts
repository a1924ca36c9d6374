import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Undeliverable } from "@coffer/core/mail/email";
import PostalMime from "postal-mime";
import { afterAll, expect, test } from "vitest";
import { createFolderMailer, deleteOldMail, forgetMailTo } from "./folder-mailer.ts";

const folder = mkdtempSync(join(tmpdir(), "coffer-outbox-"));
afterAll(() => rmSync(folder, { recursive: true }));
const mailer = createFolderMailer(join(folder, "outbox"), "Coffer <coffer@localhost>");
const message = { to: "ana@example.com", subject: "Hello", html: "<p>Hello</p>", text: "Hello", headers: {} };
const files = () => readdirSync(join(folder, "outbox"));

test("writes a repeated message to the same file", async () => {
  await mailer.send({ ...message, id: "preview-7-1" });
  await mailer.send({ ...message, id: "preview-7-1" });
  await mailer.send({ ...message, id: "preview-7-2" });
  expect(files().sort()).toEqual(["preview-7-1.eml", "preview-7-2.eml"]);
  const mail = await PostalMime.parse(readFileSync(join(folder, "outbox", "preview-7-1.eml")));
  expect(mail).toMatchObject({ subject: "Hello", text: "Hello\n", messageId: "<preview-7-1@localhost>" });
});

test("a hostile id or subject cannot add files, headers or recipients", async () => {
  await mailer.send({
    ...message,
    id: "../../evil",
    subject: "Hi\r\nBcc: all@example.com",
  });
  expect(files()).toContain("______evil.eml");
  const text = readFileSync(join(folder, "outbox", "______evil.eml"), "utf8");
  expect(text).not.toMatch(/^bcc:/im);
});

test.each([
  "ana@example.com, all@example.com",
  "ana@example.com,all@example.com",
  "Ana <ana@example.com>",
  "ana@example.com\r\nbcc: all@example.com",
  "group:all@example.com;",
  "ana",
  "",
])("no mail is sent to %j, which is not one mailbox", async (to) => {
  await expect(mailer.send({ ...message, id: "nobody", to })).rejects.toBeInstanceOf(Undeliverable);
  expect(files()).not.toContain("nobody.eml");
});

test("mail is deleted after thirty days", async () => {
  const outbox = join(folder, "forgotten");
  const mailer = createFolderMailer(outbox, "Coffer <coffer@localhost>");
  await mailer.send({ ...message, id: "account-1" });
  await deleteOldMail(outbox, Date.now());
  expect(readdirSync(outbox)).toEqual(["account-1.eml"]);
  await deleteOldMail(outbox, Date.now() + 31 * 24 * 60 * 60_000);
  expect(readdirSync(outbox)).toEqual([]);
  await deleteOldMail(join(folder, "none"), Date.now());
});

test("the mail to an address is deleted with its account", async () => {
  const outbox = join(folder, "gone");
  const mailer = createFolderMailer(outbox, "Coffer <coffer@localhost>");
  await mailer.send({ ...message, id: "hers" });
  await mailer.send({ ...message, id: "his", to: "ben@example.com", text: "To: ana@example.com" });
  await forgetMailTo(outbox, "Ana@example.com");
  expect(readdirSync(outbox)).toEqual(["his.eml"]);
});

test("the mail to addresses that contain a deleted one is kept", async () => {
  const outbox = join(folder, "alike");
  const mailer = createFolderMailer(outbox, "Coffer <coffer@localhost>");
  const long = `${"a-long-name-that-mail-folds-".repeat(4)}x@example.com`;
  const others = ["tom.1@example.com", "m.1@example.com.au", "m.1+x@example.com", "m11@example.com"];
  for (const [n, to] of [...others, "m.1@example.com", long].entries())
    await mailer.send({ ...message, id: `to-${n}`, to });
  await forgetMailTo(outbox, "m.1@example.com");
  await forgetMailTo(outbox, long);
  expect(readdirSync(outbox).sort()).toEqual(others.map((_, n) => `to-${n}.eml`));
});
