import { afterAll, beforeAll, expect, test } from "vitest";
import { setFakeCredentials, startFakeServer } from "../../test/fake-server.ts";
import { createSendQuota } from "./ses.ts";

const quotaOf = (rate: number, most: number, sent: number) => ({
  status: 200,
  headers: { "content-type": "text/xml" },
  body: `<GetSendQuotaResponse><GetSendQuotaResult><MaxSendRate>${rate}</MaxSendRate><Max24HourSend>${most}</Max24HourSend><SentLast24Hours>${sent}</SentLast24Hours></GetSendQuotaResult></GetSendQuotaResponse>`,
});
let reply = quotaOf(14, 50_000, 0);
let ses: Awaited<ReturnType<typeof startFakeServer>>;
beforeAll(async () => {
  setFakeCredentials();
  ses = await startFakeServer("http/1.1", () => reply);
});
afterAll(() => ses.stop());

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
  reply = { ...reply, status: 400, body: "<ErrorResponse/>" };
  const silent = createSendQuota(() => 0, 1, ses.endpoint);
  expect([await silent.used(), await silent.rate()]).toEqual([0, 1]);
});
