import { Match } from "aws-cdk-lib/assertions";
import { describe, expect, test } from "vitest";
import { templateOf } from "../test/synthesise.ts";
import { Mail } from "./mail.ts";

const mailOf = (context: Record<string, unknown> = {}, records: unknown = expect.anything()) =>
  templateOf((stack, stage) => {
    const mail = new Mail(stack, "Mail", stage);
    expect(mail.from).toBe("Coffer <coffer@example.com>");
    expect(mail.records.map(({ text }) => text)).toEqual(records);
  }, context);

test("bounces and complaints return on a topic that SES may publish to for the stage's mail alone", () => {
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

test("mail travels encrypted and its reputation is measured", () => {
  mailOf().hasResourceProperties("AWS::SES::ConfigurationSet", {
    DeliveryOptions: { TlsPolicy: "REQUIRE" },
    ReputationOptions: { ReputationMetricsEnabled: true },
  });
});

describe("the identity", () => {
  test("is the address, which needs no record", () => {
    mailOf({}, []).hasResourceProperties("AWS::SES::EmailIdentity", { EmailIdentity: "coffer@example.com" });
  });

  test("is the whole domain, with the records that DKIM, SPF and DMARC need", () => {
    mailOf({ mailIdentity: "domain", alarmEmail: "ops@example.com" }, [
      expect.stringMatching(/ CNAME /),
      expect.stringMatching(/ CNAME /),
      expect.stringMatching(/ CNAME /),
      expect.stringMatching(/^mail\.example\.com MX 10 feedback-smtp\..+\.amazonses\.com$/),
      'mail.example.com TXT "v=spf1 include:amazonses.com ~all"',
      '_dmarc.example.com TXT "v=DMARC1; p=none; rua=mailto:ops@example.com"',
    ]).hasResourceProperties("AWS::SES::EmailIdentity", {
      EmailIdentity: "example.com",
      MailFromAttributes: { MailFromDomain: "mail.example.com" },
    });
  });

  test("is one that SES has already, and the stack creates none", () => {
    mailOf({ mailIdentity: "existing" }, []).resourceCountIs("AWS::SES::EmailIdentity", 0);
  });
});
