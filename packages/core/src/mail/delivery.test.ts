import { createDelivery, LEASE_MS, MAX_ATTEMPTS } from "@coffer/core/mail/delivery";
import { AddressRefused, type EmailMessage, HeldBack, Undeliverable } from "@coffer/core/mail/email";
import type { EmailJob } from "@coffer/core/mail/outbox";
import { Refusal } from "@coffer/core/refusal";
import { DAY_MS } from "@coffer/domain/time/day";
import { beforeEach, describe, expect, inject, test } from "vitest";
import { day, quiet } from "../../../test/fixtures.ts";
import { freshTable, idsInARow, inBulk, newUser } from "../../../test/store.ts";
import { createTasks } from "../jobs.ts";
import { resendGivenUp } from "./outbox.ts";

const { store, table, crashingStore } = await freshTable(inject("engine"));
const START = Date.parse("2026-11-21T12:00:00Z");
const SECRET = "https://coffer.test/verify-email/very-secret";

let time = { now: START };
let sent: EmailMessage[] = [];
let carry: (message: EmailMessage) => Promise<void> = async () => undefined;
let last = 0;

beforeEach(() => {
  time = { now: START };
  sent = [];
  carry = async () => undefined;
});

const emailJob = (given: Partial<EmailJob> = {}): EmailJob => ({
  id: `mail-${++last}`,
  mail: { kind: "verify-email", to: `ana${last}@example.com`, firstName: "Ana", link: SECRET },
  createdAt: START,
  userId: null,
  ...given,
});

const workerOver = (over: typeof store) =>
  createDelivery(over, {
    clock: () => time.now,
    origin: "https://coffer.test",
    mailer: {
      async send(message) {
        await carry(message);
        sent.push(message);
      },
    },
    renderEmail: ({ kind }) => ({ subject: kind, html: "<p>Hello</p>", text: "Hello" }),
  });
const worker = workerOver(store);
const itemOf = (id: string) => table.get({ pk: `OUTBOX#${id}`, sk: "MAIL" });

const failedMails = async () => (await store.outbox.failed(undefined, 50))?.mails ?? [];

describe("a mail", () => {
  test("is sent once, by whichever of many workers takes it first", async () => {
    const mail = emailJob();
    await store.outbox.add(mail);
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => worker.deliver(mail.id)));
    expect(sent).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === "sent")).toHaveLength(1);
  });

  test("with an id that was used before is not queued, even after that one was sent", async () => {
    const mail = emailJob();
    expect(await store.outbox.add(mail)).toBe(true);
    expect(await store.outbox.add({ ...mail, createdAt: START + 1 })).toBe(false);
    await worker.deliver(mail.id);
    expect(await store.outbox.add({ ...mail, createdAt: START + 2 })).toBe(false);
  });

  test("leaves no secret behind once it is sent", async () => {
    const mail = emailJob();
    await store.outbox.add(mail);
    await worker.deliver(mail.id);
    const item = await itemOf(mail.id);
    expect(item).toMatchObject({ outcome: "sent" });
    expect(JSON.stringify(item)).not.toContain("secret");
    expect(JSON.stringify(item)).not.toContain("example.com");
  });

  test("that was sent is not sent again when the store is busy", async () => {
    const mail = emailJob();
    await store.outbox.add(mail);
    let busy = 3;
    const done: typeof store.outbox.done = async (...claim) => {
      if (busy-- > 0) throw new Refusal("busy", "The service is busy");
      return store.outbox.done(...claim);
    };
    const patient = workerOver({ ...store, outbox: { ...store.outbox, done } });
    expect(await patient.deliver(mail.id)).toBe("sent");
    time.now += LEASE_MS;
    expect(await worker.deliver(mail.id)).toBe("not due");
    expect(sent).toHaveLength(1);
  });

  test("is sent by the sweep only when it is due", async () => {
    const mail = emailJob({ createdAt: START + 60_000 });
    await store.outbox.add(mail);
    await worker.sweep();
    expect(sent.map(({ id }) => id)).not.toContain(mail.id);
    time.now = START + 60_000;
    await worker.sweep();
    expect(sent.map(({ id }) => id)).toContain(mail.id);
  });
});

test("account mail never waits for bulk mail", async () => {
  await newUser(store, { id: 1, email: "ana@example.com", emailNotifications: true });
  // More than a sweep looks for at a time.
  const bulk = Array.from({ length: 70 }, (_, index) =>
    emailJob({
      id: `bulk-digest-${index}-2026-11-21`,
      mail: { kind: "digest", to: "ana@example.com", day: day("2026-11-21") },
      userId: 1,
    }),
  );
  await inBulk(table, ({ outbox }) => Promise.all(bulk.map((one) => outbox.add(one))));
  const reset = emailJob({ createdAt: START + 1 });
  await store.outbox.add(reset);
  time.now = START + 2;
  expect(await store.outbox.due("account", time.now, 64)).toContain(reset.id);
  expect(await store.outbox.due("account", time.now, 64)).not.toContain(bulk[0]?.id);
  expect(Math.min(...(await store.outbox.waiting("account")))).toBeLessThanOrEqual(START + 1);
  await worker.sweep(["account"]);
  expect(await store.outbox.due("account", time.now, 64)).toEqual([]);
  expect(sent.map(({ id }) => id)).toContain(reset.id);
  expect(sent.filter(({ id }) => id.startsWith("bulk-digest-"))).toEqual([]);
  await worker.sweep(["bulk"]);
  expect(sent.filter(({ id }) => id.startsWith("bulk-digest-"))).toHaveLength(70);
});

