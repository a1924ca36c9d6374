import { expect, test } from "vitest";
import { readStage } from "../config.ts";
import { type Answers, result, startAws } from "../test/fake-aws.ts";
import {
  askSettings,
  missingSettings,
  refuseWithout,
  requestCertificate,
  untilIssued,
  whatIsLeft,
} from "./first-deployment.ts";

const stageOf = (context: Record<string, unknown> = {}) =>
  readStage({ tryGetContext: (key: string) => context[key] });

/** An operator who gives these answers in turn. */
function personWith(...answers: string[]) {
  const [asked, told]: [string[], string[]] = [[], []];
  return {
    asked,
    told,
    async ask(question: string) {
      asked.push(question);
      const answer = answers.shift();
      if (answer === undefined) throw new Error(`No answer to ${question}`);
      return answer;
    },
    tell: (text: string) => void told.push(text),
  };
}

test("asks for region, sender, host and alarm address with proposals", async () => {
  const person = personWith("", "me@mail.example.org", "", "");
  expect(await askSettings(person, stageOf(), "eu-west-1")).toEqual({
    region: "eu-west-1",
    mailFrom: "me@mail.example.org",
    mailIdentity: "address",
    alarmEmail: "me@mail.example.org",
  });
  expect(person.asked.map((question) => question.replace(/ \(.*?\)/, ""))).toEqual([
    "AWS region, such as eu-central-1 [eu-west-1]: ",
    "Sender of all mail, an address that you can read: ",
    "Host name of the product, such as budget.example.org: ",
    "Address that alarms are mailed to [me@mail.example.org]: ",
  ]);
});

test("says why an answer cannot be used before it asks again", async () => {
  const person = personWith(
    ...[
      "Frankfurt",
      "eu-central-1",
      "nobody",
      "coffer@example.com",
      "me@home.example",
      "http://x",
      "money.home.example",
    ],
    ...["somebody", "none"],
  );
  expect(await askSettings(person, stageOf(), undefined)).toMatchObject({
    region: "eu-central-1",
    mailFrom: "me@home.example",
    domainName: "money.home.example",
    // The records of the host and of the sender are in one domain.
    mailIdentity: "domain",
    alarmEmail: null,
  });
  expect(person.told).toEqual([
    "A region is written like eu-central-1.",
    "Mail cannot be sent from this address.",
    "Mail cannot be sent from this address.",
    "A host name is written like budget.example.org.",
    "This is not an address.",
  ]);
});

test("verifies only the sender's address if its domain is not the operator's", async () => {
  const person = personWith("eu-central-1", "me@post.example", "budget.home.example", "");
  expect(await askSettings(person, stageOf(), undefined)).toMatchObject({ mailIdentity: "address" });
});

test("asks only for the region if there is a sender", async () => {
  const person = personWith("eu-central-1");
  expect(await askSettings(person, stageOf({ mailFrom: "me@home.example" }), undefined)).toEqual({
    region: "eu-central-1",
  });
});

test("names the missing settings and their file if there is no terminal", () => {
  const stage = stageOf();
  const missing = missingSettings(stage, undefined);
  expect(refuseWithout(stage, missing).message).toMatch(
    /^The stage "dev" lacks region .* and mailFrom .*\. Write it to .*dev\.json/,
  );
  expect(missingSettings(stageOf({ mailFrom: "me@home.example" }), "eu-west-1")).toEqual([]);
});

const certificate = (Status: string, record = true) => ({
  json: {
    Certificate: {
      Status,
      DomainValidationOptions: record
        ? [
            {
              DomainName: "b.example",
              ResourceRecord: { Name: "_x.b.example.", Type: "CNAME", Value: "_y.acm.example." },
            },
          ]
        : [],
    },
  },
});

test("shows the record of a requested certificate once", async () => {
  const states = [
    certificate("PENDING_VALIDATION", false),
    certificate("PENDING_VALIDATION"),
    certificate("ISSUED"),
  ];
  const { aws, calls } = await startAws({
    RequestCertificate: { json: { CertificateArn: "arn:aws:acm:us-east-1:1:certificate/1" } },
    DescribeCertificate: () => states.shift() ?? certificate("ISSUED"),
  });
  const arn = await requestCertificate(aws, "b.example");
  expect(calls[0]?.input).toMatchObject({
    DomainName: "b.example",
    ValidationMethod: "DNS",
    IdempotencyToken: "bexample",
  });
  const person = personWith();
  await untilIssued(aws, arn, person, 1);
  expect(person.told).toHaveLength(1);
  expect(person.told[0]).toContain("\n  _x.b.example. CNAME _y.acm.example.\n");
});

test("names the certificate's record instead of waiting if there is no terminal", async () => {
  const { aws } = await startAws({ DescribeCertificate: certificate("PENDING_VALIDATION") });
  await expect(untilIssued(aws, "arn:c", undefined, 1)).rejects.toThrow(
    "The certificate arn:c is not issued (PENDING_VALIDATION). Create this record with your DNS provider:\n  _x.b.example. CNAME _y.acm.example.",
  );
});

const outputs: Record<string, string> = {
  "coffer-dev-data":
    "<member><OutputKey>Dmarc</OutputKey><OutputValue>_dmarc.b.example TXT x</OutputValue></member>",
  "coffer-dev-app":
    "<member><OutputKey>Url</OutputKey><OutputValue>https://b.example</OutputValue></member><member><OutputKey>CloudFrontHost</OutputKey><OutputValue>d1.cloudfront.net</OutputValue></member>",
};
const DEPLOYED: Answers = {
  DescribeStacks: ({ StackName = "" }) =>
    result(
      "DescribeStacks",
      `<Stacks><member><StackName>${StackName}</StackName><StackStatus>CREATE_COMPLETE</StackStatus><CreationTime>2026-11-21T00:00:00Z</CreationTime><Outputs>${outputs[StackName]}</Outputs></member></Stacks>`,
    ),
};

test("lists the remaining steps: records, links to click, SES's access and the first administrator", async () => {
  const { aws } = await startAws(DEPLOYED);
  const domain = { domainName: "b.example", certificateArn: "arn:aws:acm:us-east-1:1:certificate/1" };
  const stage = stageOf({
    mailFrom: "coffer@b.example",
    mailIdentity: "domain",
    alarmEmail: "ops@b.example",
    ...domain,
  });
  const left = await whatIsLeft({ stage, home: aws }, async () => true);
  expect(left.split("\n")).toEqual([
    "",
    "What is left to do:",
    "  1. Create these records with your DNS provider:",
    "     _dmarc.b.example TXT x",
    expect.stringMatching(
      /^ {5}b\.example ALIAS d1\.cloudfront\.net \(a domain's own name cannot be a CNAME/,
    ),
    "  2. Click the link in the mails from AWS Notifications to ops@b.example.",
    "  3. Ask for SES's production access; until then mail goes to verified addresses only:",
    "     https://eu-central-1.console.aws.amazon.com/ses/home?region=eu-central-1#/get-set-up",
    "  4. Create your account at https://b.example, then: pnpm admin grant YOUR@ADDRESS --stage dev",
  ]);
  const below = stageOf({ mailFrom: "me@home.example", ...domain, domainName: "money.b.example" });
  const others = await whatIsLeft({ stage: below, home: aws }, async () => false);
  expect(others).toContain("     money.b.example CNAME d1.cloudfront.net\n");
  expect(others).toContain("Click the link in the mail from SES to me@home.example.");
});
