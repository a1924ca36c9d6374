import type { Delivered } from "@coffer/core/delivery";
import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import { createLog } from "../../log.ts";
import { throughCloudFront } from "./edge.ts";
import { createOutboxHandler } from "./outbox.ts";
import { scheduled } from "./schedule.ts";
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

/** A handler whose deliveries and ticks are noted; `deliver` may be told to fail. */
function outbox(failing: readonly string[] = []) {
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
  return { done, handler: createOutboxHandler(job, { deliver }, log) };
}

describe("the table's stream", () => {
  test("has new mail delivered, and nothing else", async () => {
    const { done, handler } = outbox();
    const Records = [
      record("INSERT", "OUTBOX#1", "100"),
      record("MODIFY", "OUTBOX#2", "101"),
      record("INSERT", "BUDGET#3", "102"),
      record("REMOVE", "OUTBOX#4", "103"),
      record("INSERT", "OUTBOX#digest-5-2026-11-21", "104"),
    ];
    expect(await handler({ Records })).toEqual({ batchItemFailures: [] });
    expect(done).toEqual(["1", "digest-5-2026-11-21"]);
  });

  test("is given back what could not be looked at, and all after it", async () => {
    const { done, handler } = outbox(["2"]);
    const Records = [1, 2, 3].map((n) => record("INSERT", `OUTBOX#${n}`, `10${n}`));
    expect(await handler({ Records })).toEqual({ batchItemFailures: [{ itemIdentifier: "102" }] });
    expect(done).toEqual(["1"]);
  });

  test("has a campaign's recipients found at once", async () => {
    const { done, handler } = outbox();
    await handler({ Records: [record("INSERT", "CAMPAIGN#0000000000000001", "1")] });
    expect(done).toHaveLength(1);
  });
});

test("the schedule's tick sweeps, at the tick's own instant", async () => {
  const { done, handler } = outbox();
  expect(await handler({ time: "2026-03-08T13:00:00Z" })).toBeUndefined();
  expect(done).toEqual(["2026-03-08T13:00:00.000Z"]);
});

test("a job fails loudly on an event that is none of a schedule", async () => {
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

  test("a permanent bounce and a complaint suppress their addresses", () => {
    const complaint = {
      eventType: "Complaint",
      complaint: {
        complainedRecipients: [{ emailAddress: "ben@example.com" }, { emailAddress: "eve@example.com" }],
      },
    };
    expect(suppressedIn(sns(bounce("Permanent"), complaint))).toEqual([
      { address: "ana@example.com", reason: "bounce" },
      { address: "ben@example.com", reason: "complaint" },
      { address: "eve@example.com", reason: "complaint" },
    ]);
  });

  test("a full mailbox, a delivery and what SES may send one day suppress nobody", () => {
    const others = [
      bounce("Transient"),
      bounce("Undetermined"),
      { eventType: "Delivery" },
      { hello: 1 },
      null,
    ];
    expect(suppressedIn(sns(...others))).toEqual([]);
  });
});

test("only what came through CloudFront is answered, with the secret's version before while it changes over", async () => {
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
