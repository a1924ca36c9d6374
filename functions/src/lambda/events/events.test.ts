import type { Delivered } from "@coffer/core/mail/delivery";
import type { Lane } from "@coffer/core/mail/email-kinds";
import { parseDay } from "@coffer/domain/time/day";
import { Hono } from "hono";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { createLog } from "../../log.ts";
import { throughCloudFront } from "../middleware.ts";
import { createOutboxHandler } from "./outbox.ts";
import {
  createDigestsHandler,
  createSubscriptionsHandler,
  type DigestMessage,
  type SubscriptionMessage,
  scheduled,
} from "./schedule.ts";
import { suppressedIn } from "./ses.ts";

const log = createLog(() => undefined);

const record = (eventName: string, pk: string, sequence: string) => ({
  eventName,
  eventSource: "aws:dynamodb",
  dynamodb: {
    SequenceNumber: sequence,
    Keys: { pk: { S: pk }, sk: { S: "MAIL" } },
    StreamViewType: "KEYS_ONLY",
  },
});

/** Records deliveries and ticks; `deliver` can be made to fail. */
function outbox(failing: readonly string[] = [], lane: Lane = "account") {
  const done: string[] = [];
  const job = async (at: number) => {
    done.push(new Date(at).toISOString());
    return "done";
  };
  const deliver = async (id: string): Promise<Delivered> => {
    if (failing.includes(id)) throw new Error("the table is away");
    done.push(id);
    return "sent";
  };
  return {
    done,
    handler: createOutboxHandler(
      lane,
      job,
      { deliver, runTask: async (id) => void done.push(`task ${id}`) },
      log,
    ),
  };
}

describe("the table's stream", () => {
  test("delivers inserted email jobs only", async () => {
    const { done, handler } = outbox();
    const Records = [
      record("INSERT", "OUTBOX#account-1", "100"),
      record("MODIFY", "OUTBOX#account-2", "101"),
      record("INSERT", "BUDGET#3", "102"),
      record("REMOVE", "OUTBOX#account-4", "103"),
      record("INSERT", "OUTBOX#bulk-digest-5-2026-11-21", "104"),
      record("INSERT", "TASK#6", "105"),
    ];
    expect(await handler({ Records })).toEqual({ batchItemFailures: [] });
    expect(done).toEqual(["account-1", "task 6"]);
    const bulk = outbox([], "bulk");
    expect(await bulk.handler({ Records })).toEqual({ batchItemFailures: [] });
    expect(bulk.done).toEqual(["bulk-digest-5-2026-11-21"]);
  });

  test("gets the records from the failed one back", async () => {
    const { done, handler } = outbox(["account-2"]);
    const Records = [1, 2, 3].map((n) => record("INSERT", `OUTBOX#account-${n}`, `10${n}`));
    expect(await handler({ Records })).toEqual({ batchItemFailures: [{ itemIdentifier: "102" }] });
    // Lambda repeats the mails after it as well, which are no longer due then.
    expect(done).toEqual(["account-1", "account-3"]);
  });

  test("starts a new campaign at once", async () => {
    const { done, handler } = outbox([], "bulk");
    await handler({ Records: [record("INSERT", "CAMPAIGN#0000000000000001", "1")] });
    expect(done).toHaveLength(1);
  });
});

test("the tick sweeps the outbox as of its instant", async () => {
  const { done, handler } = outbox();
  expect(await handler({ time: "2026-03-08T13:00:00Z" })).toBeUndefined();
  expect(done).toEqual(["2026-03-08T13:00:00.000Z"]);
});

test("a job throws on an unknown event", async () => {
  const run = scheduled(async () => "done", log);
  await expect(run({ hour: 1 })).rejects.toThrow();
  await expect(run({ time: "now" })).rejects.toThrow();
});

describe("SES's events", () => {
  const sns = (...messages: unknown[]) => ({
    Records: messages.map((message) => ({
      EventSource: "aws:sns",
      Sns: { Message: JSON.stringify(message) },
    })),
  });
  const bounce = (bounceType: string) => ({
    eventType: "Bounce",
    bounce: { bounceType, bouncedRecipients: [{ emailAddress: "Ana <ana@example.com>", status: "5.1.1" }] },
    mail: { messageId: "1" },
  });

  test("suppress the addresses of permanent bounces and complaints", () => {
    const complaint = {
      eventType: "Complaint",
      complaint: {
        complainedRecipients: [{ emailAddress: "ben@example.com" }, { emailAddress: "eve@example.com" }],
      },
    };
    expect(suppressedIn(sns(bounce("Permanent"), complaint))).toEqual([
      { address: "ana@example.com", reason: "bounce", isUnproven: false },
      { address: "ben@example.com", reason: "complaint", isUnproven: false },
      { address: "eve@example.com", reason: "complaint", isUnproven: false },
    ]);
  });

  test.each([
    ["abuse", 1],
    ["virus", 1],
    ["unknown", 1],
    [null, 1],
    ["not-spam", 0],
    ["auth-failure", 0],
  ])("feedback of the type %s suppresses %i", (complaintFeedbackType, suppressed) => {
    const complainedRecipients = [{ emailAddress: "ben@example.com" }];
    const complaint = { complainedRecipients, complaintFeedbackType };
    expect(suppressedIn(sns({ eventType: "Complaint", complaint }))).toHaveLength(suppressed);
  });

  test("mark bounces of mail to unverified addresses", () => {
    const tagged = { ...bounce("Permanent"), mail: { tags: { recipient: ["unproven"], "ses:from": ["x"] } } };
    expect(suppressedIn(sns(tagged))).toEqual([
      { address: "ana@example.com", reason: "bounce", isUnproven: true },
    ]);
  });

  test("suppress nobody for a full mailbox, a delivery or an unknown event", () => {
    const others = [
      bounce("Transient"),
      bounce("Undetermined"),
      { eventType: "Delivery" },
      { hello: 1 },
      null,
    ];
    expect(suppressedIn(sns(...others))).toEqual([]);
  });

  test("accept the text that validates the topic", () => {
    const [event] = sns(bounce("Permanent")).Records;
    const text = "Successfully validated SNS topic for Amazon SES event publishing.";
    const Records = [{ EventSource: "aws:sns", Sns: { Message: text } }, event];
    expect(suppressedIn({ Records }).map(({ address }) => address)).toEqual(["ana@example.com"]);
  });
});

