import { DescribeCertificateCommand } from "@aws-sdk/client-acm";
import { ConverseCommand } from "@aws-sdk/client-bedrock-runtime";
import { ListDistributionsCommand } from "@aws-sdk/client-cloudfront";
import { DescribeTableCommand } from "@aws-sdk/client-dynamodb";
import { GetAccountSettingsCommand, GetFunctionConcurrencyCommand } from "@aws-sdk/client-lambda";
import { DescribeSecretCommand } from "@aws-sdk/client-secrets-manager";
import { ListSubscriptionsByTopicCommand } from "@aws-sdk/client-sns";
import { MAX_CONCURRENCY, ownTableOf, type Stage, stackNames, topicNames } from "../../config.ts";
import { type Aws, isRefusal, undefinedIfGone } from "../aws.ts";
import { findStack, stackOf } from "../stacks.ts";

/** "wrong": the deployment would fail, or the product would not work. */
export type Finding = { subject: string; state: "good" | "wrong" | "note"; says: string; remedy?: string };

export type CheckInput = {
  stage: Stage;
  account: string;
  home: Aws;
  usEast1: Aws;
  /** The texts of a name's TXT records. */
  textRecords: (name: string) => Promise<string[]>;
};

export type Check = (input: CheckInput) => Promise<Finding | Finding[]>;

const finding =
  (state: Finding["state"]) =>
  (subject: string, says: string, remedy?: string): Finding => ({
    subject,
    state,
    says,
    ...(remedy && { remedy }),
  });

export const good = finding("good");
export const wrong = finding("wrong");
export const note = finding("note");

/** CDK needs its bootstrap in the stage's region, and in us-east-1 for CloudFront's alarms. */
export const checkBootstrap: Check = async ({ account, home, usEast1 }) => {
  const regions = home.region === usEast1.region ? [home] : [home, usEast1];
  return Promise.all(
    regions.map(async (aws) => {
      const subject = `bootstrap in ${aws.region}`;
      const outputs = (await findStack(aws, "CDKToolkit"))?.Outputs ?? [];
      const version = outputs.find(({ OutputKey }) => OutputKey === "BootstrapVersion")?.OutputValue;
      if (version) return good(subject, `version ${version}`);
      return wrong(
        subject,
        "CDK's bootstrap is missing",
        `pnpm --filter @coffer/infra run cdk bootstrap aws://${account}/${aws.region}`,
      );
    }),
  );
};

/** AWS may have to verify a new account before it can create a distribution, and says so only at the first attempt. */
export const checkCloudFront: Check = async ({ usEast1 }) => {
  const subject = "CloudFront";
  try {
    const { DistributionList } = await usEast1.cloudFront.send(new ListDistributionsCommand({ MaxItems: 1 }));
    if ((DistributionList?.Items ?? []).length > 0) return good(subject, "the account has distributions");
  } catch (error) {
    if (!isRefusal(error, "AccessDenied", "AccessDeniedException")) throw error;
    return wrong(
      subject,
      "your credentials may not list distributions, or the account may not use CloudFront",
      "Give your user CloudFront's rights. If it has them, open a case with AWS Support (Account and billing): “verify my account for CloudFront”",
    );
  }
  return note(
    subject,
    "the account has no distribution yet, and only creating one shows whether AWS allows it",
    "If the deployment says “Your account must be verified”, open a case with AWS Support (Account and billing); then deploy again",
  );
};

/** Lambda keeps this concurrency free for functions that reserve none. */
const UNRESERVED = 100;

export const checkConcurrency: Check = async ({ stage, home }) => {
  const subject = "concurrent functions";
  const { AccountLimit } = await home.lambda.send(new GetAccountSettingsCommand({}));
  const limit = AccountLimit?.ConcurrentExecutions ?? 0;
  // What other functions of the account reserve is not available; what this stage reserves is.
  const free = (AccountLimit?.UnreservedConcurrentExecutions ?? limit) + (await reservedBy(stage.name, home));
  const request = (value: number) =>
    `aws service-quotas request-service-quota-increase --region ${home.region} --service-code lambda --quota-code L-B99A9384 --desired-value ${value}`;
  const needed = Object.values(MAX_CONCURRENCY).reduce((sum, each) => sum + each, UNRESERVED);
  if (stage.reserveConcurrency && free < needed)
    return wrong(
      subject,
      `the account may run ${limit}, of which others leave ${free}; the reservations of ${stage.name} take ${needed}`,
      `${request(Math.max(1000, limit - free + needed))}, and reserveConcurrency: false until it is granted`,
    );
  if (limit < 100)
    return note(subject, `the account may run ${limit}, enough to try the product`, request(1000));
  return good(subject, `the account may run ${limit}`);
};

