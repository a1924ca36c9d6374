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

/** Records deliveries and ticks; `deliver` can be made to fail. */
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
  test("delivers inserted email jobs and nothing else", async () => {
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

  test("gets back the record that the store did not answer, and all after it", async () => {
    const { done, handler } = outbox(["2"]);
    const Records = [1, 2, 3].map((n) => record("INSERT", `OUTBOX#${n}`, `10${n}`));
    expect(await handler({ Records })).toEqual({ batchItemFailures: [{ itemIdentifier: "102" }] });
    expect(done).toEqual(["1"]);
  });

  test("fans a new campaign out at once", async () => {
    const { done, handler } = outbox();
    await handler({ Records: [record("INSERT", "CAMPAIGN#0000000000000001", "1")] });
    expect(done).toHaveLength(1);
  });
});

test("the schedule's tick sweeps the outbox as of the tick's instant", async () => {
  const { done, handler } = outbox();
  expect(await handler({ time: "2026-03-08T13:00:00Z" })).toBeUndefined();
  expect(done).toEqual(["2026-03-08T13:00:00.000Z"]);
});

test("a job throws on an event that is not a schedule's", async () => {
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

  test("permanent bounces and complaints suppress their addresses", () => {
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

  test("a full mailbox, a delivery and unknown events suppress nobody", () => {
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

test("answers only requests that carry the origin secret, its previous version included", async () => {
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
