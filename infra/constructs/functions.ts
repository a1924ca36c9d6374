import { TABLE_RIGHTS } from "@coffer/dynamo/table/table-rights";
import type { ITable } from "aws-cdk-lib/aws-dynamodb";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { ISecret } from "aws-cdk-lib/aws-secretsmanager";
import type { IQueue } from "aws-cdk-lib/aws-sqs";
import { Duration } from "aws-cdk-lib/core";
import { Construct } from "constructs";
import { MAX_CONCURRENCY, type Stage } from "../config.ts";
import { acknowledge, environmentOf } from "./acknowledge.ts";
import { allowModel } from "./bedrock.ts";
import { Lambda, type LambdaProps } from "./lambda.ts";
import type { Mail } from "./mail.ts";
import { tableRights } from "./rights.ts";
import { consume, createWorkQueue, sendTo } from "./work-queue.ts";

type FunctionsProps = {
  stage: Stage;
  artefacts: string;
  table: ITable;
  sessionKeys: ISecret;
  originSecret: ISecret;
  origin: string;
  mail: Mail;
  deadLetters: IQueue;
};

export class Functions extends Construct {
  readonly api: Lambda;
  /** Sends what one person waits for. */
  readonly outbox: Lambda;
  /** Sends what many get at once. */
  readonly bulkMail: Lambda;
  readonly digests: Lambda;
  readonly subscriptions: Lambda;
  readonly housekeeping: Lambda;
  readonly sesEvents: Lambda;
  readonly signInCheck: Lambda | undefined;
  readonly digestQueue: IQueue;
  readonly subscriptionQueue: IQueue;

  constructor(scope: Construct, id: string, props: FunctionsProps) {
    super(scope, id);
    const { stage, artefacts, table, sessionKeys, originSecret, origin, mail, deadLetters } = props;
    const { partition, region, account } = environmentOf(this);
    const common = { stage, artefacts };
    const store = { TABLE_NAME: table.tableName, ORIGIN: origin };
    const job = { ...common, memoryMegabytes: 512, environment: store, deadLetters };
    const rightsOf = (name: keyof typeof TABLE_RIGHTS) => tableRights(table, TABLE_RIGHTS[name]);
    const make = (name: keyof typeof MAX_CONCURRENCY, rest: Omit<LambdaProps, "maxConcurrency">) =>
      new Lambda(this, name, { ...rest, maxConcurrency: MAX_CONCURRENCY[name] });

    this.api = make("api", {
      ...common,
      description: "the API",
      // A password takes 41 ms of a whole processor; at 1,769 MB Lambda gives one.
      memoryMegabytes: 1769,
      timeout: Duration.seconds(20),
      environment: {
        ...store,
        SESSION_KEYS_SECRET: sessionKeys.secretArn,
        ORIGIN_SECRET: originSecret.secretArn,
        ...(stage.bedrockModelId ? { BEDROCK_MODEL_ID: stage.bedrockModelId } : {}),
      },
      rights: [...rightsOf("api"), secretRights(sessionKeys, originSecret)],
    });
    if (stage.bedrockModelId) allowModel(this.api.role, stage.bedrockModelId);
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
        },
        rights: [...rightsOf(name), ...mail.sendingRights()],
      });
      acknowledge(lane.role, {
        [`IAM5[Resource::arn:${partition}:ses:${region}:${account}:identity/*]`]:
          "Its condition names the one sender; recipients have identities too",
      });
      return lane;
    };
    // Shares of SES's sending rate, so that all instances together keep within it.
    this.outbox = mailLane("outbox", "sends the account mail that is due", 0.25);
    this.bulkMail = mailLane("bulk-mail", "sends the summaries and announcements that are due", 0.75);

    const digestTimeout = Duration.seconds(90);
    this.digestQueue = createWorkQueue(this, "DigestQueue", {
      stage: stage.name,
      name: "digest-pages",
      timeout: digestTimeout,
      deadLetters,
      // A summary is about its own day.
      retention: Duration.days(1),
    });
    this.digests = make("digests", {
      ...job,
      description: "queues the daily summaries that are due",
      timeout: digestTimeout,
      environment: { ...store, DIGEST_QUEUE: this.digestQueue.queueUrl },
      rights: [...rightsOf("digests"), sendTo(this.digestQueue)],
    });
    // Runs are left for the tick.
    consume(this.digestQueue, this.digests.live, MAX_CONCURRENCY.digests - 2, 4);
    const pageTimeout = Duration.minutes(5);
    this.subscriptionQueue = createWorkQueue(this, "SubscriptionQueue", {
      stage: stage.name,
      name: "subscription-pages",
      timeout: pageTimeout,
      deadLetters,
      retention: Duration.days(2),
    });
    this.subscriptions = make("subscriptions", {
      ...job,
      description: "records the payments that are due, and notifies of the day",
      timeout: pageTimeout,
      environment: { ...store, SUBSCRIPTION_QUEUE: this.subscriptionQueue.queueUrl },
      rights: [...rightsOf("subscriptions"), sendTo(this.subscriptionQueue)],
    });
    // A page takes up to four minutes.
    consume(this.subscriptionQueue, this.subscriptions.live, MAX_CONCURRENCY.subscriptions - 2, 1);
    this.housekeeping = make("housekeeping", {
      ...job,
      description: "deletes what expired and counts",
      timeout: Duration.minutes(15),
      rights: rightsOf("housekeeping"),
    });
    this.sesEvents = make("ses-events", {
      ...job,
      description: "suppresses addresses that bounce or complain",
      timeout: Duration.seconds(30),
      rights: rightsOf("ses-events"),
    });
    this.signInCheck = stage.signInCheckSecret
      ? make("sign-in-check", {
          ...common,
          description: "signs in as a person would",
          memoryMegabytes: 512,
          timeout: Duration.seconds(30),
          environment: { ORIGIN: origin, SIGN_IN_CHECK_SECRET: stage.signInCheckSecret },
          rights: [secretRights({ secretArn: stage.signInCheckSecret })],
        })
      : undefined;
  }

  get byName() {
    const { api, outbox, bulkMail, digests, subscriptions, housekeeping, sesEvents, signInCheck } = this;
    return {
      api,
      outbox,
      "bulk-mail": bulkMail,
      digests,
      subscriptions,
      housekeeping,
      "ses-events": sesEvents,
      ...(signInCheck && { "sign-in-check": signInCheck }),
    };
  }
}

const secretRights = (...secrets: Pick<ISecret, "secretArn">[]) =>
  new PolicyStatement({
    actions: ["secretsmanager:GetSecretValue"],
    resources: secrets.map(({ secretArn }) => secretArn),
  });
