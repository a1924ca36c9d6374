import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import { Duration } from "aws-cdk-lib/core";
import type { Construct } from "constructs";
import { acknowledge } from "./acknowledge.ts";

/** Events that failed for good, of every source; one queue, because one alarm watches it. */
export function createDeadLetters(scope: Construct, stage: string): Queue {
  const queue = new Queue(scope, "DeadLetters", {
    queueName: `coffer-${stage}-dead-letters`,
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: Duration.days(14),
  });
  acknowledge(queue, { SQS3: "This is the dead-letter queue" });
  return queue;
}
