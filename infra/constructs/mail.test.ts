import { Match } from "aws-cdk-lib/assertions";
import { expect, test } from "vitest";
import { templateOf } from "../test/synthesise.ts";
import { Mail } from "./mail.ts";

const mailOf = (context: Record<string, unknown> = {}) =>
  templateOf((stack, stage) => {
    const mail = new Mail(stack, "Mail", stage);
    expect(mail.from).toBe("Coffer <coffer@example.com>");
  }, context);

test("bounces and complaints return on a topic that SES may publish to", () => {
  const template = mailOf();
  template.hasResourceProperties("AWS::SES::ConfigurationSetEventDestination", {
    EventDestination: Match.objectLike({ MatchingEventTypes: ["bounce", "complaint"] }),
  });
  template.hasResourceProperties("AWS::SNS::TopicPolicy", {
    PolicyDocument: Match.objectLike({
      Statement: Match.arrayWith([
        Match.objectLike({
          Action: "sns:Publish",
          Principal: { Service: "ses.amazonaws.com" },
          Condition: { StringEquals: { "AWS:SourceAccount": { Ref: "AWS::AccountId" } } },
        }),
      ]),
    }),
  });
});

test("mail travels encrypted and its reputation is measured", () => {
  mailOf().hasResourceProperties("AWS::SES::ConfigurationSet", {
    DeliveryOptions: { TlsPolicy: "REQUIRE" },
    ReputationOptions: { ReputationMetricsEnabled: true },
  });
});

test("the identity is the address, or its whole domain", () => {
  mailOf().hasResourceProperties("AWS::SES::EmailIdentity", { EmailIdentity: "coffer@example.com" });
  mailOf({ mailIdentity: "domain" }).hasResourceProperties("AWS::SES::EmailIdentity", {
    EmailIdentity: "example.com",
  });
});
