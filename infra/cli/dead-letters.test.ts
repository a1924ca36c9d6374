import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { type Answers, linesOf, startAws } from "../test/fake-aws.ts";
import { readDeadLetter, workDeadLetters } from "./dead-letters.ts";

const arn = (name: string) => `arn:aws:lambda:eu-central-1:123456789012:function:coffer-dev-${name}:live`;
const tick = { time: "2026-11-21T09:00:00Z" };
const notification = { Type: "Notification", MessageId: "1", Message: "{}" };

/** A message as each source writes it. */
const MESSAGES = {
  asynchronous: {
    MessageId: "1",
    ReceiptHandle: "receipt-1",
    Body: JSON.stringify({
      version: "1.0",
      requestContext: { functionArn: arn("ses-events"), condition: "RetriesExhausted" },
      requestPayload: { Records: [] },
    }),
  },
  stream: {
    MessageId: "2",
    ReceiptHandle: "receipt-2",
    Body: JSON.stringify({
      version: "1.0",
      requestContext: { functionArn: arn("outbox"), condition: "RetryAttemptsExhausted" },
      DDBStreamBatchInfo: { shardId: "shardId-1", startSequenceNumber: "1" },
    }),
  },
  scheduler: {
    MessageId: "3",
    ReceiptHandle: "receipt-3",
    Body: JSON.stringify(tick),
    MessageAttributes: {
      TARGET_ARN: { DataType: "String", StringValue: arn("digests") },
      ERROR_CODE: { DataType: "String", StringValue: "Lambda.TooManyRequestsException" },
    },
  },
  queue: {
    MessageId: "5",
    ReceiptHandle: "receipt-5",
    Body: JSON.stringify({ at: 1 }),
    Attributes: { DeadLetterQueueSourceArn: "arn:aws:sqs:eu-central-1:123456789012:coffer-dev-digest-pages" },
  },
  sns: { MessageId: "4", ReceiptHandle: "receipt-4", Body: JSON.stringify(notification) },
};

describe("replays", () => {
  test("the event of an asynchronous invocation", () => {
    expect(readDeadLetter(MESSAGES.asynchronous, "dev")).toMatchObject({
      target: { function: "coffer-dev-ses-events" },
      event: { Records: [] },
    });
  });

  test("a tick of the outbox for a batch of the stream, because its mail is still in the table", () => {
    expect(readDeadLetter(MESSAGES.stream, "dev")).toMatchObject({
      target: { function: "coffer-dev-outbox" },
      event: { time: expect.stringMatching(/^\d{4}-.*Z$/) },
    });
  });

  test("the scheduler's tick, for the instant at which it was due", () => {
    expect(readDeadLetter(MESSAGES.scheduler, "dev")).toEqual({
      target: { function: "coffer-dev-digests" },
      event: tick,
      failedBecause: "Lambda.TooManyRequestsException",
    });
  });

  test("a queue's message, into its queue", () => {
    expect(readDeadLetter(MESSAGES.queue, "dev")).toMatchObject({
      target: { queue: "coffer-dev-digest-pages" },
      event: { at: 1 },
    });
  });

  test("an SNS notification, in the event that SNS would deliver", () => {
    expect(readDeadLetter(MESSAGES.sns, "dev")).toMatchObject({
      target: { function: "coffer-dev-ses-events" },
      event: { Records: [{ Sns: notification }] },
    });
  });
});

test("SES's notice that it validated the topic is not replayed", () => {
  const Message = "Successfully validated SNS topic for Amazon SES event publishing.";
  const body = JSON.stringify({ ...notification, Message });
  expect(readDeadLetter({ ...MESSAGES.sns, Body: body }, "dev")).toBeUndefined();
});

/** A queue that gives its messages once; functions that fail for the names given. */
async function work(replay: boolean, failing: string[] = []) {
  const rest = Object.values(MESSAGES);
  const answers: Answers = {
    GetQueueUrl: { json: { QueueUrl: "https://sqs/coffer-dev-dead-letters" } },
    ReceiveMessage: () => {
      const Messages = rest.splice(0, 3);
      return {
        json: {
          Messages: Messages.map((message) => ({
            ...message,
            MD5OfBody: createHash("md5").update(message.Body).digest("hex"),
          })),
        },
      };
    },
    DeleteMessage: { json: {} },
    SendMessage: ({ MessageBody = "" }) => ({
      json: { MessageId: "6", MD5OfMessageBody: createHash("md5").update(MessageBody).digest("hex") },
    }),
    Invoke: ({ path = "" }) =>
      failing.some((name) => path.includes(name))
        ? { json: { errorMessage: "still broken" }, headers: { "x-amz-function-error": "Unhandled" } }
        : { json: null },
  };
  const { aws, calls } = await startAws(answers);
  const lines = await linesOf(workDeadLetters(aws, "dev", replay));
  const deleted = calls
    .filter(({ operation }) => operation === "DeleteMessage")
    .map(({ input }) => input.ReceiptHandle);
  return { lines, calls, deleted };
}

test("listing changes nothing", async () => {
  const { lines, calls } = await work(false);
  expect(lines).toHaveLength(5);
  expect(calls.filter(({ operation }) => /Invoke|Delete/.test(operation))).toEqual([]);
});

test("a replayed event is deleted", async () => {
  const { lines, calls, deleted } = await work(true);
  expect(lines.every((line) => line.endsWith(": done"))).toBe(true);
  expect(deleted).toEqual(["receipt-1", "receipt-2", "receipt-3", "receipt-5", "receipt-4"]);
  const invoked = calls.filter(({ operation }) => operation === "Invoke").map(({ input }) => input.path);
  expect(invoked[0]).toMatch(/functions\/coffer-dev-ses-events\/invocations\?Qualifier=live$/);
});

test("an event that fails again stays in the queue", async () => {
  const { lines, deleted } = await work(true, ["coffer-dev-digests"]);
  expect(lines[2]).toMatch(/^coffer-dev-digests .*: failed again: .*still broken/);
  expect(deleted).toEqual(["receipt-1", "receipt-2", "receipt-5", "receipt-4"]);
});
