import type { IFunction } from "aws-cdk-lib/aws-lambda";
import { SqsEventSource } from "aws-cdk-lib/aws-lambda-event-sources";
import { type IQueue, Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import { Duration } from "aws-cdk-lib/core";
import type { Construct } from "constructs";
import { acknowledge } from "./acknowledge.ts";

const PROTECTED = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };

/** Events that failed for good, of every source; one queue, because one alarm watches it. */
export function createDeadLetters(scope: Construct, stage: string): Queue {
  const queue = new Queue(scope, "DeadLetters", {
    ...PROTECTED,
    queueName: `coffer-${stage}-dead-letters`,
    retentionPeriod: Duration.days(14),
  });
  acknowledge(queue, { SQS3: "This is the dead-letter queue" });
  return queue;
}

type WorkQueueProps = {
  stage: string;
  name: string;
  timeout: Duration;
  retention: Duration;
  deadLetters: IQueue;
};

/** Pages of work that a job's tick leaves to other runs of its function, and the rest of a long tick. */
export const createWorkQueue = (scope: Construct, id: string, props: WorkQueueProps): Queue =>
  new Queue(scope, id, {
    ...PROTECTED,
    queueName: `coffer-${props.stage}-${props.name}`,
    // AWS's advice for functions: long enough for a run, and for its repetitions when Lambda throttles.
    visibilityTimeout: Duration.seconds(props.timeout.toSeconds() * 6),
    retentionPeriod: props.retention,
    deadLetterQueue: { queue: props.deadLetters, maxReceiveCount: 3 },
  });

/** Runs the function for what is in the queue, `maxConcurrency` (at least 2) at once. */
export const consume = (queue: IQueue, target: IFunction, maxConcurrency: number, batchSize: number) =>
  target.addEventSource(
    new SqsEventSource(queue, { batchSize, maxConcurrency, reportBatchItemFailures: true }),
  );
