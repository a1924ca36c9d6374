import type { IFunction } from "aws-cdk-lib/aws-lambda";
import { SqsEventSource } from "aws-cdk-lib/aws-lambda-event-sources";
import { type IQueue, Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import { Duration } from "aws-cdk-lib/core";
import type { Construct } from "constructs";

/** What the digests' tick leaves to other runs of its function: pages of people who are due, and the rest of a long tick. */
export function createDigestQueue(
  scope: Construct,
  stage: string,
  timeout: Duration,
  deadLetters: IQueue,
): Queue {
  return new Queue(scope, "DigestQueue", {
    queueName: `coffer-${stage}-digest-pages`,
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    // As AWS advises for functions: long enough for a run, and for its repetitions when Lambda throttles.
    visibilityTimeout: Duration.seconds(timeout.toSeconds() * 6),
    // A summary is about its own day.
    retentionPeriod: Duration.days(1),
    deadLetterQueue: { queue: deadLetters, maxReceiveCount: 3 },
  });
}

/** Runs the function for what is in the queue, `concurrency` (at least 2) at once. */
export function consume(queue: IQueue, target: IFunction, concurrency: number): void {
  target.addEventSource(
    new SqsEventSource(queue, {
      batchSize: 4,
      maxConcurrency: concurrency,
      reportBatchItemFailures: true,
    }),
  );
}
