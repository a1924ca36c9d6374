import { GetTemplateCommand } from "@aws-sdk/client-cloudformation";
import * as v from "valibot";
import { identityOf, ownTableOf, relyingPartyOf, type Stage, stackNames } from "../config.ts";
import { type Aws, undefinedIfGone } from "./aws.ts";

const template = v.object({ Resources: v.record(v.string(), v.unknown()) });

const resource = v.variant("Type", [
  v.object({
    Type: v.literal("AWS::CloudFront::Distribution"),
    Properties: v.object({ DistributionConfig: v.object({ Aliases: v.optional(v.array(v.string()), []) }) }),
  }),
  v.object({
    Type: v.literal("AWS::SNS::Subscription"),
    Properties: v.object({ Protocol: v.literal("email"), Endpoint: v.string() }),
  }),
  v.object({
    Type: v.literal("AWS::SES::EmailIdentity"),
    Properties: v.object({ EmailIdentity: v.string() }),
  }),
  v.object({
    Type: v.literal("AWS::DynamoDB::Table"),
    Properties: v.object({ TableName: v.string() }),
  }),
  v.object({
    Type: v.literal("AWS::DynamoDB::GlobalTable"),
    Properties: v.object({ TableName: v.string(), Replicas: v.array(v.object({ Region: v.unknown() })) }),
  }),
  v.object({
    Type: v.literal("AWS::Lambda::Function"),
    // The stage's own table is imported from the data stack; a restored one is named.
    Properties: v.object({
      Environment: v.object({
        Variables: v.object({
          TABLE_NAME: v.optional(v.unknown()),
          RELYING_PARTY: v.optional(v.string()),
          CREDENTIALS_APART: v.optional(v.string()),
        }),
      }),
    }),
  }),
]);

export type Deployed = {
  domains: string[];
  alarmAddresses: string[];
  identities: string[];
  /** The data stack's tables. */
  ownTables: string[];
  /** Undefined without a table. */
  globalTable: boolean | undefined;
  /** The global table's regions besides the stage's own. */
  otherRegions: string[];
  restoredTable: string | null;
  /** True if the deployed release finds credentials in either place. */
  findsCredentials: boolean;
  /** The host that passkeys are bound to; null: CloudFront's. Undefined if the app is not deployed. */
  relyingParty: string | null | undefined;
};

/** Undefined before the first deployment. */
export async function deployedStage(name: string, home: Aws): Promise<Deployed | undefined> {
  const { data, app } = stackNames(name, home.region);
  const templates = await Promise.all([data, app].map((stack) => resourcesOf(home, stack)));
  if (!templates.some(Boolean)) return undefined;
  const deployed: Deployed = {
    domains: [],
    alarmAddresses: [],
    identities: [],
    ownTables: [],
    globalTable: undefined,
    otherRegions: [],
    restoredTable: null,
    findsCredentials: false,
    relyingParty: undefined,
  };
  let chosen: string | undefined;
  for (const each of templates.flatMap((resources) => resources ?? [])) {
    const { success, output } = v.safeParse(resource, each);
    if (!success) continue;
    if (output.Type === "AWS::CloudFront::Distribution")
      deployed.domains.push(...output.Properties.DistributionConfig.Aliases);
    else if (output.Type === "AWS::SNS::Subscription")
      deployed.alarmAddresses.push(output.Properties.Endpoint);
    else if (output.Type === "AWS::SES::EmailIdentity")
      deployed.identities.push(output.Properties.EmailIdentity);
    else if (output.Type === "AWS::DynamoDB::Table" || output.Type === "AWS::DynamoDB::GlobalTable") {
      deployed.ownTables.push(output.Properties.TableName);
      deployed.globalTable = output.Type === "AWS::DynamoDB::GlobalTable";
      // The stage's own region may be a reference.
      if ("Replicas" in output.Properties)
        deployed.otherRegions = output.Properties.Replicas.flatMap(({ Region }) =>
          typeof Region === "string" && Region !== home.region ? [Region] : [],
        );
    } else {
      const { TABLE_NAME, RELYING_PARTY, CREDENTIALS_APART } = output.Properties.Environment.Variables;
      if (typeof TABLE_NAME === "string") deployed.restoredTable = TABLE_NAME;
      chosen ??= RELYING_PARTY;
      deployed.findsCredentials ||= CREDENTIALS_APART !== undefined;
    }
  }
  if (templates[1]) deployed.relyingParty = chosen ?? deployed.domains[0] ?? null;
  return deployed;
}

async function resourcesOf({ cloudFormation }: Aws, StackName: string): Promise<unknown[] | undefined> {
  const found = await cloudFormation.send(new GetTemplateCommand({ StackName })).catch(undefinedIfGone);
  return found && Object.values(v.parse(template, JSON.parse(found.TemplateBody ?? "")).Resources);
}

export function lossesOf(stage: Stage, deployed: Deployed): string[] {
  const { domains, alarmAddresses, identities, ownTables, otherRegions, restoredTable, relyingParty } =
    deployed;
  const lost = (what: string, setting: string, now: string[], kept: string | null) =>
    [...new Set(now)].filter((each) => each !== kept).map((each) => `${what} ${each} (${setting})`);
  const identity = stage.mailIdentity === "existing" ? null : identityOf(stage);
  // A restored table that the data stack has adopted is not lost.
  const tables = restoredTable === null || restoredTable === ownTableOf(stage) ? [] : [restoredTable];
  return [
    ...lost("the domain", "domainName", domains, stage.domainName),
    ...lost("the address of alarms", "alarmEmail", alarmAddresses, stage.alarmEmail),
    ...lost("the identity of mail", "mailFrom, mailIdentity", identities, identity),
    ...lost("the data stack's table", "ownTable", ownTables, ownTableOf(stage)),
    ...lost("the replica in", "secondRegion", otherRegions, stage.secondRegion),
    ...lost("the restored table", "restoredTable", tables, stage.restoredTable),
    ...(relyingParty === undefined || relyingParty === relyingPartyOf(stage)
      ? []
      : [`the passkeys that people created at ${relyingParty ?? "CloudFront's host"} (relyingParty)`]),
  ];
}

/** CloudFormation cannot change a resource's type, and replacing the table would lose its data. */
export const changesTable = (stage: Stage, { globalTable }: Deployed): boolean =>
  stage.ownsTable && globalTable !== undefined && globalTable !== Boolean(stage.globalTable);

/** During a rollout the previous release answers calls too. */
export const splitsCredentials = (stage: Stage, { findsCredentials, relyingParty }: Deployed): boolean =>
  stage.credentialsApart === true && relyingParty !== undefined && !findsCredentials;

export const splitsWrites = (stage: Stage, { restoredTable, ownTables }: Deployed): boolean =>
  stage.canary && (restoredTable ?? ownTables[0]) !== (stage.restoredTable ?? ownTableOf(stage));
