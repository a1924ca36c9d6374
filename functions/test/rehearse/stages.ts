import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CreateSecretCommand } from "@aws-sdk/client-secrets-manager";
import { ListIdentitiesCommand } from "@aws-sdk/client-ses";
import { everything, putBack } from "@coffer/dynamo/backup";
import { ensureTable } from "@coffer/dynamo/table/create-table";
import { adoptTable } from "../../../infra/cli/adopt-table.ts";
import { type Aws, awsIn } from "../../../infra/cli/aws.ts";
import { destroyStage } from "../../../infra/cli/destroy-stage.ts";
import { completeTable } from "../../../infra/cli/restored-table.ts";
import { deleteStack } from "../../../infra/cli/stacks.ts";
import { readStage, stackNames, streamViewOf } from "../../../infra/config.ts";
import { putStack } from "../../../infra/test/deployed-stacks.ts";
import type { Artefact } from "../../build.ts";
import { SECRETS } from "../lambda-process.ts";
import { type Emulator, lint } from "./emulator.ts";
import { transactionsOn, useProduct } from "./product.ts";
import { emulated, type Synthesised, synthesise, type Template } from "./templates.ts";

const REGION = "eu-central-1";
const SECOND_REGION = "eu-west-1";
const SENDER = "coffer@budget.example";
/**
 * Settings that a stage is updated to and rolled back from. Without `logDays`: the emulator loses a log that it updates.
 */
const CHANGES = { mailName: "Coffer anew", requestsPerSecond: 20, alarmEmail: "ops@budget.example" };

type Rehearsal = { python: string; emulator: Emulator; artefacts: readonly Artefact[]; folder: string };

