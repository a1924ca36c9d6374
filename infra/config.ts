import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Node } from "constructs";
import * as v from "valibot";

const arn = (service: string, message: string) =>
  v.nullish(v.pipe(v.string(), v.startsWith(`arn:aws:${service}:`, message)), null);

const stageSchema = v.strictObject({
  /** If true, `--check` requires alarms, a copy of the data and a check of signing in. */
  live: v.optional(v.boolean(), false),
  /** The AWS region; null: that of the operator's AWS profile. */
  region: v.nullish(v.string(), null),

  /** The sender of all mail. With one at example.com the stage can be synthesized, but not deployed. */
  mailFrom: v.optional(
    v.pipe(v.string(), v.email("mailFrom must be an e-mail address")),
    "coffer@example.com",
  ),
  mailName: v.optional(v.string(), "Coffer"),
  /**
   * The identity that SES verifies: the sender's whole domain (by DNS records, which are outputs of the stack), or the
   * address alone (by a mailed link). "existing": verified already, for example for another stage.
   */
  mailIdentity: v.optional(v.picklist(["domain", "address", "existing"]), "address"),

  /** The most links and invitations sent to unverified addresses in an hour; further ones wait. */
  unprovenMailPerHour: v.optional(v.pipe(v.number(), v.integer(), v.minValue(10)), 300),

  /** The product's host name, as in "budget.example.com"; null: CloudFront's. */
  domainName: v.nullish(v.string(), null),
  /** The certificate of the domain. CloudFront requires it in us-east-1. */
  certificateArn: arn("acm:us-east-1", "certificateArn must be in us-east-1"),
  /**
   * The host that passkeys are bound to: `domainName`, or a domain of yours above it, so that passkeys still work when
   * `domainName` changes. null: `domainName`. Choose it before people add passkeys, which a later change invalidates.
   */
  relyingParty: v.nullish(v.string(), null),
  /**
   * If true, browsers use only https for `domainName` and all hosts below it, and it may be submitted to hstspreload.org.
   * Takes years to undo.
   */
  preloadHsts: v.optional(v.boolean(), false),
  /** The Route 53 zone in which the stack creates the host name's records; null: you create them. */
  hostedZoneId: v.nullish(v.string(), null),

  /** The Bedrock model or inference profile ("eu.…", "us.…", "global.…") that writes the tips; null: templates. */
  bedrockModelId: v.optional(v.nullable(v.string()), "amazon.nova-micro-v1:0"),

  /** The address that alarms are mailed to; null: only the console shows them. */
  alarmEmail: v.nullish(v.pipe(v.string(), v.email("alarmEmail must be an e-mail address")), null),
  /** Dollars. Alarms at 80 % and 100 % of this cost of the whole account, and when 100 % is forecast; null: none. */
  monthlyBudget: v.optional(v.nullable(v.pipe(v.number(), v.minValue(1))), 25),

  /**
   * Requests that one address may make in five minutes before WAF blocks it: 6 dollars, and 0.60 per million.
   * null: no rate rule, and the stack that held one is deleted by the next deployment.
   */
  rateLimit: v.nullish(v.pipe(v.number(), v.integer(), v.minValue(10)), null),
  /** The most requests a second of all clients together; the burst limit is twice as high. */
  requestsPerSecond: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), 50),
  /** Reserves MAX_CONCURRENCY for each function. A new AWS account, with ten concurrent functions, refuses this. */
  reserveConcurrency: v.optional(v.boolean(), false),
  logDays: v.optional(v.picklist([7, 14, 30, 60, 90, 180, 365]), 30),

  /** The repository that deploys this stage by GitHub Actions, with GitHub's numeric ids; null: none. */
  github: v.nullish(
    v.strictObject({
      owner: v.string(),
      ownerId: v.pipe(v.string(), v.digits()),
      repository: v.string(),
      repositoryId: v.pipe(v.string(), v.digits()),
      branch: v.string(),
    }),
    null,
  ),
  /** If true, a new version takes a tenth of the calls for five minutes before it takes all of them. */
  canary: v.optional(v.boolean(), false),

  /**
   * A bucket in another region, or better in another account, as in "NAME" or "123456789012/NAME". It receives a whole
   * copy of the table each week and the changes of each day. null: none.
   */
  copyBucket: v.nullish(
    v.pipe(
      v.string(),
      v.regex(/^(\d{12}\/)?[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'copyBucket is "NAME" or "ACCOUNT/NAME"'),
    ),
    null,
  ),
  /**
   * The ARN of an AWS Backup vault in another region or account. It receives a whole copy of the table each day, or each
   * week if there is a `copyBucket`. More expensive than the bucket, and restored by AWS. null: none.
   */
  backupCopyVault: arn("backup", "backupCopyVault must be a vault's ARN"),
  /** The ARN of a secret { email, password }: a check signs in with it every five minutes; null: no check. */
  signInCheckSecret: arn("secretsmanager", "signInCheckSecret must be a secret's ARN"),

  /** Increase it after changing the origin secret: CloudFront then gets the new one. */
  originSecretEdition: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), 1),
  /**
   * True: the data stack's table is a global table, which can have a replica. null: `pnpm run deploy` sets true for a new
   * stage, and an older one keeps its plain table until `pnpm run adopt-table` moves it.
   */
  globalTable: v.nullish(v.boolean(), null),
  /**
   * True: credentials are in partitions that only the API may read (docs/decisions/055). null: `pnpm run deploy` sets true
   * for a new stage; an older one moves them by docs/migrations.md, "Credentials".
   */
  credentialsApart: v.nullish(v.boolean(), null),
  /** The region of a replica of the table, for the loss of the stage's own. Needs `globalTable`. null: none. */
  secondRegion: v.nullish(v.string(), null),

  /** The name of the data stack's table if it has adopted a restored one; null: coffer-NAME. */
  ownTable: v.nullish(v.string(), null),
  /** False only while `pnpm run adopt-table` replaces that table, or while the replica of a lost region does. */
  ownsTable: v.optional(v.boolean(), true),
  /** After a restore: the table that replaces the stage's own, and its stream. Both or neither. */
  restoredTable: v.nullish(v.string(), null),
  restoredStreamArn: v.nullish(v.string(), null),
});

