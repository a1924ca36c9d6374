import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { App } from "aws-cdk-lib/core";
import { describe, expect, onTestFinished, test } from "vitest";
import { readStage, stageFile, stages } from "./config.ts";
import { synthesise } from "./test/synthesise.ts";

const stageOf = (context: Record<string, unknown>) => readStage(new App({ context }).node);

describe("a stage", () => {
  test("is dev by default", () => {
    expect(stageOf({})).toEqual({ name: "dev", ...stages.dev });
  });

  test.each(["dev", "production"])(
    "%s without a sender is synthesized into templates that CloudFormation refuses",
    (stage) => {
      const { data, product } = synthesise({ stage, mailFrom: stages[stage]?.mailFrom });
      data.resourceCountIs("AWS::SES::EmailIdentity", 0);
      for (const template of [data, product]) {
        const { Default, AllowedPattern, Description } = template.toJSON().Parameters.SenderIsMissing;
        expect(Default).toBeUndefined();
        expect("coffer@example.com").not.toMatch(new RegExp(`^${AllowedPattern}$`));
        expect(Description).toBe(
          `Set mailFrom of the stage "${stage}" in infra/config.ts to an address of yours`,
        );
      }
    },
  );

  test("has a second region only with a global table", () => {
    const second = { region: "eu-central-1", secondRegion: "eu-west-1" };
    expect(() => stageOf(second)).toThrow("secondRegion needs a globalTable");
    expect(() => stageOf({ ...second, globalTable: true, secondRegion: "eu-central-1" })).toThrow(
      "secondRegion must differ from region",
    );
    expect(stageOf({ ...second, globalTable: "true" }).secondRegion).toBe("eu-west-1");
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

  test("can be defined by its file alone", () => {
    const file = stageFile("family");
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, '{"mailFrom":"me@home.example","requestsPerSecond":20}');
    onTestFinished(() => rmSync(file));
    expect(stageOf({ stage: "family", requestsPerSecond: "30" })).toEqual({
      ...stages.dev,
      name: "family",
      mailFrom: "me@home.example",
      requestsPerSecond: 30,
    });
    writeFileSync(file, '{"mailForm":"me@home.example"}');
    expect(() => stageOf({ stage: "family" })).toThrow("mailForm");
    writeFileSync(file, "[");
    expect(() => stageOf({ stage: "family" })).toThrow("is not a JSON object of settings");
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