async function reservedBy(stage: string, { lambda }: Aws): Promise<number> {
  const reserved = await Promise.all(
    Object.keys(MAX_CONCURRENCY).map(async (name) => {
      const command = new GetFunctionConcurrencyCommand({ FunctionName: `coffer-${stage}-${name}` });
      const answer = await lambda.send(command).catch(undefinedIfGone);
      return answer?.ReservedConcurrentExecutions ?? 0;
    }),
  );
  return reserved.reduce((sum, each) => sum + each, 0);
}

export const checkCertificate: Check = async ({ stage, usEast1 }) => {
  const { certificateArn, domainName } = stage;
  if (!certificateArn || !domainName) return [];
  const subject = `certificate for ${domainName}`;
  const { Certificate } = await usEast1.acm.send(
    new DescribeCertificateCommand({ CertificateArn: certificateArn }),
  );
  const status = Certificate?.Status ?? "missing";
  if (status !== "ISSUED")
    return wrong(
      subject,
      `it is not issued (${status})`,
      `Create the records of: aws acm describe-certificate --region us-east-1 --certificate-arn ${certificateArn} --query Certificate.DomainValidationOptions`,
    );
  const names = Certificate?.SubjectAlternativeNames ?? [];
  if (!names.some((name) => covers(name, domainName)))
    return wrong(subject, `it is for ${names.join(", ")}`, "Ask for one with that name, in us-east-1");
  const days = Math.floor(
    ((Certificate?.NotAfter?.getTime() ?? Number.POSITIVE_INFINITY) - Date.now()) / DAY_MS,
  );
  if (days < RENEWAL_DAYS)
    return wrong(
      subject,
      `it expires in ${days} days and was not renewed`,
      "ACM renews a certificate in use while its DNS record exists: create the record again",
    );
  return good(subject, days === Number.POSITIVE_INFINITY ? "it is issued" : `it is issued, for ${days} days`);
};

const DAY_MS = 24 * 60 * 60_000;
/** ACM renews sixty days before expiry. */
const RENEWAL_DAYS = 45;

/** A wildcard stands for one label: "*.example.com" covers "budget.example.com" and nothing below it. */
const covers = (name: string, host: string): boolean =>
  name === host || (name.startsWith("*.") && host.slice(host.indexOf(".")) === name.slice(1));

/** Requests one token: nothing else shows whether the account may use the model. */
export const checkModel: Check = async ({ stage, home }) => {
  const { bedrockModelId: modelId } = stage;
  if (!modelId) return good("model", "none: tips come from templates");
  const subject = `model ${modelId}`;
  try {
    await home.bedrock.send(
      new ConverseCommand({
        modelId,
        messages: [{ role: "user", content: [{ text: "Hello" }] }],
        inferenceConfig: { maxTokens: 1 },
      }),
    );
    return good(subject, "it answers");
  } catch (error) {
    return note(
      subject,
      `it does not answer: ${error instanceof Error ? error.message : "unknown error"}. Until it does, tips come from templates`,
      "Bedrock → Model access in the console; outside us-east-1 most models need a profile such as eu.amazon.nova-micro-v1:0; or bedrockModelId: null",
    );
  }
};

