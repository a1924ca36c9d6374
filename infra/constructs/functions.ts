import { schema } from "@coffer/dynamo/table/schema";
import { CREDENTIALS, keepsOut, TABLE_RIGHTS, withheld } from "@coffer/dynamo/table/table-rights";
import type { ITable } from "aws-cdk-lib/aws-dynamodb";
import { Effect, PolicyStatement, type Role } from "aws-cdk-lib/aws-iam";
import type { ISecret } from "aws-cdk-lib/aws-secretsmanager";
import type { IQueue } from "aws-cdk-lib/aws-sqs";
import { Duration, Stack } from "aws-cdk-lib/core";
import { Construct } from "constructs";
import { MAX_CONCURRENCY, ownTableOf, type Stage } from "../config.ts";
import { acknowledge, environmentOf } from "./acknowledge.ts";
import { Lambda, type LambdaProps } from "./lambda.ts";
import type { Mail } from "./mail.ts";
import { consume, createWorkQueue } from "./queues.ts";

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

/** In five minutes, for each instance of the API. */
const REQUESTS_PER_NETWORK = 1_500;

type Name = keyof typeof MAX_CONCURRENCY;
type Rest = Omit<LambdaProps, "stage" | "artefacts" | "memoryMegabytes" | "maxConcurrency"> & {
  memoryMegabytes?: number;
};

export class Functions extends Construct {
  readonly byName: Record<Exclude<Name, "sign-in-check">, Lambda> & { "sign-in-check"?: Lambda };
  readonly digestQueue: IQueue;
  readonly subscriptionQueue: IQueue;
  readonly #props: FunctionsProps;
  /** The settings of every function that uses the table. */
  readonly #store: Record<string, string>;

