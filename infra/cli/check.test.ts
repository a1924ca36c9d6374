import { describe, expect, test } from "vitest";
import { readStage } from "../config.ts";
import { type Answers, queryRefusal, refusal, result, startAws } from "../test/fake-aws.ts";
import { checkStage, reportOf } from "./check.ts";

/** Settings of the stage, and TXT records by name. */
type Context = Record<string, unknown> & { records?: Record<string, string[]> };

const stageOf = (context: Record<string, unknown>) =>
  readStage({ tryGetContext: (key: string) => ({ mailFrom: "coffer@budget.example", ...context })[key] });

const stack = (name: string, outputs = "") =>
  result(
    "DescribeStacks",
    `<Stacks><member><StackName>${name}</StackName><StackStatus>CREATE_COMPLETE</StackStatus><CreationTime>2026-11-21T00:00:00Z</CreationTime><Outputs>${outputs}</Outputs></member></Stacks>`,
  );
const bootstrap = stack(
  "CDKToolkit",
  "<member><OutputKey>BootstrapVersion</OutputKey><OutputValue>30</OutputValue></member>",
);
const ownedBy = (name: string) =>
  result(
    "DescribeStackResources",
    `<StackResources><member><StackName>${name}</StackName><LogicalResourceId>X</LogicalResourceId><ResourceType>X</ResourceType><Timestamp>2026-11-21T00:00:00Z</Timestamp><ResourceStatus>CREATE_COMPLETE</ResourceStatus></member></StackResources>`,
  );
const distributions = (items: string) => ({
  xml: `<DistributionList><Marker></Marker><MaxItems>1</MaxItems><IsTruncated>false</IsTruncated><Quantity>1</Quantity><Items>${items}</Items></DistributionList>`,
});
const identity = (name: string, status: string) =>
  result(
    "GetIdentityVerificationAttributes",
    `<VerificationAttributes><entry><key>${name}</key><value><VerificationStatus>${status}</VerificationStatus></value></entry></VerificationAttributes>`,
  );
const domainRecords = (dkim: string, mailFrom: string): Answers => {
  const entry = (what: string, value: string) =>
    `<${what}><entry><key>budget.example</key><value>${value}</value></entry></${what}>`;
  return {
    GetIdentityDkimAttributes: result(
      "GetIdentityDkimAttributes",
      entry(
        "DkimAttributes",
        `<DkimEnabled>true</DkimEnabled><DkimVerificationStatus>${dkim}</DkimVerificationStatus>`,
      ),
    ),
    GetIdentityMailFromDomainAttributes: result(
      "GetIdentityMailFromDomainAttributes",
      entry(
        "MailFromDomainAttributes",
        `<MailFromDomain>mail.budget.example</MailFromDomain><MailFromDomainStatus>${mailFrom}</MailFromDomainStatus><BehaviorOnMXFailure>UseDefaultValue</BehaviorOnMXFailure>`,
      ),
    ),
  };
};
const subscribed = (address: string, arn: string) =>
  result(
    "ListSubscriptionsByTopic",
    `<Subscriptions><member><Protocol>email</Protocol><Endpoint>${address}</Endpoint><SubscriptionArn>${arn}</SubscriptionArn></member></Subscriptions>`,
  );
const quota = (perDay: number) =>
  result("GetSendQuota", `<Max24HourSend>${perDay}</Max24HourSend><MaxSendRate>14</MaxSendRate>`);

/** An account in which a first deployment succeeds. */
const READY: Answers = {
  GetCallerIdentity: result("GetCallerIdentity", "<Account>123456789012</Account>"),
  DescribeStacks: bootstrap,
  DescribeStackResources: queryRefusal("ValidationError"),
  ListDistributions: distributions("<DistributionSummary><Id>E1</Id></DistributionSummary>"),
  GetAccountSettings: { json: { AccountLimit: { ConcurrentExecutions: 1000 } } },
  GetFunctionConcurrency: refusal("ResourceNotFoundException"),
  DescribeTable: refusal("com.amazonaws.dynamodb#ResourceNotFoundException"),
  DescribeSecret: refusal("ResourceNotFoundException"),
  GetIdentityVerificationAttributes: result("GetIdentityVerificationAttributes", "<VerificationAttributes/>"),
  GetSendQuota: quota(50_000),
  GetIdentityDkimAttributes: result("GetIdentityDkimAttributes", "<DkimAttributes/>"),
  GetIdentityMailFromDomainAttributes: result(
    "GetIdentityMailFromDomainAttributes",
    "<MailFromDomainAttributes/>",
  ),
  ListSubscriptionsByTopic: queryRefusal("NotFound"),
  Converse: {
    json: { output: { message: { role: "assistant", content: [{ text: "Hi" }] } }, stopReason: "max_tokens" },
  },
};