test("requires the current or previous origin secret", async () => {
  const secrets = async () => [
    { id: "2", text: "new" },
    { id: "1", text: "old" },
  ];
  const app = new Hono().use(throughCloudFront(secrets)).get("/api/health", (http) => http.text("fine"));
  const status = async (secret?: string) =>
    (await app.request("/api/health", { headers: secret === undefined ? {} : { "x-origin-secret": secret } }))
      .status;
  expect([await status("new"), await status("old")]).toEqual([200, 200]);
  expect([await status(), await status(""), await status("guess")]).toEqual([404, 404, 404]);
});

describe("the daily summaries' tick", () => {
  const page = { zone: "Europe/Paris", day: "2026-11-21", from: "09:00#1", to: "09:00#9" };
  const PAGE = v.parse(
    v.object({ zone: v.picklist(["Europe/Paris"]), from: v.string(), to: v.string() }),
    page,
  );
  const day = parseDay(page.day);

  /** Finds one page in a tick, and finishes at the second attempt. */
  function summaries() {
    const sent: DigestMessage[] = [];
    const queued: unknown[] = [];
    let ticks = 0;
    const digests: Parameters<typeof createDigestsHandler>[0] = {
      async tick(_, handOver = async () => 0) {
        if (day) await handOver({ ...PAGE, day }, []);
        return { due: 500, queued: 0, finished: ++ticks > 1 };
      },
      async queuePage(read) {
        if (queued.length > 0) throw new Error("the table is away");
        queued.push(read);
        return 500;
      },
    };
    return {
      sent,
      queued,
      handler: createDigestsHandler(digests, { send: async (one) => void sent.push(one) }, log),
    };
  }

  test("hands pages to the queue", async () => {
    const { sent, handler } = summaries();
    await handler({ time: "2026-11-21T08:00:00Z" });
    expect(sent).toEqual([page, { at: Date.parse("2026-11-21T08:00:00Z") }]);
    const again = sent.splice(0).slice(1);
    await handler({ Records: again.map((one) => ({ messageId: "1", body: JSON.stringify(one) })) });
    expect(sent).toEqual([page]);
  });

  test("returns failed pages", async () => {
    const { queued, handler } = summaries();
    const Records = ["1", "2"].map((messageId) => ({ messageId, body: JSON.stringify(page) }));
    expect(await handler({ Records })).toEqual({ batchItemFailures: [{ itemIdentifier: "2" }] });
    expect(queued).toEqual([page]);
  });
});

describe("due payments and daily notices", () => {
  const at = Date.parse("2026-11-21T08:00:00Z");
  const since = parseDay("2026-11-21");
  const due = since ? [{ ownerId: 1, id: 2, since }] : [];
  const watches = since ? [{ userId: 3, since }] : [];

  /** A page of each at a tick; the clock advances by `step` with every reading. */
  function jobs(step = 0) {
    const sent: SubscriptionMessage[] = [];
    const worked: string[] = [];
    let now = 0;
    const clock = () => {
      now += step;
      return now;
    };
    const handler = createSubscriptionsHandler(
      {
        payments: {
          async *duePages(_, after = "") {
            yield { items: due, position: `${after}payment` };
            yield { items: due, position: `${after}last` };
          },
          async postPage(items) {
            if (worked.length > 0) throw new Error("the table is away");
            worked.push(`${items.length} payment`);
            return { posted: 1, found: 0, ended: 0 };
          },
        },
        notices: {
          async *duePages() {
            yield { items: watches, zone: "Europe/Paris", position: "watch" };
          },
          async notifyPage({ zone }) {
            worked.push(zone);
            return { people: 1, notified: 1 };
          },
        },
      },
      { send: async (message) => void sent.push(message) },
      clock,
      log,
    );
    return { sent, worked, handler };
  }

  test("are queued by a tick, which continues as messages when its time is up", async () => {
    const { sent, handler } = jobs();
    await handler({ time: "2026-11-21T08:00:00Z" });
    expect(sent.map(({ job }) => job).sort()).toEqual(["notices", "payments", "payments"]);
    const slow = jobs(40_000);
    await slow.handler({ time: "2026-11-21T08:00:00Z" });
    const rest = slow.sent.filter(({ job }) => job.startsWith("find"));
    expect(rest).toContainEqual({ job: "find-payments", at, after: "payment" });
    await slow.handler({ Records: [{ messageId: "1", body: JSON.stringify(rest[0]) }] });
    expect(slow.sent).toContainEqual({ job: "find-payments", at, after: "paymentpayment" });
  });

  test("are processed page by page", async () => {
    const { worked, handler } = jobs();
    const messages = [
      { job: "payments", at, items: due },
      { job: "payments", at, items: due },
      { job: "notices", at, zone: "Europe/Paris", items: watches },
      { job: "none" },
    ];
    const Records = messages.map((one, index) => ({ messageId: String(index), body: JSON.stringify(one) }));
    expect(await handler({ Records })).toEqual({
      batchItemFailures: [{ itemIdentifier: "1" }, { itemIdentifier: "3" }],
    });
    expect(worked).toEqual(["1 payment", "Europe/Paris"]);
  });
});
