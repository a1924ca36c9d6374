import type { ITable } from "aws-cdk-lib/aws-dynamodb";
import type { ISecret } from "aws-cdk-lib/aws-secretsmanager";
import type { IQueue } from "aws-cdk-lib/aws-sqs";
import { Duration, Stack } from "aws-cdk-lib/core";
import { Construct } from "constructs";
import { MAX_CONCURRENCY, ownTableOf, type Stage } from "../config.ts";
import { acknowledge, environmentOf } from "./acknowledge.ts";
import { Lambda, type LambdaProps } from "./lambda.ts";
import type { Mail } from "./mail.ts";
import { consume, createWorkQueue } from "./queues.ts";
import { allowModel, exportRights, secretRights, sendTo, tableRights } from "./rights.ts";

type FunctionsProps = {
  stage: Stage;
  artefacts: string;
  table: ITable;
  sessionKeys: ISecret;
  originSecret: ISecret;
  origin: string;
  mail: Mail;
  deadLetters: IQueue;
  commit: string;
};

/** In five minutes, by each instance of the API. */
const REQUESTS_PER_NETWORK = 1_500;

type Place = Pick<Stack, "partition" | "region" | "account">;
type Name = keyof typeof MAX_CONCURRENCY;

export class Functions extends Construct {
  readonly byName: Record<Exclude<Name, "sign-in-check">, Lambda> & { "sign-in-check"?: Lambda };
  readonly digestQueue: IQueue;
  readonly subscriptionQueue: IQueue;