/** AWS deletes a subscription that nobody confirms after some days; its alarms are then mailed to nobody. */
export const checkAlarms: Check = async ({ stage, account, home, usEast1 }) => {
  const { live, alarmEmail, backupCopyVault } = stage;
  const subject = "alarms";
  const remedy = "alarmEmail in infra/config.ts";
  const toNobody = "they are mailed to nobody, and only seen in the console";
  if (alarmEmail === null) return (live ? wrong : note)(subject, toNobody, remedy);
  const names = topicNames(stage.name, home.region);
  const topics: [Aws, string][] = [
    [home, names.app],
    [usEast1, names.edge],
  ];
  if (backupCopyVault) topics.push([home, names.backup]);
  const arns = topics.map(([{ sns, region }, name]) => ({
    sns,
    arn: `arn:aws:sns:${region}:${account}:${name}`,
  }));
  const states = await Promise.all(arns.map(({ sns, arn }) => stateOf(sns, arn, alarmEmail)));
  const inState = (state: string) => arns.filter((_, index) => states[index] === state).map(({ arn }) => arn);
  const [unconfirmed, missing] = [inState("unconfirmed"), inState("missing")];
  if (unconfirmed.length > 0)
    return wrong(
      subject,
      `${alarmEmail} has not confirmed ${unconfirmed.join(", ")}, so those are mailed to nobody`,
      "Click the link in each of the mails from AWS Notifications",
    );
  if (missing.length > 0)
    return wrong(
      subject,
      `${alarmEmail} is no longer subscribed to ${missing.join(", ")}`,
      `aws sns subscribe --protocol email --notification-endpoint ${alarmEmail} --topic-arn ${missing[0]}, and click the link in the mail`,
    );
  return good(
    subject,
    states.includes("not deployed") ? `will be mailed to ${alarmEmail}` : `mailed to ${alarmEmail}`,
  );
};

async function stateOf(sns: Aws["sns"], TopicArn: string, address: string) {
  try {
    const { Subscriptions = [] } = await sns.send(new ListSubscriptionsByTopicCommand({ TopicArn }));
    const found = Subscriptions.find(({ Endpoint }) => Endpoint?.toLowerCase() === address.toLowerCase());
    if (!found) return "missing";
    return found.SubscriptionArn?.startsWith("arn:") ? "confirmed" : "unconfirmed";
  } catch (error) {
    if (isRefusal(error, "NotFoundException", "NotFound")) return "not deployed";
    throw error;
  }
}

/** Looks for a table and secrets of an earlier stage under the names that the new stage needs. */
export const checkLeftovers: Check = async (input) => [
  await table(input),
  ...(await Promise.all(["session-keys", "origin"].map((name) => secret(input, name)))),
];

async function table({ stage, home }: CheckInput): Promise<Finding> {
  if (!stage.ownsTable)
    return good(`table ${stage.restoredTable}`, "no stack owns it before pnpm run adopt-table");
  const name = ownTableOf(stage);
  const subject = `table ${name}`;
  const described = await home.dynamo
    .send(new DescribeTableCommand({ TableName: name }))
    .catch(undefinedIfGone);
  if (!described) return good(subject, "the name is free");
  const owner = await stackOf(home, name);
  if (owner !== stackNames(stage.name, home.region).data)
    return wrong(
      subject,
      owner ? `it belongs to the stack ${owner}` : "it remains from a stage that was taken down",
      "Import it into the new stack with “cdk import”, or back it up (pnpm backup) and delete it: docs/operations.md, “Taking a stage down”",
    );
  if (described.Table?.StreamSpecification?.StreamViewType === "NEW_IMAGE")
    return wrong(
      subject,
      "its stream and indexes still carry whole items, and CloudFormation does not change them in place",
      "docs/operations.md, “Stages from before 22 November 2026”",
    );
  return good(subject, "it belongs to this stage");
}

async function secret({ stage, home }: CheckInput, part: string): Promise<Finding> {
  const name = `coffer-${stage.name}/${part}`;
  const subject = `secret ${name}`;
  const described = await home.secrets
    .send(new DescribeSecretCommand({ SecretId: name }))
    .catch(undefinedIfGone);
  if (!described) return good(subject, "the name is free");
  if (described.DeletedDate)
    return wrong(
      subject,
      "it is being deleted, and keeps its name for 7 to 30 days",
      `aws secretsmanager delete-secret --region ${home.region} --secret-id ${described.ARN} --force-delete-without-recovery`,
    );
  const owner = described.ARN ? await stackOf(home, described.ARN) : undefined;
  if (owner === `coffer-${stage.name}-data`) return good(subject, "it belongs to this stage");
  return wrong(
    subject,
    "it remains from a stage that was taken down",
    `If you keep no data: aws secretsmanager delete-secret --region ${home.region} --secret-id ${name} --force-delete-without-recovery; otherwise import it into the new stack with “cdk import”`,
  );
}
