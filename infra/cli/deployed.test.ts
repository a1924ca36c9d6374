import { Template } from "aws-cdk-lib/assertions";
import { expect, test } from "vitest";
import { readStage } from "../config.ts";
import { type Answers, queryRefusal, startAws, templateAnswer } from "../test/fake-aws.ts";
import { stacksOf, synthesise } from "../test/synthesise.ts";
import { changesTable, deployedStage, lossesOf, splitsCredentials, splitsWrites } from "./deployed.ts";

const SETTINGS = {
  stage: "production",
  mailFrom: "coffer@budget.example",
  alarmEmail: "ops@budget.example",
  domainName: "www.budget.example",
  certificateArn: "arn:aws:acm:us-east-1:123456789012:certificate/1",
  restoredTable: "coffer-production-restored",
  restoredStreamArn: "arn:aws:dynamodb:eu-central-1:123456789012:table/coffer-production-restored/stream/1",
};
const { data, product } = synthesise(SETTINGS);
const BODIES = new Map([
  ["coffer-production-data", data.toJSON()],
  ["coffer-production-app", product.toJSON()],
]);
const IN_PLACE: Answers = {
  GetTemplate: ({ StackName = "" }) => templateAnswer(BODIES.get(StackName)),
};

const stageOf = (context: Record<string, unknown>) =>
  readStage({ tryGetContext: (key: string) => context[key] });

async function deployed(answers: Answers = IN_PLACE) {
  const { aws, calls } = await startAws(answers);
  return { stage: await deployedStage("production", aws), calls };
}

test("deploying the same settings again loses nothing", async () => {
  const { stage } = await deployed();
  expect(stage && lossesOf(stageOf(SETTINGS), stage)).toEqual([]);
});

test("names the domain, alarm address, identity and restored table that a deployment would lose", async () => {
  const { stage } = await deployed();
  expect(stage && lossesOf(stageOf({ stage: "production", mailFrom: "me@home.example" }), stage)).toEqual([
    "the domain www.budget.example (domainName)",
    "the address of alarms ops@budget.example (alarmEmail)",
    "the identity of mail budget.example (mailFrom, mailIdentity)",
    "the restored table coffer-production-restored (restoredTable)",
    "the passkeys that people created at www.budget.example (relyingParty)",
  ]);
});

test("passkeys survive a new host only below the relying party", async () => {
  const { stage } = await deployed();
  const ended = (now: Record<string, unknown>, before: typeof stage) =>
    before && lossesOf(stageOf({ ...SETTINGS, ...now }), before).filter((loss) => loss.includes("passkeys"));
  if (!stage) throw new Error("the stage is deployed");
  const [bound, moved] = [
    { ...stage, relyingParty: "budget.example" },
    { domainName: "app.budget.example", relyingParty: "budget.example" },
  ];
  expect(ended(moved, bound)).toEqual([]);
  expect(ended({}, bound)).toEqual(["the passkeys that people created at budget.example (relyingParty)"]);
  expect(ended({}, { ...stage, domains: [], relyingParty: null })).toEqual([
    "the passkeys that people created at CloudFront's host (relyingParty)",
  ]);
});

test("reads the relying party from the deployed API", async () => {
  const chosen = { ...SETTINGS, relyingParty: "budget.example" };
  BODIES.set("coffer-production-app", synthesise(chosen).product.toJSON());
  const { stage } = await deployed();
  BODIES.set("coffer-production-app", product.toJSON());
  expect(stage?.relyingParty).toBe("budget.example");
  expect(() => stageOf({ ...SETTINGS, relyingParty: "other.example" })).toThrow(
    "domainName or a domain above it",
  );
});

test("a restored table that the data stack adopted is not lost", async () => {
  const { stage } = await deployed();
  const adopted = {
    ...{ ...SETTINGS, restoredTable: null, restoredStreamArn: null },
    ownTable: SETTINGS.restoredTable,
  };
  BODIES.set("coffer-production-data", synthesise(adopted, { validated: true }).data.toJSON());
  const { stage: later } = await deployed();
  BODIES.set("coffer-production-data", data.toJSON());
  if (!stage || !later) throw new Error("the stage is deployed");
  expect(lossesOf(stageOf(adopted), later)).toEqual([]);
  expect(splitsWrites(stageOf(adopted), later)).toBe(false);
  expect(lossesOf(stageOf({ ...adopted, ownTable: null }), later)).toContain(
    "the data stack's table coffer-production-restored (ownTable)",
  );
});

test("tells a global table from a plain one, and names a replica that a deployment would lose", async () => {
  const kinds = [{ globalTable: false }, { globalTable: true, secondRegion: "eu-west-1" }].map((kind) => ({
    ...{ ...SETTINGS, restoredTable: null, restoredStreamArn: null },
    ...kind,
  }));
  for (const own of kinds) {
    BODIES.set("coffer-production-data", Template.fromStack(stacksOf(own).data).toJSON());
    const { stage } = await deployed();
    if (!stage) throw new Error("the stage is deployed");
    expect(kinds.map((kind) => changesTable(stageOf(kind), stage))).toEqual(
      kinds.map((kind) => kind !== own),
    );
    // A plain table by default.
    expect(changesTable(stageOf({ ...own, globalTable: null, secondRegion: null }), stage)).toBe(
      own.globalTable,
    );
    expect(
      lossesOf(stageOf({ ...own, secondRegion: null }), stage).filter((loss) => /replica/.test(loss)),
    ).toEqual(own.globalTable ? ["the replica in eu-west-1 (secondRegion)"] : []);
  }
  BODIES.set("coffer-production-data", data.toJSON());
});

test("credentials do not move if the deployed release knows only one place", async () => {
  const moved = stageOf({ ...SETTINGS, credentialsApart: "true" });
  const { stage: now } = await deployed();
  const older = product.toJSON();
  for (const { Properties } of Object.values<{ Properties?: Record<string, unknown> }>(older.Resources))
    delete Object(Properties?.Environment).Variables?.CREDENTIALS_APART;
  BODIES.set("coffer-production-app", older);
  const { stage: before } = await deployed();
  BODIES.set("coffer-production-app", product.toJSON());
  if (!now || !before) throw new Error("the stage is deployed");
  expect([now, before].map((stage) => splitsCredentials(moved, stage))).toEqual([false, true]);
  expect(splitsCredentials(stageOf(SETTINGS), before)).toBe(false);
});

test("the table is not changed during a canary, when both tables would be written", async () => {
  const { stage } = await deployed();
  if (!stage) throw new Error("the stage is deployed");
  const own = { ...SETTINGS, restoredTable: null, restoredStreamArn: null };
  expect(splitsWrites(stageOf(own), stage)).toBe(true);
  expect(splitsWrites(stageOf({ ...own, canary: "false" }), stage)).toBe(false);
  expect(splitsWrites(stageOf(SETTINGS), stage)).toBe(false);
});

test("a stage that was never deployed has nothing to lose", async () => {
  const { stage, calls } = await deployed({ GetTemplate: queryRefusal("ValidationError") });
  expect(stage).toBeUndefined();
  expect(new Set(calls.map(({ operation }) => operation))).toEqual(new Set(["GetTemplate"]));
});