  constructor(scope: Construct, id: string, props: FunctionsProps) {
    super(scope, id);
    const { stage, artefacts, table, sessionKeys, originSecret, origin, mail, deadLetters, commit } = props;
    const { partition, region, account } = environmentOf(this);
    const common = { stage, artefacts, memoryMegabytes: 512 };
    const store = { TABLE_NAME: table.tableName, ORIGIN: origin };
    const job = { ...common, environment: store, deadLetters };
    const make = (name: Name, rest: Omit<LambdaProps, "maxConcurrency">) =>
      new Lambda(this, name, {
        ...rest,
        maxConcurrency: MAX_CONCURRENCY[name],
        // The security log is in these two.
        keepsLog: name === "api" || name === "outbox",
      });

    const api = make("api", {
      ...common,
      description: "the API",
      // A password takes 41 ms of a whole processor; at 1,769 MB Lambda gives one.
      memoryMegabytes: 1769,
      timeout: Duration.seconds(20),
      environment: {
        ...store,
        SESSION_KEYS_SECRET: sessionKeys.secretArn,
        ORIGIN_SECRET: originSecret.secretArn,
        // Set for this function only, so that the others get a new version only when they change.
        COMMIT: commit,
        CREDENTIALS_APART: String(stage.credentialsApart ?? false),
        ...(stage.relyingParty && { RELYING_PARTY: stage.relyingParty }),
        ...(stage.rateLimit === null && { REQUESTS_PER_NETWORK: String(REQUESTS_PER_NETWORK) }),
        ...(stage.bedrockModelId && { BEDROCK_MODEL_ID: stage.bedrockModelId }),
      },
      rights: [...tableRights(table, "api"), secretRights(sessionKeys, originSecret)],
    });
    if (stage.bedrockModelId) allowModel(api.role, stage.bedrockModelId);

    const mailLane = (name: "outbox" | "bulk-mail", description: string, share: number) => {
      const lane = make(name, {
        ...job,
        description,
        timeout: Duration.minutes(2),
        environment: {
          ...store,
          MAIL_FROM: mail.from,
          SES_CONFIGURATION_SET: mail.configurationSetName,
          MAIL_RATE_SHARE: String(share / MAX_CONCURRENCY[name]),
          UNPROVEN_MAIL_PER_HOUR: String(stage.unprovenMailPerHour),
        },
        rights: [...tableRights(table, name), ...mail.sendingRights()],
      });
      acknowledge(lane.role, {
        [`IAM5[Resource::arn:${partition}:ses:${region}:${account}:identity/*]`]:
          "Its condition names the one sender; recipients have identities too",
      });
      return lane;
    };
    // Shares of SES's sending rate, so that all instances together keep within it.
    const outbox = mailLane("outbox", "sends the account mail that is due", 0.25);
    const bulkMail = mailLane("bulk-mail", "sends the summaries and announcements that are due", 0.75);

    const workQueue = (queueId: string, name: string, timeout: Duration, retention: Duration) =>
      createWorkQueue(this, queueId, { stage: stage.name, name, timeout, retention, deadLetters });
    const digestTimeout = Duration.seconds(90);
    // A summary is about its own day.
    this.digestQueue = workQueue("DigestQueue", "digest-pages", digestTimeout, Duration.days(1));
    const digests = make("digests", {
      ...job,
      description: "queues the daily summaries that are due",
      timeout: digestTimeout,
      environment: { ...store, DIGEST_QUEUE: this.digestQueue.queueUrl },
      rights: [...tableRights(table, "digests"), sendTo(this.digestQueue)],
    });
    // Runs are left for the tick.
    consume(this.digestQueue, digests.live, MAX_CONCURRENCY.digests - 2, 4);

    const pageTimeout = Duration.minutes(5);
    this.subscriptionQueue = workQueue(
      "SubscriptionQueue",
      "subscription-pages",
      pageTimeout,
      Duration.days(2),
    );
    const subscriptions = make("subscriptions", {
      ...job,
      description: "records the payments that are due, and notifies of the day",
      timeout: pageTimeout,
      environment: { ...store, SUBSCRIPTION_QUEUE: this.subscriptionQueue.queueUrl },
      rights: [...tableRights(table, "subscriptions"), sendTo(this.subscriptionQueue)],
    });
    // A page takes up to four minutes.
    consume(this.subscriptionQueue, subscriptions.live, MAX_CONCURRENCY.subscriptions - 2, 1);

    const { copyBucket } = stage;
    const copies = (bucket: string, { partition, region, account }: Place) => ({
      exports: `arn:${partition}:dynamodb:${region}:${account}:table/${stage.restoredTable ?? ownTableOf(stage)}/export/*`,
      bucket: `arn:${partition}:s3:::${bucket.split("/").at(-1)}/*`,
    });
    const housekeeping = make("housekeeping", {
      ...job,
      description: "deletes what expired, counts, and copies the table elsewhere",
      timeout: Duration.minutes(15),
      environment: { ...store, ...(copyBucket && { COPY_BUCKET: copyBucket }) },
      rights: [
        ...tableRights(table, "housekeeping"),
        ...(copyBucket
          ? exportRights({ tableArn: table.tableArn, ...copies(copyBucket, Stack.of(this)) })
          : []),
      ],
    });
    if (copyBucket) {
      const named = copies(copyBucket, { partition, region, account });
      acknowledge(housekeeping.role, {
        [`IAM5[Resource::${named.exports}]`]: "AWS names the exports of the table",
        [`IAM5[Resource::${named.bucket}]`]: "AWS names the objects of an export",
      });
    }

    this.byName = {
      api,
      outbox,
      "bulk-mail": bulkMail,
      digests,
      subscriptions,
      housekeeping,
      "ses-events": make("ses-events", {
        ...job,
        description: "suppresses addresses that bounce or complain",
        timeout: Duration.seconds(30),
        rights: tableRights(table, "ses-events"),
      }),
      ...(stage.signInCheckSecret && {
        "sign-in-check": make("sign-in-check", {
          ...common,
          description: "signs in as a person would",
          timeout: Duration.seconds(30),
          environment: { ORIGIN: origin, SIGN_IN_CHECK_SECRET: stage.signInCheckSecret },
          rights: [secretRights({ secretArn: stage.signInCheckSecret })],
        }),
      }),
    };
  }
}
