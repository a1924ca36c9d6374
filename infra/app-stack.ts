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
import { READERS_PER_SHARD, type Stage } from "./config.ts";
import { acknowledge } from "./constructs/acknowledge.ts";
import { Alarms } from "./constructs/alarms.ts";
import { Api } from "./constructs/api.ts";
import { Dashboard } from "./constructs/dashboard.ts";
import { Functions } from "./constructs/functions.ts";
import type { Lambda } from "./constructs/lambda.ts";
import { Mail } from "./constructs/mail.ts";
import { createDeadLetters } from "./constructs/queues.ts";
import { Rollout } from "./constructs/rollout.ts";
import { Schedules } from "./constructs/schedules.ts";
import { Site, SiteFiles } from "./constructs/site.ts";

type AppStackProps = StackProps & {
  stage: Stage;
  /** The data stack's table; undefined if the stage runs on a restored one. */
  table: ITable | undefined;
  sessionKeys: ISecret;
  originSecret: ISecret;
  webAclArn: string | undefined;
  artefacts: string;
  web: string;
  commit: string;
};

const [FIVE_MINUTES, HOUR] = [Duration.minutes(5), Duration.hours(1)];

/** Each tick runs the function of its name, if the stage has one. */
const TICKS = [
  { name: "digests", every: FIVE_MINUTES, description: "Daily summaries whose time has come" },
  { name: "outbox", every: FIVE_MINUTES, description: "Retries of account mail" },
  { name: "bulk-mail", every: FIVE_MINUTES, description: "Retries of summaries and announcements" },
  { name: "subscriptions", every: HOUR, description: "Payments that are due" },
  { name: "housekeeping", every: HOUR, description: "Expired items, and the counts of users" },
  { name: "sign-in-check", every: FIVE_MINUTES, description: "Whether a person can sign in" },
] as const;

/** Everything that a deployment may replace: site, API, functions, schedules, alarms. */
export class AppStack extends Stack {
  readonly distributionId: string;
  readonly table: ITable;

  constructor(scope: Construct, id: string, props: AppStackProps) {
    const { stage, originSecret, sessionKeys, webAclArn, artefacts, web, commit, ...stackProps } = props;
    super(scope, id, { ...stackProps, description: `Coffer ${stage.name}: the product` });
    const table = tableOf(this, stage, props.table);
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
      commit,
    });
    const { byName, digestQueue, subscriptionQueue } = functions;
    api.route(byName.api.live);
    subscribeToStream(byName.outbox, table, WAKING_PREFIXES.account, deadLetters);
    subscribeToStream(byName["bulk-mail"], table, WAKING_PREFIXES.bulk, deadLetters);
    const returned = new LambdaSubscription(byName["ses-events"].live, { deadLetterQueue: deadLetters });
    Validations.of(mail.events.addSubscription(returned)).acknowledge({
      id: "CloudFormation-Validate::W3694",
      reason: "SNS delivers to an alias as it does to a function",
    });
    const ticks = TICKS.flatMap(({ name, ...tick }) => {
      const target = byName[name]?.live;
      return target ? [{ ...tick, name, target }] : [];
    });
    new Schedules(this, "Schedules", { deadLetters, ticks });

    const watched = { functions: byName, api: api.api, table, deadLetters };
    const alarms = new Alarms(this, "Alarms", {
      stage,
      ticks,
      digestQueue,
      subscriptionQueue,
      accessLog: api.accessLog,
      ...watched,
    });
    const { distributionId } = site.distribution;
    new Dashboard(this, "Dashboard", { stage: stage.name, alarms: alarms.all, distributionId, ...watched });
    if (stage.canary) new Rollout(this, "Rollout", stage.name, byName);
    // The page is published once the API that it calls takes all requests.
    const { shell } = new SiteFiles(this, "SiteFiles", { bucket: site.bucket, build: web });
    shell.node.addDependency(byName.api.live, api);
    this.distributionId = distributionId;
    createRecords(this, stage, site);
    new CfnOutput(this, "Url", { value: site.origin });
    new CfnOutput(this, "CloudFrontHost", { value: site.distribution.distributionDomainName });
    new CfnOutput(this, "Commit", { value: commit });
    new CfnOutput(this, "TableName", { value: table.tableName });
  }
}

function tableOf(scope: Construct, stage: Stage, own: ITable | undefined): ITable {
  const { restoredTable, restoredStreamArn, ownTable } = stage;
  const restored = (tableName: string, tableStreamArn: string) =>
    Table.fromTableAttributes(scope, "RestoredTable", { tableName, tableStreamArn });
  if (restoredTable && restoredStreamArn) return restored(restoredTable, restoredStreamArn);
  if (!own?.tableStreamArn) throw new Error(`The stage "${stage.name}" has no table`);
  // The ids of the stream's readers contain the table's id: with another, CloudFormation would create them again.
  return ownTable ? restored(own.tableName, own.tableStreamArn) : own;
}

/** The table's stream tells a lane about new mail; the schedule finds mail that the stream lost. */
function subscribeToStream(lane: Lambda, table: ITable, partitions: string[], deadLetters: IQueue): void {
  lane.live.addEventSource(
    new DynamoEventSource(table, {
      startingPosition: StartingPosition.TRIM_HORIZON,
      batchSize: 25,
      parallelizationFactor: READERS_PER_SHARD,
      retryAttempts: 3,
      bisectBatchOnError: true,
      onFailure: new SqsDlq(deadLetters),
      reportBatchItemFailures: true,
      // One filter: Lambda accepts at most five for a function.
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
      "ses:GetSendQuota and dynamodb:ListStreams do not support resource-level permissions",
  });
}

function createRecords(scope: Construct, { domainName, hostedZoneId }: Stage, { distribution }: Site): void {
  if (!domainName || !hostedZoneId) return;
  const zone = HostedZone.fromHostedZoneAttributes(scope, "Zone", { hostedZoneId, zoneName: domainName });
  const target = RecordTarget.fromAlias(new CloudFrontTarget(distribution));
  new ARecord(scope, "Address4", { zone, recordName: `${domainName}.`, target });
  new AaaaRecord(scope, "Address6", { zone, recordName: `${domainName}.`, target });
}
