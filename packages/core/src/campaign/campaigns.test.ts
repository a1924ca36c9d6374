import { unsubscribeToken } from "@coffer/core/account/links";
import { createCampaigns } from "@coffer/core/campaign/campaigns";
import { createDelivery } from "@coffer/core/mail/delivery";
import { createReturnedMail, createSuppression } from "@coffer/core/mail/suppression";
import type { Stores } from "@coffer/core/stores";
import { expect, inject, test } from "vitest";
import { caller } from "../../../test/fixtures.ts";
import { freshTable, idsInARow, inBulk, newUser } from "../../../test/store.ts";

const engine = inject("engine");
const NOW = Date.parse("2026-11-21T12:00:00Z");
const clock = () => NOW;
const draft = { subject: "News for {{firstName}}", html: "<p>{{firstName}}</p>", to: "all" } as const;

async function household(users: number) {
  const { store, crashingStore, table } = await freshTable(engine);
  const ids = Array.from({ length: users }, (_, index) => index + 1);
  const everyone = await inBulk(table, (bulk) =>
    Promise.all(ids.map((id) => newUser(bulk, { id, firstName: `Nr ${id}` }))),
  );
  const [admin] = everyone;
  if (!admin) throw new Error("nobody");
  const sent: { id: string; to: string; subject: string; headers: Record<string, string> }[] = [];
  const parts = (over: Stores) => ({
    campaigns: createCampaigns(over, {
      clock,
      ids: idsInARow(1_000_000),
      securityLog: () => undefined,
    }),
    suppression: createSuppression(over, { clock, throttle: true, securityLog: () => undefined }),
    returned: createReturnedMail(over, { clock, throttle: true }),
    delivery: createDelivery(over, {
      clock,
      origin: "https://coffer.test",
      mailer: {
        async send({ id, to, subject, headers }) {
          sent.push({ id, to, subject, headers });
        },
      },
      renderEmail: (email) => ({
        subject: email.kind === "announcement" ? email.subject : "",
        html: "",
        text: "",
      }),
    }),
  });
  return {
    store,
    admin,
    everyone,
    sent,
    ...parts(store),
    dying: (n: number) => parts(crashingStore({ at: n, when: n % 2 ? "before" : "after" })),
  };
}

test("a mail to all reaches everybody once", async () => {
  const { admin, everyone, sent, campaigns, delivery } = await household(40);
  const { id, ...queued } = await campaigns.start(caller(admin, NOW), draft);
  expect(queued).toEqual({
    subject: draft.subject,
    total: 40,
    sent: 0,
    suppressed: 0,
    failed: 0,
    done: false,
  });
  expect(await campaigns.fanOut()).toBe(40);
  await delivery.sweep();
  expect(sent.map(({ to }) => to).sort()).toEqual(everyone.map(({ email }) => email).sort());
  expect(sent.find(({ to }) => to === "ana7@example.com")).toMatchObject({
    subject: "News for Nr 7",
    headers: {
      "List-Unsubscribe": expect.stringMatching(/^<https:\/\/coffer\.test\/api\/unsubscribe\/7\./),
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    },
  });
  expect(await campaigns.progress(id)).toMatchObject({ total: 40, sent: 40, done: true });
  expect(await campaigns.fanOut()).toBe(0);
});

test("an interrupted fan-out mails everybody once", async () => {
  const { admin, sent, campaigns, delivery } = await household(40);
  const { id } = await campaigns.start(caller(admin, NOW), draft);
  let runs = 0;
  for (let found = 0; found < 40; runs++) found += await campaigns.fanOut({ isOver: () => true });
  expect(runs).toBeGreaterThan(5);
  await campaigns.fanOut();
  await delivery.sweep();
  expect(sent).toHaveLength(40);
  expect(await campaigns.progress(id)).toMatchObject({ total: 40, sent: 40, done: true });
});