type StageConfig = v.InferOutput<typeof stageSchema>;
export type Stage = StageConfig & { name: string };

const defaults: StageConfig = v.getDefaults(stageSchema);

export const stages: Record<string, StageConfig> = {
  dev: defaults,
  production: {
    ...defaults,
    live: true,
    mailIdentity: "domain",
    monthlyBudget: 200,
    rateLimit: 3000,
    requestsPerSecond: 500,
    reserveConcurrency: true,
    logDays: 90,
    canary: true,
  },
};

/** A table on demand starts with four partitions, each a shard of its stream. */
const STREAM_SHARDS = 4;
/** Concurrently read batches of a shard. */
export const READERS_PER_SHARD = 2;
const STREAM_READERS = STREAM_SHARDS * READERS_PER_SHARD;

/** The most concurrent instances of each function, if the stage reserves concurrency. */
export const MAX_CONCURRENCY = {
  api: 100,
  // The stream's readers, the tick and its retry.
  outbox: STREAM_READERS + 2,
  "bulk-mail": STREAM_READERS + 2,
  digests: 6,
  subscriptions: 10,
  housekeeping: 2,
  "ses-events": 2,
  "sign-in-check": 1,
};

/** The edge's stacks are all in us-east-1, so their names contain the stage's region. */
export const stackNames = (stage: string, region: string) => ({
  data: `coffer-${stage}-data`,
  app: `coffer-${stage}-app`,
  edge: `coffer-${stage}-edge-${region}`,
  edgeAlarms: `coffer-${stage}-edge-alarms-${region}`,
  deployRole: `coffer-${stage}-deploy-role`,
  backup: `coffer-${stage}-backup`,
});

/** The topics that mail the alarms. */
export const topicNames = (stage: string, region: string) => ({
  app: `coffer-${stage}-alarms`,
  edge: `coffer-${stage}-edge-alarms-${region}`,
  backup: `coffer-${stage}-backup-alarms`,
});

/** The data stack's table, which a stage uses unless it has a `restoredTable`. */
export const ownTableOf = ({ name, ownTable }: Pick<Stage, "name" | "ownTable">): string =>
  ownTable ?? `coffer-${name}`;

