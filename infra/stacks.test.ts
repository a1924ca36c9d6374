import { readFileSync } from "node:fs";
import { join } from "node:path";
import { EMAIL_KINDS, type EmailKind, jobId } from "@coffer/core/mail/email-kinds";
import { isNewCampaign } from "@coffer/dynamo/campaign/campaigns";
import { outboxKey } from "@coffer/dynamo/mail/outbox-item";
import { TASK_PREFIX } from "@coffer/dynamo/task/tasks";
import { VERSION_DIMENSION } from "@coffer/functions/metrics";
import { Match } from "aws-cdk-lib/assertions";
import { describe, expect, test } from "vitest";
import { EVERYTHING, stacksOf, synthesise } from "./test/synthesise.ts";

/** A template without the hashes of assets, which change with every build. */
const withoutHashes = (template: { toJSON(): unknown }) =>
  JSON.parse(JSON.stringify(template.toJSON()).replace(/[0-9a-f]{64}/g, "<hash>"));

const dev = synthesise({}, { validated: true });
const everything = synthesise(EVERYTHING);

test("only a stage with a rate rule has an edge stack", () => {
  expect(dev.edge).toBeUndefined();
  expect(stacksOf({ stage: "production" }).edge).toBeDefined();
  expect(stacksOf({ stage: "production", rateLimit: null }).edge).toBeUndefined();
});

test("a stage needs a region", () => {
  expect(() => stacksOf({ region: null })).toThrow('The stage "dev" has no region');
});

test("a stage with every option has no findings", () => {
  process.env.CDK_DEFAULT_ACCOUNT = "123456789012";
  try {
    const { edge, deployRole, backup } = synthesise(EVERYTHING, { validated: true });
    edge?.hasResourceProperties("AWS::WAFv2::WebACL", {
      Scope: "CLOUDFRONT",
      Rules: [
        Match.objectLike({
          Action: { Block: { CustomResponse: { ResponseCode: 429 } } },
          Statement: { RateBasedStatement: Match.objectLike({ Limit: 2000, AggregateKeyType: "IP" }) },
        }),
      ],
    });
    expect([edge, deployRole, backup]).not.toContain(undefined);
  } finally {
    delete process.env.CDK_DEFAULT_ACCOUNT;
  }
});

test("names that are unique in the account contain the region", () => {
  const accountWide = ({ product, edge, edgeAlarms, deployRole }: typeof everything) => {
    const templates = [product, edge, edgeAlarms, deployRole].flatMap((each) =>
      each ? [each.toJSON()] : [],
    );
    return templates
      .flatMap(({ Resources }) => Object.values(Resources))
      .flatMap((resource) => {
        const { Type, Properties = {} } = Object(resource);
        const { Name, DashboardName, RoleName, TopicName, Budget, ...others } = Properties;
        const config = others.ResponseHeadersPolicyConfig ?? others.OriginAccessControlConfig ?? {};
        if (Type === "AWS::Budgets::Budget") expect(Budget.BudgetName).toBeUndefined();
        const inUsEast1 = String(TopicName).includes("edge") ? [TopicName] : [];
        if (/^AWS::(CloudFront|CloudWatch::Dashboard|IAM|WAFv2)/.test(Type))
          return [Name, DashboardName, RoleName, config.Name]
            .filter(Boolean)
            .map((each) => JSON.stringify(each));
        return inUsEast1.map((each) => JSON.stringify(each));
      });
  };
  const here = accountWide(everything);
  expect(here.length).toBeGreaterThan(6);
  const there = new Set(accountWide(synthesise({ ...EVERYTHING, region: "eu-west-1" })));
  expect(here.filter((name) => there.has(name))).toEqual([]);
});

test("the dashboard shows each endpoint's latency from the API's log", () => {
  const [dashboard] = Object.values(dev.product.findResources("AWS::CloudWatch::Dashboard"));
  const body = JSON.stringify(dashboard?.Properties.DashboardBody);
  expect(body).toContain("SOURCE '/coffer/dev/api'");
  expect(body).toContain("pct(milliseconds, 99)");
});

test("the alarm on CloudFront is mailed only if there is no sign-in check", () => {
  const mailed = ({ edgeAlarms }: typeof dev) =>
    Object.values(edgeAlarms.findResources("AWS::CloudWatch::Alarm")).filter(
      ({ Properties }) => Properties.AlarmActions,
    );
  expect(mailed(dev)).toHaveLength(1);
  expect(mailed(everything)).toEqual([]);
  dev.edgeAlarms.hasResourceProperties("AWS::CloudWatch::Alarm", {
    Metrics: Match.arrayWith([
      Match.objectLike({
        MetricStat: Match.objectLike({
          Metric: Match.objectLike({ Namespace: "AWS/CloudFront", MetricName: "5xxErrorRate" }),
        }),
      }),
    ]),
  });
});