  constructor(scope: Construct, id: string, props: FunctionsProps) {
    super(scope, id);
    this.#props = props;
    this.#store = { TABLE_NAME: props.table.tableName, ORIGIN: props.origin };
    const api = this.#api();
    // Shares of SES's sending rate, so that all instances together keep within it.
    const outbox = this.#mailLane("outbox", "sends the account mail that is due", 0.25);
    const bulkMail = this.#mailLane("bulk-mail", "sends the summaries and announcements that are due", 0.75);

    const digestTimeout = Duration.seconds(90);
    // A summary is of no use after its day.
    this.digestQueue = this.#workQueue("DigestQueue", "digest-pages", digestTimeout, Duration.days(1));
    const digests = this.#job("digests", {
      description: "queues the daily summaries that are due",
      timeout: digestTimeout,
      environment: { DIGEST_QUEUE: this.digestQueue.queueUrl },
      rights: [...tableRights(props.table, "digests"), sendTo(this.digestQueue)],
    });
    // Reserves two executions for the tick.
    consume(this.digestQueue, digests.live, MAX_CONCURRENCY.digests - 2, 4);

    const pageTimeout = Duration.minutes(5);
    this.subscriptionQueue = this.#workQueue(
      "SubscriptionQueue",
      "subscription-pages",
      pageTimeout,
      Duration.days(2),
    );
    const subscriptions = this.#job("subscriptions", {
      description: "records due payments, and writes the day's notifications",
      timeout: pageTimeout,
      environment: { SUBSCRIPTION_QUEUE: this.subscriptionQueue.queueUrl },
      rights: [...tableRights(props.table, "subscriptions"), sendTo(this.subscriptionQueue)],
    });
    // A page takes up to four minutes.
    consume(this.subscriptionQueue, subscriptions.live, MAX_CONCURRENCY.subscriptions - 2, 1);

    this.byName = {
      api,
      outbox,
      "bulk-mail": bulkMail,
      digests,
      subscriptions,
      housekeeping: this.#housekeeping(),
      "ses-events": this.#job("ses-events", {
        description: "suppresses addresses that bounce or complain",
        timeout: Duration.seconds(30),
        rights: tableRights(props.table, "ses-events"),
      }),
      ...(props.stage.signInCheckSecret && {
        "sign-in-check": this.#make("sign-in-check", {
          description: "signs in as a person would",
          timeout: Duration.seconds(30),
          environment: { ORIGIN: props.origin, SIGN_IN_CHECK_SECRET: props.stage.signInCheckSecret },
          rights: [secretRights({ secretArn: props.stage.signInCheckSecret })],
        }),
      }),
    };
  }

  #make(name: Name, rest: Rest): Lambda {
    const { stage, artefacts } = this.#props;
    return new Lambda(this, name, {
      stage,
      artefacts,
      memoryMegabytes: 512,
      ...rest,
      maxConcurrency: MAX_CONCURRENCY[name],
      // These two contain the security log.
      keepsLog: name === "api" || name === "outbox",
    });
  }

  #job(name: Name, { environment = {}, ...rest }: Omit<Rest, "environment"> & Partial<Rest>): Lambda {
    const { deadLetters } = this.#props;
    return this.#make(name, { ...rest, environment: { ...this.#store, ...environment }, deadLetters });
  }

  #workQueue(id: string, name: string, timeout: Duration, retention: Duration): IQueue {
    const { stage, deadLetters } = this.#props;
    return createWorkQueue(this, id, { stage: stage.name, name, timeout, retention, deadLetters });
  }

  #api(): Lambda {
    const { stage, table, sessionKeys, originSecret, commit } = this.#props;
    const api = this.#make("api", {
      description: "the API",
      // Hashing a password takes 41 ms of a whole processor, which Lambda gives at 1,769 MB.
      memoryMegabytes: 1769,
      timeout: Duration.seconds(20),
      environment: {
        ...this.#store,
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
    return api;
  }

  #mailLane(name: "outbox" | "bulk-mail", description: string, share: number): Lambda {
    const { stage, table, mail } = this.#props;
    const lane = this.#job(name, {
      description,
      timeout: Duration.minutes(2),
      environment: {
        MAIL_FROM: mail.from,
        SES_CONFIGURATION_SET: mail.configurationSetName,
        MAIL_RATE_SHARE: String(share / MAX_CONCURRENCY[name]),
        UNPROVEN_MAIL_PER_HOUR: String(stage.unprovenMailPerHour),
      },
      rights: [...tableRights(table, name), ...mail.sendingRights()],
    });
    const { partition, region, account } = environmentOf(this);
    acknowledge(lane.role, {
      [`IAM5[Resource::arn:${partition}:ses:${region}:${account}:identity/*]`]:
        "Its condition names the one sender; recipients have identities too",
    });
    return lane;
  }

  #housekeeping(): Lambda {
    const { stage, table } = this.#props;
    const { copyBucket } = stage;
    const arns = (bucket: string, { partition, region, account }: ReturnType<typeof environmentOf>) => ({
      exports: `arn:${partition}:dynamodb:${region}:${account}:table/${stage.restoredTable ?? ownTableOf(stage)}/export/*`,
      bucket: `arn:${partition}:s3:::${bucket.split("/").at(-1)}/*`,
    });
    const housekeeping = this.#job("housekeeping", {
      description: "deletes expired items, counts users, and copies the table elsewhere",
      timeout: Duration.minutes(15),
      environment: { ...(copyBucket && { COPY_BUCKET: copyBucket }) },
      rights: [
        ...tableRights(table, "housekeeping"),
        ...(copyBucket
          ? exportRights({ tableArn: table.tableArn, ...arns(copyBucket, Stack.of(this)) })
          : []),
      ],
    });
    if (copyBucket) {
      const shown = arns(copyBucket, environmentOf(this));
      acknowledge(housekeeping.role, {
        [`IAM5[Resource::${shown.exports}]`]: "AWS names the exports of the table",
        [`IAM5[Resource::${shown.bucket}]`]: "AWS names the objects of an export",
      });
    }
    return housekeeping;
  }
}

const READ = ["GetItem", "BatchGetItem", "Query", "ConditionCheckItem"];
const WRITE = ["PutItem", "UpdateItem", "DeleteItem"];

/** Global indexes are allowed whole: `dynamodb:LeadingKeys` refers to the table's own partitions. */
function tableRights({ tableArn }: ITable, name: keyof typeof TABLE_RIGHTS): PolicyStatement[] {
  const { reads, writes, indexes } = TABLE_RIGHTS[name];
  const kept = withheld(TABLE_RIGHTS[name]);
  const indexArns = (names: readonly string[]) => names.map((name) => `${tableArn}/index/${name}`);
  const local = indexArns(schema.localIndexes.map(({ name }) => name));
  return [
    allow(READ, [tableArn, ...local], [...new Set([...reads, ...writes])]),
    allow(WRITE, [tableArn], writes),
    ...(indexes.length > 0
      ? [new PolicyStatement({ actions: ["dynamodb:Query"], resources: indexArns(indexes) })]
      : []),
    ...(kept.length > 0 ? [keepFromWriting(tableArn, kept)] : []),
    ...(keepsOut(TABLE_RIGHTS[name]) ? keepOut([tableArn, ...local]) : []),
  ];
}

