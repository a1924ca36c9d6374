import { Match } from "aws-cdk-lib/assertions";
import { expect, test } from "vitest";
import { templateOf } from "../test/synthesise.ts";
import { Mail } from "./mail.ts";

const mailOf = () =>
  templateOf((stack, stage) => {
    const mail = new Mail(stack, "Mail", stage);
    expect(mail.from).toBe("Coffer <coffer@example.com>");
  });

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
