import { InvokeCommand } from "@aws-sdk/client-lambda";
import {
  DeleteMessageCommand,
  GetQueueUrlCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageCommand,
} from "@aws-sdk/client-sqs";
import { readCommandLine, runCommand } from "@coffer/functions/cli/command-line";
import type { Aws } from "./aws.ts";
import { contextOf, openStage, STAGE_OPTIONS } from "./command-line.ts";

const USAGE = {
  use: ["pnpm run dead-letters --stage NAME [--replay]"],
  about: "Lists the events that failed for good.",
  options: {
    replay: { type: "boolean", default: false, help: "repeats each event, and removes those that succeed" },
    ...STAGE_OPTIONS,
  },
} as const;

type DeadLetter = {
  target: { function: string } | { queue: string };
  event: unknown;
  failedBecause: string;
};

/** Seconds for which a message is hidden from others while it is listed or replayed. */
const HOLD = { list: 5, replay: 16 * 60 };

/** Yields a line for each event. */
export async function* workDeadLetters(aws: Aws, stage: string, replay: boolean): AsyncGenerator<string> {
  const { QueueUrl } = await aws.sqs.send(
    new GetQueueUrlCommand({ QueueName: `coffer-${stage}-dead-letters` }),
  );
  const seen = new Set<string>();
  for (;;) {
    const { Messages = [] } = await aws.sqs.send(
      new ReceiveMessageCommand({
        QueueUrl,
        MaxNumberOfMessages: 10,
        VisibilityTimeout: replay ? HOLD.replay : HOLD.list,
        MessageAttributeNames: ["All"],
        MessageSystemAttributeNames: ["DeadLetterQueueSourceArn"],
        WaitTimeSeconds: 1,
      }),
    );
    const fresh = Messages.filter(({ MessageId = "" }) => !seen.has(MessageId));
    if (fresh.length === 0) return;
    for (const message of fresh) {
      seen.add(message.MessageId ?? "");
      const letter = readDeadLetter(message, stage);
      if (!letter) {
        yield `${message.MessageId}: of an unknown source; look at it in SQS`;
        continue;
      }
      const what = `${Object.values(letter.target).join()} (${letter.failedBecause})`;
      if (!replay) {
        yield what;
        continue;
      }
      const failure = await replayLetter(aws, letter);
      if (failure === undefined)
        await aws.sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: message.ReceiptHandle }));
      yield failure === undefined ? `${what}: done` : `${what}: failed again: ${failure}`;
    }
  }
}

async function replayLetter({ lambda, sqs }: Aws, { target, event }: DeadLetter) {
  const body = JSON.stringify(event);
  if ("queue" in target) {
    const { QueueUrl } = await sqs.send(new GetQueueUrlCommand({ QueueName: target.queue }));
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: body }));
    return undefined;
  }
  const { FunctionError, Payload } = await lambda.send(
    new InvokeCommand({
      FunctionName: target.function,
      Qualifier: "live",
      Payload: new TextEncoder().encode(body),
    }),
  );
  return FunctionError === undefined ? undefined : new TextDecoder().decode(Payload).slice(0, 500);
}

/**
 * Recognizes the five sources by what they write: an asynchronous invocation (the whole event), the table's stream (the
 * batch's position: the mail is still in the table, and a tick of its function sends it), the scheduler (the event, with
 * its target in an attribute), SNS (the notification alone) and a queue (its message).
 */
export function readDeadLetter(
  { Body = "", MessageAttributes, Attributes }: Message,
  stage: string,
): DeadLetter | undefined {
  const body = Object(JSON.parse(Body));
  const queue = Attributes?.DeadLetterQueueSourceArn?.split(":").at(-1);
  if (queue) return { target: { queue }, event: body, failedBecause: "its function failed three times" };
  const context = Object(body.requestContext);
  const name = functionIn(context.functionArn ?? MessageAttributes?.TARGET_ARN?.StringValue);
  const letter = (target: string, event: unknown, failedBecause: string) => ({
    target: { function: target },
    event,
    failedBecause,
  });
  if (name && body.DDBStreamBatchInfo)
    return letter(name, { time: new Date().toISOString() }, "the table's stream");
  if (name && "requestPayload" in body) return letter(name, body.requestPayload, `${context.condition}`);
  if (name) return letter(name, body, MessageAttributes?.ERROR_CODE?.StringValue ?? "the scheduler");
  if (body.Type === "Notification") {
    // SES's test of the topic when it was created.
    if (/^Successfully validated SNS topic/.test(String(body.Message))) return undefined;
    const event = { Records: [{ EventSource: "aws:sns", Sns: body }] };
    return letter(`coffer-${stage}-ses-events`, event, "SNS could not deliver");
  }
  return undefined;
}

const functionIn = (arn: unknown): string | undefined =>
  typeof arn === "string" ? /:function:([\w-]+)/.exec(arn)?.[1] : undefined;

if (import.meta.main)
  await runCommand(async () => {
    const { options: values } = readCommandLine(USAGE, process.argv.slice(2));
    const { stage, home } = await openStage(contextOf(values));
    let count = 0;
    for await (const line of workDeadLetters(home, stage.name, values.replay)) {
      count += 1;
      console.log(line);
    }
    if (count === 0) console.log("There are no dead letters.");
  });