test("docs/operations.md has every alarm and their number", () => {
  const manual = readFileSync(join(import.meta.dirname, "../docs/operations.md"), "utf8");
  const named = new Set([...manual.matchAll(/`([A-Za-z0-9-]+)`/g)].map(([, name = ""]) => name));
  const of = (type: string) =>
    [dev.product, dev.edgeAlarms].flatMap((template) =>
      Object.values(template.findResources(`AWS::CloudWatch::${type}`)).map(({ Properties }) => Properties),
    );
  const [alarms, composites] = [of("Alarm"), of("CompositeAlarm")];
  const unexplained = [...alarms, ...composites].flatMap(({ AlarmDescription }) => {
    const [, name = ""] = /([a-z0-9]+(?:-[a-z0-9]+)*): /.exec(JSON.stringify(AlarmDescription)) ?? [];
    return named.has(name.replace(/-\d+-minutes$/, "")) ? [] : [name];
  });
  expect(unexplained).toEqual([]);
  const metrics = alarms.flatMap(({ Metrics }) =>
    Metrics ? Metrics.filter((metric: object) => "MetricStat" in metric) : ["one"],
  );
  const [counted] = /\d+ alarms over \d+ metrics and \d+ composite ones/.exec(manual) ?? [];
  expect(counted).toBe(
    `${alarms.length} alarms over ${metrics.length} metrics and ${composites.length} composite ones`,
  );
});

