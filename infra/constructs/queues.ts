import type { IFunction } from "aws-cdk-lib/aws-lambda";
import { SqsEventSource } from "aws-cdk-lib/aws-lambda-event-sources";
import { type IQueue, Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import { Duration } from "aws-cdk-lib/core";
import type { Construct } from "constructs";
import { acknowledge } from "./acknowledge.ts";

const PROTECTED = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };

/** The queue of all events that failed for good, which one alarm watches. */
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

/** A queue of pages of work that a job's tick hands to other runs of its function, and of the rest of a long tick. */
export const createWorkQueue = (scope: Construct, id: string, props: WorkQueueProps): Queue =>
  new Queue(scope, id, {
    ...PROTECTED,
    queueName: `coffer-${props.stage}-${props.name}`,
    // As AWS advises: long enough for a run and for its retries when Lambda throttles.
    visibilityTimeout: Duration.seconds(props.timeout.toSeconds() * 6),
    retentionPeriod: props.retention,
    deadLetterQueue: { queue: props.deadLetters, maxReceiveCount: 3 },
  });

/** Runs the function for the queue's messages. `maxConcurrency` is at least 2. */
export const consume = (queue: IQueue, target: IFunction, maxConcurrency: number, batchSize: number) =>
  target.addEventSource(
    new SqsEventSource(queue, { batchSize, maxConcurrency, reportBatchItemFailures: true }),
  );