describe("a failing mail server", () => {
  test("is retried after pauses that double until the mail is given up", async () => {
    const mail = emailJob();
    await store.outbox.add(mail);
    carry = async () => {
      throw new Error("the server is away");
    };
    const pauses: number[] = [];
    for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt++) {
      expect(await worker.deliver(mail.id)).toBe("postponed");
      const dueAt = Number((await itemOf(mail.id))?.dueAt);
      pauses.push((dueAt - time.now) / 60_000);
      expect(await worker.deliver(mail.id)).toBe("not due");
      time.now = dueAt;
    }
    expect(pauses.slice(0, 10)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 360]);
    expect(await worker.deliver(mail.id)).toBe("failed");
    const [failed] = await failedMails();
    expect(failed).toMatchObject({ id: mail.id, attempts: MAX_ATTEMPTS, subject: "verify-email" });
    expect(failed?.reason).toContain("the server is away");
  });

  test("that refuses permanently is not retried until an administrator asks for it", async () => {
    const mail = emailJob();
    await store.outbox.add(mail);
    carry = async () => {
      throw new Undeliverable("no such mailbox");
    };
    expect(await worker.deliver(mail.id)).toBe("failed");
    expect((await itemOf(mail.id))?.expiresAt).toBe((START + 60 * 24 * 60 * 60_000) / 1000);
    carry = async () => undefined;
    time.now += 24 * 60 * 60_000;
    expect(await worker.deliver(mail.id)).toBe("not due");

    expect(await store.outbox.retry(mail.id, time.now)).toBe(true);
    expect(await store.outbox.retry(mail.id, time.now)).toBe(false);
    expect((await failedMails()).map(({ id }) => id)).not.toContain(mail.id);
    expect(await itemOf(mail.id)).not.toHaveProperty("expiresAt");
    expect(await worker.deliver(mail.id)).toBe("sent");
  });
});

describe("mail that was given up", () => {
  const giveUp = async (error: Error, job = emailJob()) => {
    await store.outbox.add(job);
    carry = async () => {
      throw error;
    };
    expect(await worker.deliver(job.id)).toBe("failed");
    carry = async () => undefined;
    return job;
  };

  test("since an instant is resent once, even if the command is repeated", async () => {
    time.now = START + 20 * DAY_MS;
    const before = await giveUp(new Undeliverable("Transaction failed"));
    time.now += 1_000;
    const since = time.now;
    // More than a page of the list.
    const after: EmailJob[] = [];
    for (let n = 0; n < 60; n++) after.push(await giveUp(new Undeliverable("Transaction failed")));
    const [sentMeanwhile = before, ...others] = after;
    await store.outbox.retry(sentMeanwhile.id, time.now);
    expect(await worker.deliver(sentMeanwhile.id)).toBe("sent");
    sent = [];

    expect(await resendGivenUp(store.outbox, since, time.now)).toBe(others.length);
    expect(await resendGivenUp(store.outbox, since, time.now)).toBe(0);
    await worker.sweep(["account"]);
    expect(await resendGivenUp(store.outbox, since, time.now)).toBe(0);
    await worker.sweep(["account"]);
    const ids = sent.map(({ id }) => id).filter((id) => [...after, before].some((mail) => mail.id === id));
    expect(ids.sort()).toEqual(others.map(({ id }) => id).sort());
  });

  test("is resent once by two concurrent commands", async () => {
    time.now = START + 30 * DAY_MS;
    await giveUp(new Undeliverable("Transaction failed"));
    const both = [store, store].map(({ outbox }) => resendGivenUp(outbox, time.now, time.now));
    const [one = 0, two = 0] = await Promise.all(both);
    expect(one + two).toBe(1);
  });

  test("is reported unless its address does not exist", async () => {
    time.now = START + 40 * DAY_MS;
    const givenUp: string[] = [];
    const reporting = createDelivery(store, {
      clock: () => time.now,
      origin: "https://coffer.test",
      mailer: { send: (message) => carry(message) },
      renderEmail: ({ kind }) => ({ subject: kind, html: "", text: "" }),
      onGivenUp: (kind) => givenUp.push(kind),
    });
    const errors = [new Undeliverable("no"), new AddressRefused("no such user"), new HeldBack("paused")];
    for (const error of errors) {
      const job = emailJob();
      await store.outbox.add(job);
      carry = async () => {
        throw error;
      };
      await reporting.deliver(job.id);
    }
    expect(givenUp).toEqual(["verify-email"]);
    expect(await resendGivenUp(store.outbox, time.now, time.now)).toBe(2);
  });
});

