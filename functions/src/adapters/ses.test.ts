import { type EmailMessage, Undeliverable } from "@coffer/core/email";
import PostalMime from "postal-mime";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Answer, pretendCredentials, startNeighbour } from "../../test/neighbour.ts";
import { createSesMailer } from "./ses.ts";

let answer: Answer;
let ses: Awaited<ReturnType<typeof startNeighbour>>;
beforeAll(async () => {
  pretendCredentials();
  ses = await startNeighbour("http/1.1", () => answer);
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
const mailer = () =>
  createSesMailer({
    from: "Coffer <coffer@budget.example>",
    configurationSet: "coffer-dev",
    endpoint: ses.endpoint,
  });
const XML = { "content-type": "text/xml" };
const accepted: Answer = {
  status: 200,
  headers: XML,
  body: "<SendRawEmailResponse><SendRawEmailResult><MessageId>1</MessageId></SendRawEmailResult></SendRawEmailResponse>",
};
const refused = (status: number, code: string): Answer => ({
  status,
  headers: XML,
  body: `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>No.</Message></Error></ErrorResponse>`,
});

test("a message goes to SES as raw MIME under its own id, to its recipient alone", async () => {
  answer = accepted;
  await mailer().send(message);
  const form = new URLSearchParams(ses.asked.at(-1));
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

test.each([
  ["MessageRejected", 400],
  ["InvalidParameterValue", 400],
] as const)("%s is final", async (code, status) => {
  answer = refused(status, code);
  await expect(mailer().send(message)).rejects.toThrow(Undeliverable);
});

test.each([
  ["Throttling", 400],
  ["AccountSendingPausedException", 400],
  ["ServiceUnavailable", 503],
] as const)("%s may pass, and is asked once: the outbox waits", async (code, status) => {
  answer = refused(status, code);
  const before = ses.asked.length;
  const error = await mailer()
    .send(message)
    .catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(Error);
  expect(error).not.toBeInstanceOf(Undeliverable);
  expect(ses.asked.length).toBe(before + 1);
});

test("rubbish and a dead line are failures that may pass", async () => {
  answer = { status: 200, body: "<html>" };
  await expect(mailer().send(message)).rejects.not.toBeInstanceOf(Undeliverable);
  answer = "broken line";
  await expect(mailer().send(message)).rejects.not.toBeInstanceOf(Undeliverable);
});