/** The settings that `--check` requires of stages on which people rely. */
const RELIED_ON = {
  alarmEmail: "ops@budget.example",
  backupCopyVault: "arn:aws:backup:eu-west-1:1:backup-vault:copies",
  signInCheckSecret: "arn:aws:secretsmanager:eu-central-1:1:secret:check",
};

const RECORDS: Record<string, string[]> = {
  "mail.budget.example": ["v=spf1 include:amazonses.com ~all"],
  "_dmarc.budget.example": ["v=DMARC1; p=none"],
};

async function look(answers: Answers = {}, { records = {}, ...context }: Context = {}) {
  const { aws, calls } = await startAws({ ...READY, ...answers });
  const usEast1 = { ...aws, region: "us-east-1" };
  const texts = async (name: string) => ({ ...RECORDS, ...records })[name] ?? [];
  const findings = await checkStage(stageOf(context), aws, usEast1, texts);
  return { findings, calls, report: reportOf(findings) };
}
/** The wrong findings, each with its remedy. */
const problems = async (answers: Answers, context: Context = {}) =>
  (await look(answers, context)).findings
    .filter(({ state }) => state === "wrong")
    .map(({ subject, says, remedy }) => `${subject}: ${says} → ${remedy}`);

test("reports every subject as good for a complete account", async () => {
  const { findings, report } = await look({}, { rateLimit: 2000, ...RELIED_ON });
  expect(findings.filter(({ state }) => state !== "good")).toEqual([]);
  expect(report.split("\n")[0]).toBe("ok     credentials: account 123456789012, region eu-central-1.");
  expect(findings.map(({ subject }) => subject)).toEqual(
    expect.arrayContaining([
      "bootstrap in eu-central-1",
      "bootstrap in us-east-1",
      "CloudFront",
      "concurrent functions",
      "table coffer-dev",
      "secret coffer-dev/session-keys",
      "secret coffer-dev/origin",
      "SES identity coffer@budget.example",
      "SES quota",
      "model amazon.nova-micro-v1:0",
    ]),
  );
});

test("changes nothing", async () => {
  const { calls } = await look();
  expect(calls.filter(({ operation }) => !/^(Get|Describe|List|Converse)/.test(operation))).toEqual([]);
});

test("without credentials only says how to sign in", async () => {
  const { findings, calls } = await look({ GetCallerIdentity: queryRefusal("ExpiredToken") });
  expect(findings).toMatchObject([{ subject: "credentials", state: "wrong", remedy: /aws sso login/ }]);
  expect(new Set(calls.map(({ operation }) => operation))).toEqual(new Set(["GetCallerIdentity"]));
});

test("concurrency that the stage itself reserves counts as free", async () => {
  const answers: Answers = {
    GetAccountSettings: {
      json: { AccountLimit: { ConcurrentExecutions: 300, UnreservedConcurrentExecutions: 175 } },
    },
    GetFunctionConcurrency: ({ path = "" }) =>
      path.includes("-api/") ? { json: { ReservedConcurrentExecutions: 100 } } : { json: {} },
  };
  expect(await problems(answers, { stage: "production", ...RELIED_ON })).toEqual([]);
});

const domainInUse: Answers = {
  GetIdentityVerificationAttributes: identity("budget.example", "Success"),
  DescribeStackResources: ownedBy("coffer-dev-data"),
  ...domainRecords("Success", "Success"),
};