/**
 * The stream's readers need only keys, and so the links in queued mail stay out of the stream. Replication of a global
 * table needs whole items, and its stream cannot be changed once it has a replica.
 */
export const streamViewOf = ({ globalTable }: Pick<Stage, "globalTable">) =>
  globalTable ? "NEW_AND_OLD_IMAGES" : "KEYS_ONLY";

/** The host that passkeys are bound to; null: CloudFront's. */
export const relyingPartyOf = ({ relyingParty, domainName }: Stage): string | null =>
  relyingParty ?? domainName;

export const hasSender = ({ mailFrom }: Pick<Stage, "mailFrom">): boolean =>
  !mailFrom.endsWith("@example.com");

export const identityOf = ({ mailIdentity, mailFrom }: Stage): string =>
  mailIdentity === "address" ? mailFrom : mailFrom.slice(mailFrom.indexOf("@") + 1);

/** Settings that `pnpm run deploy` asked for; they override those above. Commit the file: the workflow reads it too. */
export const stageFile = (name: string): string =>
  join(process.env.COFFER_STAGES ?? join(import.meta.dirname, "stages"), `${name}.json`);

/** Adds settings to the stage's file. Returns its path. */
export function writeStageFile(name: string, settings: Partial<StageConfig>): string {
  const file = stageFile(name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify({ ...inStageFile(name), ...settings }, null, 2)}\n`);
  return file;
}

function inStageFile(name: string): object | undefined {
  const file = stageFile(name);
  if (!/^[a-z][a-z0-9-]*$/.test(name) || !existsSync(file)) return undefined;
  try {
    return v.parse(v.record(v.string(), v.unknown()), JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    throw new StageProblem(`${file} is not a JSON object of settings.`, { cause: error });
  }
}

/** A stage that is not there or whose settings cannot be used; the message is for the operator. */
export class StageProblem extends Error {}

export function readStage(node: Pick<Node, "tryGetContext">): Stage {
  const name = String(node.tryGetContext("stage") ?? "dev");
  const fromFile = inStageFile(name);
  const defined = stages[name] ?? (fromFile && defaults);
  if (!defined)
    throw new StageProblem(
      `There is no stage "${name}" in infra/config.ts; there are ${Object.keys(stages).join(", ")}.`,
    );
  const overrides = Object.keys(stageSchema.entries).flatMap((key) => {
    const value: unknown = node.tryGetContext(key);
    return value === undefined ? [] : [[key, typeof value === "string" ? parseContextValue(value) : value]];
  });
  const parsed = v.safeParse(stageSchema, { ...defined, ...fromFile, ...Object.fromEntries(overrides) });
  if (!parsed.success) {
    const problems = parsed.issues.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`);
    throw new StageProblem(`The stage "${name}" cannot be used: ${problems.join("; ")}`);
  }
  return requirePairs({ name, ...parsed.output });
}

/** `--context` gives every value as text. */
function parseContextValue(text: string): unknown {
  return /^(null|true|false|\d+)$/.test(text) ? JSON.parse(text) : text;
}

function requirePairs(stage: Stage): Stage {
  const { domainName, certificateArn, restoredTable, restoredStreamArn, hostedZoneId, ownsTable } = stage;
  const { relyingParty, preloadHsts, globalTable, secondRegion, region } = stage;
  const problem = [
    (domainName === null) !== (certificateArn === null) && "domainName and certificateArn go together",
    (restoredTable === null) !== (restoredStreamArn === null) &&
      "restoredTable and restoredStreamArn go together",
    !ownsTable && restoredTable === null && "with ownsTable false the stage needs a restoredTable",
    secondRegion && !globalTable && "secondRegion needs a globalTable",
    secondRegion && secondRegion === region && "secondRegion must differ from region",
    hostedZoneId && !domainName && "hostedZoneId needs a domainName",
    preloadHsts && !domainName && "preloadHsts needs a domainName",
    relyingParty &&
      !`.${domainName}`.endsWith(`.${relyingParty}`) &&
      "relyingParty must be domainName or a domain above it",
  ].find(Boolean);
  if (problem) throw new StageProblem(`The stage "${stage.name}" cannot be used: ${problem}`);
  return stage;
}