test("workers killed at any request mail everybody exactly once", async () => {
  const { admin, everyone, sent, campaigns, delivery, dying } = await household(12);
  const { id } = await campaigns.start(caller(admin, NOW), draft);
  for (let n = 1; n <= 40; n += 1) {
    const worker = dying(n);
    await worker.campaigns.fanOut().catch(() => undefined);
  }
  await Promise.all([campaigns.fanOut(), campaigns.fanOut(), campaigns.fanOut()]);
  await delivery.sweep();
  expect(sent.map(({ id: name }) => name).sort()).toEqual(
    everyone.map((user) => `bulk-campaign-${id}-${user.id}`).sort(),
  );
  expect(await campaigns.progress(id)).toMatchObject({ total: 12, sent: 12, done: true });
});

test("unsubscribed and bounced recipients are skipped and counted", async () => {
  const { store, admin, sent, campaigns, suppression, returned, delivery } = await household(5);
  const token = unsubscribeToken(2, await store.suppression.bulkMail(2, "s".repeat(32)));
  await suppression.unsubscribe(token);
  await suppression.unsubscribe(token);
  await returned.suppress({ address: " ANA3@example.com ", reason: "complaint", isUnproven: false });
  const { id } = await campaigns.start(caller(admin, NOW), draft);
  await campaigns.fanOut();
  await delivery.sweep();
  expect(sent.map(({ to }) => to).sort()).toEqual([
    "ana1@example.com",
    "ana4@example.com",
    "ana5@example.com",
  ]);
  expect(await campaigns.progress(id)).toMatchObject({
    total: 5,
    sent: 3,
    suppressed: 2,
    failed: 0,
    done: true,
  });
});

test("turning the daily summary on again does not subscribe to announcements", async () => {
  const { store, suppression } = await household(1);
  const secret = "s".repeat(32);
  const kept = await store.suppression.bulkMail(1, secret);
  await suppression.unsubscribe(unsubscribeToken(1, kept));
  const before = await store.users.account(1);
  if (!before) throw new Error("no account");
  await store.users.save(before, { ...before, user: { ...before.user, emailNotifications: true } }, {});
  expect(await store.suppression.bulkMail(1, "another")).toEqual({ secret, unsubscribed: true });
});

test("mail to one person who unsubscribed is refused with the reason", async () => {
  const { campaigns, suppression, admin, store } = await household(3);
  await suppression.unsubscribe(unsubscribeToken(2, await store.suppression.bulkMail(2, "s".repeat(32))));
  await expect(campaigns.start(caller(admin, NOW), { ...draft, to: 2 })).rejects.toMatchObject({
    reason: "conflict",
    message: expect.stringMatching(/^Nothing was sent: .+ has unsubscribed\.$/),
  });
  expect((await campaigns.start(caller(admin, NOW), { ...draft, to: 3 })).total).toBe(1);
});

test("a forged unsubscribe link is refused", async () => {
  const { store, suppression } = await household(2);
  const { secret } = await store.suppression.bulkMail(1, "s".repeat(32));
  for (const token of [`2.${secret}`, `1.${"x".repeat(32)}`, `999.${secret}`, "", "1.", "x"])
    await expect(suppression.unsubscribe(token)).rejects.toMatchObject({ reason: "notFound" });
  expect(await store.suppression.bulkMail(1, "")).toEqual({ secret, unsubscribed: false });
});

test("a test mail goes only to its author, even if unsubscribed", async () => {
  const { store, admin, sent, campaigns, suppression, delivery } = await household(3);
  await suppression.unsubscribe(unsubscribeToken(1, await store.suppression.bulkMail(1, "s".repeat(32))));
  const { id } = await campaigns.start(caller(admin, NOW), { ...draft, to: "me" });
  expect(await campaigns.fanOut()).toBe(0);
  await delivery.sweep();
  expect(sent.map(({ to }) => to)).toEqual([admin.email]);
  expect(await campaigns.progress(id)).toMatchObject({ total: 1, sent: 1, done: true });
});

test("the same request under the same key queues one mail", async () => {
  const { admin, sent, campaigns, delivery } = await household(2);
  const key = { key: "retry-of-one-mail", request: "the same" };
  const first = await campaigns.start(caller(admin, NOW), { ...draft, to: 2 }, key);
  const again = await campaigns.start(caller(admin, NOW), { ...draft, to: 2 }, key);
  expect(again.id).toBe(first.id);
  await delivery.sweep();
  expect(sent).toHaveLength(1);
});
