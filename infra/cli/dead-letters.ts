import { InvokeCommand } from "@aws-sdk/client-lambda";
import {
  DeleteMessageCommand,
  GetQueueUrlCommand,
  type Message,
  ReceiveMessageCommand,
} from "@aws-sdk/client-sqs";
import type { Aws } from "./aws.ts";

/** An event that failed, and the function that it is for. */
export type DeadLetter = { functionName: string; event: unknown; failedBecause: string };

/** How long a message stays invisible to others while it is looked at or replayed, in seconds. */
const HOLD = { list: 5, replay: 16 * 60 };

/** Goes through the stage's queue. With `replay` each event is processed again, and deleted once that succeeded. */
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
        WaitTimeSeconds: 1,
      }),
    );
    const fresh = Messages.filter(({ MessageId = "" }) => !seen.has(MessageId));
    if (fresh.length === 0) return;
    for (const message of fresh) {
      seen.add(message.MessageId ?? "");
      const letter = readDeadLetter(message, stage);
      if (!letter) {
        yield `${message.MessageId}: of no source that this knows; look at it in SQS`;
        continue;
      }
      const what = `${letter.functionName} (${letter.failedBecause})`;
      if (!replay) {
        yield what;
        continue;
      }
      const failure = await invoke(aws, letter);
      if (failure === undefined)
        await aws.sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: message.ReceiptHandle }));
      yield failure === undefined ? `${what}: done` : `${what}: failed again: ${failure}`;
    }
  }
}

async function invoke({ lambda }: Aws, { functionName, event }: DeadLetter): Promise<string | undefined> {
  const { FunctionError, Payload } = await lambda.send(
    new InvokeCommand({
      FunctionName: functionName,
      Qualifier: "live",
      Payload: new TextEncoder().encode(JSON.stringify(event)),
    }),
  );
  return FunctionError === undefined ? undefined : new TextDecoder().decode(Payload).slice(0, 500);
}

/**
 * The four sources, by what each writes: an asynchronous invocation's destination (the whole event), the stream's
 * (where the batch was: the mail itself is still in the table, and a tick of the outbox sends it), the scheduler
 * (the event, with its target in an attribute) and SNS (the notification alone).
 */
export function readDeadLetter(
  { Body = "", MessageAttributes }: Message,
  stage: string,
): DeadLetter | undefined {
  const body = Object(JSON.parse(Body));
  const context = Object(body.requestContext);
  const functionName = functionIn(context.functionArn ?? MessageAttributes?.TARGET_ARN?.StringValue);
  if (functionName && body.DDBStreamBatchInfo)
    return { functionName, event: { time: new Date().toISOString() }, failedBecause: "the table's stream" };
  if (functionName && "requestPayload" in body)
    return { functionName, event: body.requestPayload, failedBecause: `${context.condition}` };
  if (functionName)
    return {
      functionName,
      event: body,
      failedBecause: `${MessageAttributes?.ERROR_CODE?.StringValue ?? "the scheduler"}`,
    };
  if (body.Type === "Notification")
    return {
      functionName: `coffer-${stage}-ses-events`,
      event: { Records: [{ EventSource: "aws:sns", Sns: body }] },
      failedBecause: "SNS could not deliver",
    };
  return undefined;
}

/** The function's name in an ARN that may end with an alias or version. */
const functionIn = (arn: unknown): string | undefined =>
  typeof arn === "string" ? /:function:([\w-]+)/.exec(arn)?.[1] : undefined;
