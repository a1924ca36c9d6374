import { WAKING_PREFIXES } from "@coffer/dynamo/mail/outbox-item";
import { type ITable, Table } from "aws-cdk-lib/aws-dynamodb";
import { FilterCriteria, FilterRule, StartingPosition } from "aws-cdk-lib/aws-lambda";
import { DynamoEventSource, SqsDlq } from "aws-cdk-lib/aws-lambda-event-sources";
import { AaaaRecord, ARecord, HostedZone, RecordTarget } from "aws-cdk-lib/aws-route53";
import { CloudFrontTarget } from "aws-cdk-lib/aws-route53-targets";
import type { ISecret } from "aws-cdk-lib/aws-secretsmanager";
import { LambdaSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import type { IQueue } from "aws-cdk-lib/aws-sqs";
import { CfnOutput, Duration, Stack, type StackProps, Validations } from "aws-cdk-lib/core";
import type { Construct } from "constructs";
import type { Stage } from "./config.ts";
import { acknowledge } from "./constructs/acknowledge.ts";
import { Alarms } from "./constructs/alarms.ts";
import { Api } from "./constructs/api.ts";
import { Dashboard } from "./constructs/dashboard.ts";
import { createDeadLetters } from "./constructs/dead-letters.ts";
import { Functions } from "./constructs/functions.ts";
import type { Lambda } from "./constructs/lambda.ts";
import { Mail } from "./constructs/mail.ts";
import { Rollout } from "./constructs/rollout.ts";
import { Schedules, type Tick } from "./constructs/schedules.ts";
import { Site } from "./constructs/site.ts";
import { SiteFiles } from "./constructs/site-files.ts";

type AppStackProps = StackProps & {
  stage: Stage;
  table: ITable;
  sessionKeys: ISecret;
  originSecret: ISecret;
  webAclArn: string | undefined;
  artefacts: string;
  web: string;
};

/** Everything that a deployment may replace: site, API, functions, schedules, alarms. */
export class AppStack extends Stack {
  readonly distributionId: string;
  readonly table: ITable;

  constructor(scope: Construct, id: string, props: AppStackProps) {
    const { stage, originSecret, sessionKeys, webAclArn, artefacts, web, ...stackProps } = props;
    super(scope, id, { ...stackProps, description: `Coffer ${stage.name}: the product` });
    const table = restoredTable(this, stage) ?? props.table;
    this.table = table;
    const deadLetters = createDeadLetters(this, stage.name);
    const mail = new Mail(this, "Mail", stage);
    const api = new Api(this, "Api", stage);
    const site = new Site(this, "Site", { stage, apiHost: api.host, originSecret, webAclArn });
    const functions = new Functions(this, "Functions", {
      stage,
      artefacts,
      table,
      sessionKeys,
      originSecret,
      origin: site.origin,
      mail,
      deadLetters,
    });
    const { outbox, bulkMail, digests, subscriptions, housekeeping, sesEvents } = functions;
    api.route(functions.api.live);
    subscribeToStream(outbox, table, WAKING_PREFIXES.account, deadLetters);
    subscribeToStream(bulkMail, table, WAKING_PREFIXES.bulk, deadLetters);
    const returned = new LambdaSubscription(sesEvents.live, { deadLetterQueue: deadLetters });
    Validations.of(mail.events.addSubscription(returned)).acknowledge({
      id: "CloudFormation-Validate::W3694",
      reason: "SNS delivers to an alias as it does to a function",
    });
    const [fiveMinutes, hour] = [Duration.minutes(5), Duration.hours(1)];
    const tick = (name: string, description: string, every: Duration, { live: target }: Lambda): Tick => ({
      name,
      description,
      every,
      target,
    });
    const { signInCheck } = functions;
    const ticks = [
      tick("digests", "Daily summaries whose time has come", fiveMinutes, digests),
      tick("outbox", "Account mail that is to be tried again", fiveMinutes, outbox),
      tick("bulk-mail", "Summaries and announcements that are to be tried again", fiveMinutes, bulkMail),
      tick("subscriptions", "Payments that are due", hour, subscriptions),
      tick("housekeeping", "What expired, and the counts of users", hour, housekeeping),
      ...(signInCheck
        ? [tick("sign-in-check", "Whether a person can sign in", fiveMinutes, signInCheck)]
        : []),
    ];
    new Schedules(this, "Schedules", { stage: stage.name, deadLetters, ticks });

    const watched = { functions: functions.byName, api: api.api, table, deadLetters };
    const { digestQueue, subscriptionQueue } = functions;
    new Alarms(this, "Alarms", {
      stage,
      ticks,
      digestQueue,
      subscriptionQueue,
      accessLog: api.accessLog,
      ...watched,
    });
    new Dashboard(this, "Dashboard", { stage: stage.name, ...watched });
    if (stage.canary) new Rollout(this, "Rollout", stage.name, functions.byName);
    // The page is published once the API that it calls takes all requests.
    const { shell } = new SiteFiles(this, "SiteFiles", { bucket: site.bucket, build: web });
    shell.node.addDependency(functions.api.live, api);
    this.distributionId = site.distribution.distributionId;
    createRecords(this, stage, site);
    new CfnOutput(this, "Url", { value: site.origin });
    new CfnOutput(this, "CloudFrontHost", { value: site.distribution.distributionDomainName });
    new CfnOutput(this, "TableName", { value: table.tableName });
  }
}

function restoredTable(scope: Construct, { restoredTable, restoredStreamArn }: Stage): ITable | undefined {
  if (!restoredTable || !restoredStreamArn) return undefined;
  return Table.fromTableAttributes(scope, "RestoredTable", {
    tableName: restoredTable,
    tableStreamArn: restoredStreamArn,
  });
}

/** A lane hears of new mail from the table's stream; the schedule finds what is lost there. */
function subscribeToStream(lane: Lambda, table: ITable, partitions: string[], deadLetters: IQueue): void {
  lane.live.addEventSource(
    new DynamoEventSource(table, {
      startingPosition: StartingPosition.TRIM_HORIZON,
      batchSize: 25,
      parallelizationFactor: 2,
      retryAttempts: 3,
      bisectBatchOnError: true,
      onFailure: new SqsDlq(deadLetters),
      reportBatchItemFailures: true,
      // One filter, because Lambda takes five of them for a function at most.
      filters: [
        FilterCriteria.filter({
          eventName: FilterRule.isEqual("INSERT"),
          dynamodb: { Keys: { pk: { S: partitions.map((prefix) => ({ prefix })) } } },
        }),
      ],
    }),
  );
  acknowledge(lane.role, {
    "IAM5[Resource::*]":
      "X-Ray's writing actions, ses:GetSendQuota and dynamodb:ListStreams do not support resource-level permissions",
  });
}

function createRecords(scope: Construct, { domainName, hostedZoneId }: Stage, { distribution }: Site): void {
  if (!domainName || !hostedZoneId) return;
  const zone = HostedZone.fromHostedZoneAttributes(scope, "Zone", { hostedZoneId, zoneName: domainName });
  const target = RecordTarget.fromAlias(new CloudFrontTarget(distribution));
  new ARecord(scope, "Address4", { zone, recordName: `${domainName}.`, target });
  new AaaaRecord(scope, "Address6", { zone, recordName: `${domainName}.`, target });
}