test("an address that the mail server refuses for good is remembered as undeliverable", async () => {
  const mail = emailJob();
  await store.outbox.add(mail);
  carry = async () => {
    throw new AddressRefused("550 no such user");
  };
  expect(await worker.deliver(mail.id)).toBe("failed");
  expect(await store.suppression.reasonFor(mail.mail.to)).toBe("bounce");
});

test("mail that an operator has to release waits indefinitely", async () => {
  const mail = emailJob();
  await store.outbox.add(mail);
  carry = async () => {
    throw new HeldBack("Amazon SES is in its sandbox");
  };
  for (let attempt = 1; attempt <= MAX_ATTEMPTS + 1; attempt++) {
    expect(await worker.deliver(mail.id)).toBe("postponed");
    time.now = Number((await itemOf(mail.id))?.dueAt);
  }
  const listed = async () => (await failedMails()).find(({ id }) => id === mail.id);
  expect(await listed()).toMatchObject({ reason: "Amazon SES is in its sandbox", waiting: true });
  expect(await itemOf(mail.id)).not.toHaveProperty("expiresAt");

  carry = async () => undefined;
  expect(await store.outbox.retry(mail.id, time.now)).toBe(true);
  expect(await listed()).toBeUndefined();
  expect(await worker.deliver(mail.id)).toBe("sent");
  expect(await listed()).toBeUndefined();
});

test("an address that complained still gets mail about its own account", async () => {
  const mail = emailJob();
  await store.suppression.suppress(mail.mail.to, "complaint", START);
  await store.outbox.add(mail);
  expect(await worker.deliver(mail.id)).toBe("sent");
});

test("an address that bounced gets no mail", async () => {
  const mail = emailJob();
  await store.suppression.suppress(mail.mail.to, "bounce", START);
  await store.outbox.add(mail);
  expect(await worker.deliver(mail.id)).toBe("suppressed");
  expect(sent).toEqual([]);
  expect(await itemOf(mail.id)).toMatchObject({ outcome: "suppressed" });
});

describe("a worker killed at any request", () => {
  test.each(["before", "after"] as const)(
    "%s it is carried out still sends the mail, with the same id if twice",
    async (when) => {
      const counts: number[] = [];
      // One more than the number of requests, to include a run without a crash.
      for (let n = 1; n <= 16; n++) {
        const mail = emailJob();
        await store.outbox.add(mail);
        sent = [];
        const dying = workerOver(crashingStore({ at: n, when }));
        await dying.deliver(mail.id).catch(() => undefined);
        time.now += LEASE_MS;
        await worker.deliver(mail.id);
        expect(new Set(sent.map(({ id }) => id))).toEqual(new Set([mail.id]));
        counts.push(sent.length);
        expect(await itemOf(mail.id)).toMatchObject({ outcome: "sent" });
      }
      // Sent twice only if killed between the mail server's answer and the mark, with the same id.
      const twice = counts.filter((count) => count > 1);
      expect(twice).toEqual(when === "before" ? [2] : []);
      expect(counts.at(-1)).toBe(1);
    },
  );
});

test("mail and tasks that an earlier release queued without lanes are still sent", async () => {
  const { store, table } = await freshTable(inject("engine"));
  const queued = (id: string, mail: object, userId: number | null, queue: string) =>
    table.put({
      pk: `OUTBOX#${id}`,
      sk: "MAIL",
      id,
      mail,
      userId,
      createdAt: START,
      attempts: 0,
      dueAt: START,
      schedulePk: `${queue}#0`,
      scheduleSk: `${new Date(START).toISOString()}#${id}`,
    });
  const { email: to } = await newUser(store, { id: 1, emailVerified: true, isAdmin: true });
  await queued("1795", { kind: "account-kept", to, firstName: "Ana" }, 1, "OUTBOX");
  await queued("preview-1-5", { kind: "digest", to, day: "2026-11-21", preview: true }, 1, "OUTBOX");
  await queued("1796", { kind: "administrator-added", to, byName: "Ben Stone" }, 1, "OUTBOX");
  time.now = START + 1;
  const env = { ...quiet, clock: () => time.now, ids: idsInARow() };
  await workerOver(store).sweep(["account"]);
  await createTasks(store, env).runDue();
  await workerOver(store).sweep(["account"]);
  expect(sent.map(({ subject }) => subject).sort()).toEqual([
    "account-kept",
    "digest-preview",
    "new-administrator",
  ]);
  expect(await store.outbox.waiting("account")).toEqual([]);
  expect(await store.tasks.due(time.now + 60 * 60_000)).toEqual([]);
});