describe("a new version in production", () => {
  const { product } = synthesise({ stage: "production" });

  test("is rolled back after more than one error of its own", () => {
    const alarms = Object.entries(product.findResources("AWS::CloudWatch::Alarm")).filter(([id]) =>
      id.includes("NewVersion"),
    );
    expect(alarms).toHaveLength(8);
    for (const [id, { Properties }] of alarms) {
      const of = Properties.Dimensions.map(({ Name }: { Name: string }) => Name);
      expect(of).toContain(id.endsWith("5xxAlarm") ? VERSION_DIMENSION : "ExecutedVersion");
      expect(Properties.Threshold).toBeGreaterThan(1);
      // The alarm watches the version of this template.
      expect(JSON.stringify(Properties.Dimensions)).toMatch(/CurrentVersion[^"]+","Version"/);
    }
  });

  test("takes a tenth of the calls for five minutes first", () => {
    product.resourceCountIs("AWS::CodeDeploy::DeploymentGroup", 7);
    product.allResourcesProperties("AWS::CodeDeploy::DeploymentGroup", {
      DeploymentConfigName: "CodeDeployDefault.LambdaCanary10Percent5Minutes",
      AlarmConfiguration: { Enabled: true, Alarms: Match.anyValue() },
      AutoRollbackConfiguration: {
        Enabled: true,
        Events: Match.arrayWith(["DEPLOYMENT_FAILURE", "DEPLOYMENT_STOP_ON_ALARM"]),
      },
    });
    product.allResources("AWS::Lambda::Alias", {
      UpdatePolicy: { CodeDeployLambdaAliasUpdate: Match.anyValue() },
    });
  });

  test("of the API is rolled back on answers with 5xx as well", () => {
    const [group] =
      Object.entries(product.findResources("AWS::CodeDeploy::DeploymentGroup"))
        .find(([id]) => id.startsWith("Rolloutapi"))
        ?.slice(1) ?? [];
    expect(JSON.stringify(Object(group).Properties.AlarmConfiguration)).toMatch(
      /ApiNewVersionErrorsAlarm.*ApiNewVersion5xxAlarm/,
    );
  });

  test("takes all calls at once without a canary", () => {
    dev.product.resourceCountIs("AWS::CodeDeploy::DeploymentGroup", 0);
  });
});

describe("the product", () => {
  test("retains only the security log and old versions", () => {
    const retained = Object.values(dev.product.toJSON().Resources).filter(
      (resource) => !["Delete", undefined].includes(Object(resource).DeletionPolicy),
    );
    // Versions are deleted with their function.
    expect(new Set(retained.map((resource) => Object(resource).Type))).toEqual(
      new Set(["AWS::Lambda::Version", "AWS::Logs::LogGroup"]),
    );
  });

  test("all callers use the live version", () => {
    const called = JSON.stringify(
      [
        "AWS::ApiGatewayV2::Integration",
        "AWS::Scheduler::Schedule",
        "AWS::SNS::Subscription",
        "AWS::Lambda::EventSourceMapping",
      ].map((type) => Object.values(dev.product.findResources(type)).map(({ Properties }) => Properties)),
    );
    expect(called.match(/"Functions[a-z]+Live[0-9A-F]+"/g)).toHaveLength(11);
    expect(called).not.toMatch(/"Functions[a-z]+Function/);
  });

  test("the shell is published after the API that it calls", () => {
    const shell = Object.values(dev.product.findResources("Custom::CDKBucketDeployment")).find(
      ({ Properties }) => !Properties.DestinationBucketKeyPrefix,
    );
    expect(shell?.DependsOn).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^FunctionsapiLive/),
        expect.stringMatching(/^ApiHttpANY/),
        expect.stringMatching(/^SiteFilesAssets/),
      ]),
    );
  });

  test("the stream invokes each lane only for its own mail", () => {
    const mappings = Object.entries(dev.product.findResources("AWS::Lambda::EventSourceMapping"));
    const prefixesOf = (lane: string): string[] =>
      mappings
        .filter(([id]) => id.startsWith(`Functions${lane}Live`))
        .flatMap(([, { Properties }]) => Properties.FilterCriteria.Filters)
        .flatMap(({ Pattern }) => {
          const { eventName, dynamodb } = JSON.parse(Pattern);
          expect(eventName).toEqual(["INSERT"]);
          return dynamodb.Keys.pk.S.map(({ prefix }: { prefix: string }) => prefix);
        });
    const [account, bulk] = [prefixesOf("outbox"), prefixesOf("bulkmail")];
    const heardBy = (prefixes: string[], pk: string) => prefixes.some((prefix) => pk.startsWith(prefix));
    for (const [kind, { lane }] of Object.entries(EMAIL_KINDS)) {
      const { pk } = outboxKey(jobId(kind as EmailKind, "1795273200000123"));
      expect([kind, heardBy(account, pk)]).toEqual([kind, lane === "account"]);
      expect([kind, heardBy(bulk, pk)]).toEqual([kind, lane === "bulk"]);
    }
    expect(heardBy(account, `${TASK_PREFIX}1795273200000123`)).toBe(true);
    expect(heardBy(bulk, `${TASK_PREFIX}1795273200000123`)).toBe(false);
    expect(bulk.some((pk) => isNewCampaign({ pk, sk: "TEXT" }))).toBe(true);
    expect(heardBy([...account, ...bulk], "BUDGET#0000000000000001")).toBe(false);
  });

  test("the API is throttled to the stage's limit", () => {
    dev.product.hasResourceProperties("AWS::ApiGatewayV2::Stage", {
      DefaultRouteSettings: { ThrottlingRateLimit: 50, ThrottlingBurstLimit: 100 },
    });
    dev.product.hasResourceProperties("AWS::ApiGatewayV2::Route", { RouteKey: "ANY /api/{proxy+}" });
  });

  test("the API's access log contains no address", () => {
    dev.product.hasResourceProperties("AWS::ApiGatewayV2::Stage", {
      AccessLogSettings: Match.objectLike({
        Format: Match.not(Match.stringLikeRegexp("identity|sourceIp|userAgent")),
      }),
    });
  });

  test("only hashed files are cached for ever", () => {
    dev.product.hasResourceProperties("Custom::CDKBucketDeployment", {
      DestinationBucketKeyPrefix: "assets",
      Prune: false,
      SystemMetadata: { "cache-control": "public, max-age=31536000, immutable" },
    });
    dev.product.hasResourceProperties("Custom::CDKBucketDeployment", {
      DestinationBucketKeyPrefix: Match.absent(),
      Prune: false,
      SystemMetadata: { "cache-control": "no-cache" },
    });
  });

  test("runs on the stage's restored table while the data stack keeps its exports", () => {
    const { data, product } = synthesise({
      restoredTable: "coffer-dev-restored",
      restoredStreamArn: "arn:aws:dynamodb:eu-west-1:123456789012:table/coffer-dev-restored/stream/2026",
    });
    product.hasResourceProperties("AWS::Lambda::Function", {
      Environment: { Variables: Match.objectLike({ TABLE_NAME: "coffer-dev-restored" }) },
    });
    expect(withoutHashes(data).Outputs).toEqual(withoutHashes(dev.data).Outputs);
  });
});
