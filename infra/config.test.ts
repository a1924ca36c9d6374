import { App } from "aws-cdk-lib/core";
import { describe, expect, test } from "vitest";
import { readStage, stages } from "./config.ts";
import { stacksOf } from "./test/synthesise.ts";

const stageOf = (context: Record<string, unknown>) => readStage(new App({ context }).node);

describe("a stage", () => {
  test("is dev where none is named", () => {
    expect(stageOf({})).toEqual({ name: "dev", ...stages.dev });
  });

  test("is not synthesised without a sender of its own", () => {
    expect(() => stacksOf({ mailFrom: "coffer@example.com" })).toThrow(
      'The stage "dev" has no sender: set mailFrom in infra/config.ts to an address of yours',
    );
    const missing = stages.dev?.mailFrom;
    expect(() => stacksOf({ mailFrom: missing })).toThrow("has no sender");
  });

  test("is overridden by the command line", () => {
    const stage = stageOf({
      stage: "production",
      rateLimit: "2000",
      region: "eu-west-1",
      bedrockModelId: "null",
      reserveConcurrency: "false",
    });
    expect(stage).toEqual({
      name: "production",
      ...stages.production,
      rateLimit: 2000,
      region: "eu-west-1",
      bedrockModelId: null,
      reserveConcurrency: false,
    });
  });

  const wrong: [context: Record<string, unknown>, message: string][] = [
    [{ stage: "prod" }, 'There is no stage "prod" in infra/config.ts; there are dev, production.'],
    [{ mailFrom: "nobody" }, "mailFrom must be an e-mail address"],
    [{ domainName: "b.example.com" }, "domainName and certificateArn go together"],
    [{ certificateArn: "arn:aws:acm:eu-west-1:1:certificate/1" }, "certificateArn must be in us-east-1"],
    [{ hostedZoneId: "Z1" }, "hostedZoneId needs a domainName"],
    [{ restoredTable: "t" }, "restoredTable and restoredStreamArn go together"],
  ];
  for (const [context, message] of wrong)
    test(`is refused with ${JSON.stringify(context)}`, () => {
      expect(() => stageOf(context)).toThrow(message);
    });
});
