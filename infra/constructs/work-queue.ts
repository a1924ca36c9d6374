import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { IFunction } from "aws-cdk-lib/aws-lambda";
import { SqsEventSource } from "aws-cdk-lib/aws-lambda-event-sources";
import { type IQueue, Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import { Duration } from "aws-cdk-lib/core";
import type { Construct } from "constructs";

type WorkQueueProps = {
  stage: string;
  name: string;
  timeout: Duration;
  retention: Duration;
  deadLetters: IQueue;
};

export function createWorkQueue(scope: Construct, id: string, props: WorkQueueProps): Queue {
  const { stage, name, timeout, retention: retentionPeriod, deadLetters } = props;
  return new Queue(scope, id, {
    queueName: `coffer-${stage}-${name}`,
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    // As AWS advises for functions: long enough for a run, and for its repetitions when Lambda throttles.
    visibilityTimeout: Duration.seconds(timeout.toSeconds() * 6),
    retentionPeriod,
    deadLetterQueue: { queue: deadLetters, maxReceiveCount: 3 },
  });
}

export const sendTo = ({ queueArn }: IQueue): PolicyStatement =>
  new PolicyStatement({ actions: ["sqs:SendMessage"], resources: [queueArn] });

/** Runs the function for what is in the queue, `concurrency` (at least 2) at once. */
export function consume(queue: IQueue, target: IFunction, concurrency: number, batchSize: number): void {
  target.addEventSource(
    new SqsEventSource(queue, { batchSize, maxConcurrency: concurrency, reportBatchItemFailures: true }),
  );
}