/** Runs a stage's whole life on the emulator. Yields lines of progress; throws at the first failed step. */
export async function* rehearseStage(
  name: string,
  { python, emulator, artefacts, folder }: Rehearsal,
): AsyncGenerator<string> {
  const credentials = { accessKeyId: "test", secretAccessKey: "test" };
  const awsAt = (region: string) => awsIn({ region, endpoint: emulator.endpoint, credentials });
  const [home, usEast1] = [awsAt(REGION), awsAt("us-east-1")];
  const names = stackNames(name, REGION);
  // `dev` represents stages from before global tables.
  const globalTable = name !== "dev";
  /** ARNs of secrets by region, then by name. */
  const secrets: Record<string, Record<string, string>> = {};
  const uploaded = new Set<string>();
  const work = mkdtempSync(join(tmpdir(), "coffer-rehearsal-"));

  const synth = (part: string, changes = {}) =>
    synthesise(join(work, part), folder, {
      ...{ stage: name, region: REGION, mailFrom: SENDER, globalTable },
      ...changes,
    });
  const put = async (stacks: Synthesised[], aws = home) => {
    const { data, edge, app, edgeAlarms } = stackNames(name, aws.region);
    // A stack after those that it refers to.
    for (const each of [data, edge, app, edgeAlarms])
      for (const { template } of stacks.filter((stack) => stack.name === each)) {
        const { template: known } = emulated(template, emulator.knownTypes, secrets[aws.region] ?? {});
        await uploadCode(emulator.endpoint, known, uploaded);
        await putStack(each === edge || each === edgeAlarms ? usEast1 : aws, each, known, 100);
      }
  };
  /** Copies the table. Returns the settings of a stage that runs on the copy. */
  const restoredIn = async (there: Aws) => {
    const restoredTable = `coffer-${name}-restored`;
    await ensureTable(there.dynamo, restoredTable);
    for await (const items of everything(home.dynamo, `coffer-${name}`))
      await putBack(there.dynamo, restoredTable, items);
    const completing = completeTable(there, restoredTable, streamViewOf({ globalTable }), 100);
    let step = await completing.next();
    while (!step.done) step = await completing.next();
    return { restoredTable, restoredStreamArn: step.value };
  };
  /** Follows docs/operations.md, "Losing a region". What the lost one has in us-east-1 and the account remains. */
  const moveToSecondRegion = async () => {
    const there = awsAt(SECOND_REGION);
    const settings = { ...(await restoredIn(there)), mailIdentity: "existing" };
    await createSecrets(there);
    const stacks = synth("second", { region: SECOND_REGION, ...settings });
    await put(stacks, there);
    const found = await transactionsOn(name, { home: there, emulator, artefacts });
    return `lost ${REGION}: ${stacks.length} stacks in ${SECOND_REGION} beside what is left, with ${found} transactions`;
  };
  /**
   * Follows docs/operations.md, "Restoring" or "A global table", with CDK's commands. The emulator imports
   * anything, and cannot describe its stack afterwards, so this is the last step.
   */
  const adopt = async () => {
    const settings = { globalTable: true, ...(globalTable ? await restoredIn(home) : {}) };
    const context = { stage: name, ...settings };
    const stage = readStage({
      tryGetContext: (key: string) => Object.entries(context).find(([own]) => own === key)?.[1],
    });
    const table = stage.restoredTable ?? `coffer-${name}`;
    const before = await itemsIn(home, table);
    await bootstrap(home, emulator.endpoint);
    let said = "";
    const run = async (args: string[]) => {
      const stack = args[1];
      const context = Object.fromEntries(
        args.flatMap((arg, at) => (args[at - 1] === "--context" ? [arg.split("=", 2)] : [])),
      );
      const part = `adoption-${stack}-${args[0]}`;
      const stacks = synth(part, { ...settings, ...context }).filter((each) => each.name === stack);
      if (stack === names.app) return put(stacks);
      for (const { path, template } of stacks) {
        const { template: known } = emulated(template, emulator.knownTypes, secrets[REGION] ?? {});
        writeFileSync(path, JSON.stringify(known));
      }
      said = await runCdk(args, join(work, part, "cdk.out"), emulator.endpoint);
    };
    for await (const line of adoptTable(stage, table, home, run, 100)) said += line;
    if (!said.includes(`Table: importing using TableName=${table}`)) throw new Error(said);
    const after = await itemsIn(home, table);
    if (after !== before) throw new Error(`${table} held ${before} items, and holds ${after}`);
    return `pnpm run adopt-table: CDK's commands import ${table} as a global table, with its ${after} items`;
  };
  /** Follows docs/operations.md, "Moving the identity of mail". */
  const moveIdentity = async (stacks: Synthesised[]) => {
    const without = synth("existing", { mailIdentity: "existing" });
    const [identity] = stacks.flatMap(({ template }) => template.Resources.MailIdentity ?? []);
    if (!identity) throw new Error("The stage has no identity");
    const inApp = (DeletionPolicy: string) =>
      without.map(({ template, ...stack }) => {
        const Resources = { ...template.Resources, MailIdentity: { ...identity, DeletionPolicy } };
        return { ...stack, template: stack.name === names.app ? { ...template, Resources } : template };
      });
    for (const each of [inApp("Delete"), inApp("Retain"), without]) await put(each);
    await deleteStack(home, names.app, 100);
    const { Identities = [] } = await home.ses.send(new ListIdentitiesCommand({}));
    if (!Identities.includes(String(identity.Properties.EmailIdentity)))
      throw new Error(`The identity went with the app stack; there are ${Identities.join(", ")}`);
    return `took the identity of an older stage out of its app stack, whose deletion leaves ${Identities.join(", ")}`;
  };
  const destroy = async () => {
    const options = {
      name,
      tables: [`coffer-${name}`],
      identity: null,
      home,
      usEast1,
      withData: false,
      pollMs: 100,
    };
    const done: string[] = [];
    for await (const line of destroyStage(options)) done.push(line);
    return `pnpm run destroy ${name}: ${done.join(", ")}`;
  };
  const createSecrets = async ({ region, secrets: store }: Aws) => {
    const own: Record<string, string> = {};
    for (const [part, SecretString] of Object.entries({
      "session-keys": SECRETS["arn:keys"],
      origin: SECRETS["arn:origin"],
    })) {
      const input = { Name: `coffer-${name}/${part}`, SecretString };
      const { ARN = "" } = await store.send(new CreateSecretCommand(input));
      own[input.Name] = ARN;
    }
    secrets[region] = own;
  };

  try {
    const [stacks, changed] = [synth("first"), synth("changed", CHANGES)];
    const found = lint(
      python,
      [...stacks, ...changed].map(({ path }) => path),
    );
    if (found.length > 0) throw new Error(`cfn-lint found:\n${found.join("\n")}`);
    yield `cfn-lint finds nothing in ${stacks.length} templates, nor after a change of settings`;
    yield unknownTypes(stacks, emulator);
    await createSecrets(home);
    await put(stacks);
    yield `created ${stacks.length} stacks`;
    await put(changed);
    yield `updated them: ${Object.keys(CHANGES).join(", ")}`;
    // The emulator does not roll back by itself, as CloudFormation does.
    await put(stacks);
    yield "rolled them back to the templates before";
    yield* useProduct(name, { home, emulator, artefacts });
    yield await moveToSecondRegion();
    yield await destroy();
    await put(stacks);
    yield "created again on the data that stayed";
    yield await destroy();
    yield await moveIdentity(stacks);
    yield await adopt();
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function unknownTypes(stacks: Synthesised[], { knownTypes }: Emulator): string {
  const count = new Map<string, number>();
  for (const { template } of stacks)
    for (const type of emulated(template, knownTypes, {}).leftOut)
      count.set(type, (count.get(type) ?? 0) + 1);
  const lines = [...count].toSorted().map(([type, times]) => `  ${type}${times > 1 ? ` (${times})` : ""}`);
  return ["the emulator does not know, and these were linted only:", ...lines].join("\n");
}

/** Puts the code of functions and layers where the emulator expects it from CDK's bootstrap. */
async function uploadCode(endpoint: string, { Resources }: Template, uploaded: Set<string>): Promise<void> {
  for (const { Properties } of Object.values(Resources)) {
    const { S3Bucket, S3Key } = Object(Properties.Code ?? Properties.Content);
    if (typeof S3Bucket !== "string" || typeof S3Key !== "string") continue;
    for (const path of [S3Bucket, `${S3Bucket}/${S3Key}`].filter((each) => !uploaded.has(each))) {
      const code = path === S3Bucket ? {} : { body: new Blob(["code"]) };
      const { ok, status } = await fetch(`${endpoint}/${path}`, { method: "PUT", ...code });
      if (!ok) throw new Error(`The emulator takes no ${path}: ${status}`);
      uploaded.add(path);
    }
  }
}

/** Creates what CDK's other commands expect from `cdk bootstrap`. */
async function bootstrap({ region }: Aws, endpoint: string): Promise<void> {
  const headers = {
    "x-amz-target": "AmazonSSM.PutParameter",
    "content-type": "application/x-amz-json-1.1",
    authorization: `AWS4-HMAC-SHA256 Credential=test/20261126/${region}/ssm/aws4_request, SignedHeaders=host, Signature=test`,
  };
  const body = JSON.stringify({ Name: "/cdk-bootstrap/hnb659fds/version", Value: "30", Type: "String" });
  const bucket = `${endpoint}/cdk-hnb659fds-assets-123456789012-${region}`;
  for (const [url, request] of [
    [endpoint, { method: "POST", headers, body }],
    [bucket, { method: "PUT" }],
  ] as const) {
    const { ok, status } = await fetch(url, request);
    if (!ok) throw new Error(`The emulator takes no bootstrap: ${status}`);
  }
}

async function itemsIn({ dynamo }: Aws, table: string): Promise<number> {
  let count = 0;
  for await (const items of everything(dynamo, table)) count += items.length;
  return count;
}

/** Returns the command's output. */
async function runCdk(args: readonly string[], app: string, endpoint: string): Promise<string> {
  const program = join(import.meta.dirname, "../../../infra/node_modules/.bin/cdk");
  const credentials = { AWS_ACCESS_KEY_ID: "test", AWS_SECRET_ACCESS_KEY: "test", AWS_REGION: REGION };
  const command = spawn(program, ["--app", app, ...args], {
    env: { ...process.env, ...credentials, AWS_ENDPOINT_URL: endpoint },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said: string[] = [];
  for (const stream of [command.stdout, command.stderr]) stream.on("data", (text) => said.push(String(text)));
  const [code] = await once(command, "close");
  if (code !== 0) throw new Error(`cdk ${args[0]} ended with ${code}: ${said.join("")}`);
  return said.join("");
}
