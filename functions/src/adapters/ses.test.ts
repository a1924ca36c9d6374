import { type EmailMessage, HeldBack, Undeliverable } from "@coffer/core/mail/email";
import PostalMime from "postal-mime";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type FakeReply, setFakeCredentials, startFakeServer } from "../../test/fake-server.ts";
import { SES_ANSWERS } from "../../test/mail-answers.ts";
import { createSendQuota, createSesMailer } from "./ses.ts";

let reply: FakeReply;
let ses: Awaited<ReturnType<typeof startFakeServer>>;
beforeAll(async () => {
  setFakeCredentials();
  ses = await startFakeServer("http/1.1", () => reply);
});
afterAll(() => ses.stop());

const message: EmailMessage = {
  id: "digest-7-2026-11-21",
  to: "ana@example.com",
  subject: "Your summary – größer",
  html: "<p>Hello</p>",
  text: "Hello",
  headers: { "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" },
};
const mailer = () => createSesMailer("Coffer <coffer@budget.example>", "coffer-dev", ses.endpoint);
const XML = { "content-type": "text/xml" };
const accepted: FakeReply = {
  status: 200,
  headers: XML,
  body: "<SendRawEmailResponse><SendRawEmailResult><MessageId>1</MessageId></SendRawEmailResult></SendRawEmailResponse>",
};
const refused = (status: number, code: string, says = "No."): FakeReply => ({
  status,
  headers: XML,
  body: `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>${says}</Message></Error></ErrorResponse>`,
});

test("sends raw MIME to one recipient", async () => {
  reply = accepted;
  await mailer().send(message);
  const form = new URLSearchParams(ses.requests.at(-1));
  expect(form.get("Action")).toBe("SendRawEmail");
  expect(form.get("Destinations.member.1")).toBe("ana@example.com");
  expect(form.get("ConfigurationSetName")).toBe("coffer-dev");
  const mail = await PostalMime.parse(Buffer.from(form.get("RawMessage.Data") ?? "", "base64"));
  expect(mail).toMatchObject({
    subject: message.subject,
    messageId: "<digest-7-2026-11-21@budget.example>",
    text: "Hello\n",
  });
  expect(mail.from).toMatchObject({ name: "Coffer", address: "coffer@budget.example" });
  expect(mail.headers).toContainEqual(
    expect.objectContaining({ key: "list-unsubscribe-post", value: "List-Unsubscribe=One-Click" }),
  );
});

test.each(SES_ANSWERS)("$code, $says: $becomes ($source)", async ({ code, says, becomes }) => {
  reply = refused(400, code, says);
  const before = ses.requests.length;
  const error = await mailer()
    .send(message)
    .catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(Error);
  expect(outcomeOf(error)).toBe(becomes);
  expect(error).toMatchObject({ message: expect.stringContaining(says) });
  // The outbox retries, with longer waits than the SDK's.
  expect(ses.requests.length).toBe(before + 1);
});

function outcomeOf(error: unknown) {
  if (error instanceof HeldBack) return "held";
  return error instanceof Undeliverable ? "final" : "again";
}

test("an unreadable reply or broken connection is temporary", async () => {
  reply = { status: 200, body: "<html>" };
  await expect(mailer().send(message)).rejects.not.toBeInstanceOf(Undeliverable);
  reply = "broken connection";
  await expect(mailer().send(message)).rejects.not.toBeInstanceOf(Undeliverable);
});

const quotaOf = (rate: number, most: number, sent: number): FakeReply => ({
  status: 200,
  headers: XML,
  body: `<GetSendQuotaResponse><GetSendQuotaResult><MaxSendRate>${rate}</MaxSendRate><Max24HourSend>${most}</Max24HourSend><SentLast24Hours>${sent}</SentLast24Hours></GetSendQuotaResult></GetSendQuotaResponse>`,
});

test("stops bulk mail at 90 % of the day's quota, with its own sends since the last reading", async () => {
  const time = { now: 0 };
  const { used, rate, count } = createSendQuota(() => time.now, 0.5, ses.endpoint);
  reply = quotaOf(14, 1000, 880);
  expect(await rate()).toBe(7);
  expect(await used()).toBeLessThan(1);
  for (let sent = 0; sent < 10; sent++) count();
  // Ten of its own, and as many of other senders.
  expect(await used()).toBe(1);
  // The next reading includes its own mails.
  reply = quotaOf(14, 1000, 890);
  time.now = 2 * 60_000;
  expect(await used()).toBeLessThan(1);
  reply = quotaOf(14, 1000, 900);
  time.now = 4 * 60_000;
  expect(await used()).toBe(1);
});

test("mail is sent without a daily limit and without an answer of SES", async () => {
  reply = quotaOf(14, -1, 5_000_000);
  expect(await createSendQuota(() => 0, 1, ses.endpoint).used()).toBe(0);
  reply = { status: 400, headers: XML, body: "<ErrorResponse/>" };
  const silent = createSendQuota(() => 0, 1, ses.endpoint);
  expect([await silent.used(), await silent.rate()]).toEqual([0, 1]);
});