describe("says what to do about", () => {
  const cases: [what: string, answers: Answers, context: Context, expected: RegExp[]][] = [
    [
      "a region that is not bootstrapped",
      { DescribeStacks: queryRefusal("ValidationError") },
      {},
      [
        /^bootstrap in eu-central-1: .* → .*cdk bootstrap aws:\/\/123456789012\/eu-central-1$/,
        /^bootstrap in us-east-1: .* → .*cdk bootstrap aws:\/\/123456789012\/us-east-1$/,
      ],
    ],
    [
      "an account that may not use CloudFront",
      { ListDistributions: queryRefusal("AccessDenied") },
      {},
      [/^CloudFront: .* → .*AWS Support/],
    ],
    [
      "a quota of functions that production would exceed",
      { GetAccountSettings: { json: { AccountLimit: { ConcurrentExecutions: 10 } } } },
      { stage: "production", ...RELIED_ON },
      [/^concurrent functions: the account may run 10, .* take \d+ → aws service-quotas request/],
    ],
    [
      "concurrency that other functions of the account reserve",
      {
        GetAccountSettings: {
          json: { AccountLimit: { ConcurrentExecutions: 1000, UnreservedConcurrentExecutions: 150 } },
        },
      },
      { stage: "production", mailIdentity: "address", ...RELIED_ON },
      [/^concurrent functions: the account may run 1000, of which others leave 150;/],
    ],
    [
      "production without an alarm address, a copy of its data or a check of signing in",
      {},
      { stage: "production" },
      [
        /^alarms: they are mailed to nobody, .* → alarmEmail in infra/,
        /^copy elsewhere: none.*copyBucket/,
        /^sign-in check: none.*signInCheckSecret/,
      ],
    ],
    [
      "a mail identity that is still in the app stack",
      {
        GetIdentityVerificationAttributes: identity("coffer@budget.example", "Success"),
        DescribeStackResources: ownedBy("coffer-dev-app"),
      },
      {},
      [/^SES identity coffer@budget\.example: it is still in the app stack/],
    ],
    [
      "an SES identity that exists already",
      { GetIdentityVerificationAttributes: identity("coffer@budget.example", "Success") },
      {},
      [/^SES identity coffer@budget\.example: it exists already, in no stack → .*"existing"/],
    ],
    [
      "an SES identity that should exist and does not",
      {},
      { mailIdentity: "existing" },
      [/^SES identity budget\.example: it does not exist → Set mailIdentity/],
    ],
    ["a missing sender", {}, { mailFrom: "coffer@example.com" }, [/^sender: none → Set mailFrom/]],
    [
      "a certificate that is not issued",
      { DescribeCertificate: { json: { Certificate: { Status: "PENDING_VALIDATION" } } } },
      { domainName: "b.example", certificateArn: "arn:aws:acm:us-east-1:1:certificate/1" },
      [/^certificate for b\.example: it is not issued \(PENDING_VALIDATION\) → .*describe-certificate/],
    ],
    [
      "a certificate that was not renewed",
      {
        DescribeCertificate: {
          json: {
            Certificate: {
              Status: "ISSUED",
              SubjectAlternativeNames: ["b.example"],
              NotAfter: Date.now() / 1_000 + 10.5 * 24 * 60 * 60,
            },
          },
        },
      },
      { domainName: "b.example", certificateArn: "arn:aws:acm:us-east-1:1:certificate/1" },
      [/^certificate for b\.example: it expires in 10 days and was not renewed/],
    ],
    [
      "missing MAIL FROM records of a domain",
      {
        GetIdentityVerificationAttributes: identity("budget.example", "Success"),
        DescribeStackResources: ownedBy("coffer-dev-data"),
        ...domainRecords("Success", "Pending"),
      },
      { mailIdentity: "domain" },
      [/^MAIL FROM of budget\.example: its records are missing \(Pending\) → .*MailFromMx/],
    ],
    [
      "a domain whose mail is not signed",
      {
        GetIdentityVerificationAttributes: identity("budget.example", "Success"),
        DescribeStackResources: ownedBy("coffer-dev-data"),
        ...domainRecords("Failed", "Success"),
      },
      { mailIdentity: "domain" },
      [/^DKIM of budget\.example: its records are missing \(Failed\)/],
    ],
    [
      "a domain for bounces whose SPF does not name SES",
      domainInUse,
      { mailIdentity: "domain", records: { "mail.budget.example": ["v=spf1 include:other.example -all"] } },
      [/^SPF of mail\.budget\.example: it does not name SES → .*MailFromSpf/],
    ],
    [
      "two SPF records, of which receivers use none",
      domainInUse,
      {
        mailIdentity: "domain",
        records: { "mail.budget.example": ["v=spf1 include:amazonses.com ~all", "v=spf1 -all"] },
      },
      [/^SPF of mail\.budget\.example: there are 2 records/],
    ],
    [
      "an address whose domain forbids others to send as it",
      {},
      { mailFrom: "me@mail.example", records: { "_dmarc.mail.example": ["v=DMARC1; p=reject; pct=100"] } },
      [/^DMARC of mail\.example: its owner asks receivers to reject .* → Send from a domain of your own/],
    ],
    [
      "an address on a subdomain of such a domain",
      {},
      { mailFrom: "me@eu.mail.example", records: { "_dmarc.mail.example": ["v=DMARC1;p=quarantine"] } },
      [/^DMARC of eu\.mail\.example: its owner asks receivers to quarantine/],
    ],
    [
      "alarms whose mail from AWS nobody has confirmed",
      { ListSubscriptionsByTopic: subscribed("Ops@budget.example", "PendingConfirmation") },
      { alarmEmail: "ops@budget.example" },
      [
        /^alarms: ops@budget\.example has not confirmed arn:aws:sns:eu-central-1:123456789012:coffer-dev-alarms, arn:aws:sns:us-east-1:123456789012:coffer-dev-edge-alarms-eu-central-1,/,
      ],
    ],
    [
      "alarms whose subscription AWS has deleted",
      { ListSubscriptionsByTopic: subscribed("old@budget.example", "arn:aws:sns:x") },
      { alarmEmail: "ops@budget.example" },
      [/^alarms: ops@budget\.example is no longer subscribed .* → aws sns subscribe .*coffer-dev-alarms,/],
    ],
    [
      "a certificate for another host",
      {
        DescribeCertificate: {
          json: { Certificate: { Status: "ISSUED", SubjectAlternativeNames: ["*.other.example"] } },
        },
      },
      { domainName: "b.example", certificateArn: "arn:aws:acm:us-east-1:1:certificate/1" },
      [/^certificate for b\.example: it is for \*\.other\.example/],
    ],
    [
      "a table that remains from a stage that was taken down",
      { DescribeTable: { json: { Table: { TableName: "coffer-dev" } } } },
      {},
      [/^table coffer-dev: it remains from a stage that was taken down → .*cdk import/],
    ],
    [
      "a stream that still carries items",
      {
        DescribeTable: { json: { Table: { StreamSpecification: { StreamViewType: "NEW_IMAGE" } } } },
        DescribeStackResources: ownedBy("coffer-dev-data"),
      },
      {},
      [/^table coffer-dev: its stream and indexes still carry whole items/],
    ],
    [
      "secrets that wait for their deletion and keep their names",
      { DescribeSecret: { json: { ARN: "arn:aws:secretsmanager:x", DeletedDate: 1_795_000_000 } } },
      {},
      [
        /^secret coffer-dev\/session-keys: it is being deleted.* → .*--force-delete-without-recovery$/,
        /^secret coffer-dev\/origin: it is being deleted/,
      ],
    ],
    [
      "a missing right to read the account",
      { GetSendQuota: queryRefusal("AccessDenied") },
      {},
      [/^mail: AWS did not answer: AccessDenied/],
    ],
  ];
  for (const [what, answers, context, expected] of cases)
    test(what, async () =>
      expect(await problems(answers, context)).toEqual(
        expected.map((pattern) => expect.stringMatching(pattern)),
      ),
    );
});

