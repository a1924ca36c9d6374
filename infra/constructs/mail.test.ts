import { Match } from "aws-cdk-lib/assertions";
import { expect, test } from "vitest";
import { templateOf } from "../test/synthesise.ts";
import { createMailIdentity, Mail } from "./mail.ts";

const mailOf = () =>
  templateOf((stack, stage) => {
    const mail = new Mail(stack, "Mail", stage);
    expect(mail.from).toBe("Coffer <coffer@example.com>");
  });

test("only SES may publish bounces and complaints, for the stage's mail", () => {
  const template = mailOf();
  template.hasResourceProperties("AWS::SES::ConfigurationSetEventDestination", {
    EventDestination: Match.objectLike({ MatchingEventTypes: ["bounce", "complaint"] }),
  });
  template.hasResourceProperties("AWS::SNS::TopicPolicy", {
    PolicyDocument: Match.objectLike({
      Statement: [
        Match.objectLike({
          Effect: "Deny",
          Condition: { Bool: { "aws:SecureTransport": "false" } },
        }),
        Match.objectLike({
          Effect: "Allow",
          Action: "sns:Publish",
          Principal: { Service: "ses.amazonaws.com" },
          Condition: {
            StringEquals: {
              "AWS:SourceAccount": { Ref: "AWS::AccountId" },
              "AWS:SourceArn": {
                "Fn::Join": ["", Match.arrayWith([":configuration-set/", { Ref: Match.anyValue() }])],
              },
            },
          },
        }),
      ],
    }),
  });
});

test("mail is sent over TLS", () => {
  mailOf().hasResourceProperties("AWS::SES::ConfigurationSet", {
    DeliveryOptions: { TlsPolicy: "REQUIRE" },
    ReputationOptions: { ReputationMetricsEnabled: true },
  });
});

const identityOf = (context: Record<string, unknown>, records: unknown = expect.anything()) =>
  templateOf(
    (stack, stage) => {
      expect(createMailIdentity(stack, stage).map(({ text }) => text)).toEqual(records);
    },
    { mailFrom: "coffer@budget.example", ...context },
  );

test("an address as identity needs no DNS record", () => {
  identityOf({}, []).hasResourceProperties("AWS::SES::EmailIdentity", {
    EmailIdentity: "coffer@budget.example",
  });
});

test("a domain as identity has records for DKIM, SPF and DMARC", () => {
  identityOf({ mailIdentity: "domain", alarmEmail: "ops@budget.example" }, [
    expect.stringMatching(/ CNAME /),
    expect.stringMatching(/ CNAME /),
    expect.stringMatching(/ CNAME /),
    expect.stringMatching(/^mail\.budget\.example MX 10 feedback-smtp\..+\.amazonses\.com$/),
    'mail.budget.example TXT "v=spf1 include:amazonses.com ~all"',
    '_dmarc.budget.example TXT "v=DMARC1; p=none; rua=mailto:ops@budget.example"',
  ]).hasResourceProperties("AWS::SES::EmailIdentity", {
    EmailIdentity: "budget.example",
    MailFromAttributes: { MailFromDomain: "mail.budget.example" },
  });
});

test("there is no identity without a sender", () => {
  identityOf({ mailFrom: "coffer@example.com" }, []).resourceCountIs("AWS::SES::EmailIdentity", 0);
});

test.each(["ops@elsewhere.org", "ops@notbudget.example", "null"])(
  "DMARC requests no reports to %s, whose domain would have to accept them first",
  (alarmEmail) => {
    identityOf(
      { mailIdentity: "domain", alarmEmail },
      expect.arrayContaining(['_dmarc.budget.example TXT "v=DMARC1; p=none"']),
    );
  },
);

test("an existing identity is not created again", () => {
  identityOf({ mailIdentity: "existing" }, []).resourceCountIs("AWS::SES::EmailIdentity", 0);
});

test("only a failed creation removes the identity", () => {
  identityOf({}).hasResource("AWS::SES::EmailIdentity", {
    DeletionPolicy: "RetainExceptOnCreate",
    UpdateReplacePolicy: "Retain",
  });
});