/** So that no defect in a job can sign anybody in, or appoint an administrator. */
const keepFromWriting = (tableArn: string, attributes: readonly string[]) =>
  new PolicyStatement({
    effect: Effect.DENY,
    actions: ["dynamodb:PutItem", "dynamodb:UpdateItem"],
    resources: [tableArn],
    conditions: {
      "ForAnyValue:StringLike": { "dynamodb:LeadingKeys": [`${CREDENTIALS.users}*`] },
      "ForAnyValue:StringEquals": { "dynamodb:Attributes": attributes },
    },
  });

/** Except to list their keys and delete them, which removing an account needs. */
function keepOut(resources: string[]): PolicyStatement[] {
  const deny = (actions: string[], conditions = {}) =>
    new PolicyStatement({
      effect: Effect.DENY,
      actions: actions.map((action) => `dynamodb:${action}`),
      resources,
      conditions: {
        "ForAnyValue:StringLike": { "dynamodb:LeadingKeys": [`${CREDENTIALS.partition}*`] },
        ...conditions,
      },
    });
  return [
    deny([...READ, ...WRITE].filter((action) => !["Query", "DeleteItem"].includes(action))),
    // A query without a projection returns whole items, and names no attribute for the next condition.
    deny(["Query"], { StringNotEqualsIfExists: { "dynamodb:Select": "SPECIFIC_ATTRIBUTES" } }),
    deny(["Query"], { "ForAnyValue:StringNotEquals": { "dynamodb:Attributes": CREDENTIALS.keys } }),
  ];
}

function allow(actions: string[], resources: string[], partitions: readonly string[]): PolicyStatement {
  return new PolicyStatement({
    actions: actions.map((action) => `dynamodb:${action}`),
    resources,
    ...(!partitions.includes("") && {
      conditions: {
        "ForAllValues:StringLike": { "dynamodb:LeadingKeys": partitions.map((prefix) => `${prefix}*`) },
        // "For all values" is also true without a value.
        Null: { "dynamodb:LeadingKeys": "false" },
      },
    }),
  });
}

type Exported = { tableArn: string; exports: string; bucket: string };

/** An export writes to the bucket with the rights of its caller. */
function exportRights({ tableArn, exports, bucket }: Exported): PolicyStatement[] {
  const allowed = (service: string, actions: string[], resource: string) =>
    new PolicyStatement({ actions: actions.map((action) => `${service}:${action}`), resources: [resource] });
  return [
    allowed(
      "dynamodb",
      ["DescribeTable", "DescribeContinuousBackups", "ListExports", "ExportTableToPointInTime"],
      tableArn,
    ),
    allowed("dynamodb", ["DescribeExport"], exports),
    allowed("s3", ["PutObject", "PutObjectAcl", "AbortMultipartUpload"], bucket),
  ];
}

const secretRights = (...secrets: Pick<ISecret, "secretArn">[]) =>
  new PolicyStatement({
    actions: ["secretsmanager:GetSecretValue"],
    resources: secrets.map(({ secretArn }) => secretArn),
  });

const sendTo = ({ queueArn }: IQueue) =>
  new PolicyStatement({ actions: ["sqs:SendMessage"], resources: [queueArn] });

/** An inference profile spreads a model's calls over the regions of a continent, or over all of them. */
const PROFILE = /^(us|us-gov|eu|apac|jp|au|ca|global)\.(.+)$/;

/** A call through a profile also needs the model itself in each region where it may run. */
function allowModel(role: Role, modelId: string): void {
  const { partition, region, account } = Stack.of(role);
  const bedrock = (place: string) => `arn:${partition}:bedrock:${place}`;
  const allowInvoking = (resource: string, conditions = {}) =>
    role.addToPolicy(
      new PolicyStatement({ actions: ["bedrock:InvokeModel"], resources: [resource], conditions }),
    );
  const model = PROFILE.exec(modelId)?.[2];
  if (!model) {
    allowInvoking(bedrock(`${region}::foundation-model/${modelId}`));
    return;
  }
  const profile = bedrock(`${region}:${account}:inference-profile/${modelId}`);
  allowInvoking(profile);
  allowInvoking(bedrock(`*::foundation-model/${model}`), {
    StringEquals: { "bedrock:InferenceProfileArn": profile },
  });
  acknowledge(role, {
    [`IAM5[Resource::arn:${environmentOf(role).partition}:bedrock:*::foundation-model/${model}]`]:
      "One model, in whichever region its profile chooses, and only through the profile",
  });
}