describe("notes, because the deployment succeeds without it,", () => {
  const notes: [what: string, answers: Answers, context: Context, expected: RegExp][] = [
    ["that the account is in SES's sandbox", { GetSendQuota: quota(200) }, {}, /sandbox/],
    [
      "that an address of the stage is not verified yet",
      {
        GetIdentityVerificationAttributes: identity("coffer@budget.example", "Pending"),
        DescribeStackResources: ownedBy("coffer-dev-data"),
      },
      {},
      /not verified \(Pending\).*\n.*Click the link/,
    ],
    [
      "that the model does not answer",
      { Converse: refusal("AccessDeniedException", "You don't have access to the model") },
      {},
      /it does not answer: You don't have access to the model\. Until it does, tips come from templates/,
    ],
    [
      "that the account may not be verified for CloudFront yet",
      { ListDistributions: distributions("") },
      {},
      /verified/,
    ],
    ["that alarms are mailed to nobody", {}, { alarmEmail: null }, /alarms: they are mailed to nobody/],
    [
      "that a domain has no DMARC",
      domainInUse,
      { mailIdentity: "domain", records: { "_dmarc.budget.example": [] } },
      /DMARC of budget\.example: no record/,
    ],
    ["that a rate rule will be deleted", {}, { rateLimit: null }, /rate rule: none/],
  ];
  for (const [what, answers, context, expected] of notes)
    test(what, async () => {
      const { findings, report } = await look(answers, context);
      expect(findings.filter(({ state }) => state === "wrong")).toEqual([]);
      expect(report).toMatch(expected);
    });
});

test("the replica on which a stage runs after losing its region is not a leftover", async () => {
  const table = {
    restoredTable: "coffer-dev",
    restoredStreamArn: "arn:aws:dynamodb:stream",
    ownsTable: false,
  };
  expect(await problems({ DescribeTable: { json: { Table: {} } } }, table)).toEqual([]);
});

test("resources of the stage itself are not leftovers", async () => {
  const { findings } = await look({
    DescribeTable: { json: { Table: { StreamSpecification: { StreamViewType: "KEYS_ONLY" } } } },
    DescribeSecret: { json: { ARN: "arn:aws:secretsmanager:x" } },
    DescribeStackResources: ownedBy("coffer-dev-data"),
  });
  expect(findings.filter(({ state }) => state === "wrong")).toEqual([]);
});
