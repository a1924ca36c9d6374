import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { UpdateTableCommand } from "@aws-sdk/client-dynamodb";
import { CreateSecretCommand, DeleteSecretCommand } from "@aws-sdk/client-secrets-manager";
import { awsIn } from "../../../infra/cli/aws.ts";
import { destroyStage } from "../../../infra/cli/destroy-stage.ts";
import { deleteStack, putStack } from "../../../infra/cli/stacks.ts";
import { stackNames } from "../../../infra/config.ts";
import type { Artefact } from "../../build.ts";
import { SECRETS } from "../../test/lambda-process.ts";
import { type Emulator, lint } from "./emulator.ts";
import { useProduct } from "./product.ts";
import { emulated, type Synthesised, synthesise, type Template } from "./templates.ts";

const REGION = "eu-central-1";
const SENDER = "coffer@budget.example";
/**
 * Settings that a stage is updated to, and rolled back from. Not `logDays`: the emulator loses a log that it updates.
 */
const CHANGES = { mailName: "Coffer anew", requestsPerSecond: 20, alarmEmail: "ops@budget.example" };

type Rehearsal = { python: string; emulator: Emulator; artefacts: readonly Artefact[]; folder: string };

/** Takes a stage through its life on the emulator. Yields what was done; throws at the first step that fails. */
export async function* rehearseStage(
  name: string,
  { python, emulator, artefacts, folder }: Rehearsal,
): AsyncGenerator<string> {
  const credentials = { accessKeyId: "test", secretAccessKey: "test" };
  const awsAt = (region: string) => awsIn({ region, endpoint: emulator.endpoint, credentials });
  const [home, usEast1] = [awsAt(REGION), awsAt("us-east-1")];
  const names = stackNames(name, REGION);
  const inUsEast1 = new Set([names.edge, names.edgeAlarms]);
  const secrets: Record<string, string> = {};
  const uploaded = new Set<string>();
  const work = mkdtempSync(join(tmpdir(), "coffer-rehearsal-"));

  const synth = (part: string, changes = {}) => {
    const context = { stage: name, region: REGION, mailFrom: SENDER, ...changes };
    const stacks = synthesise(join(work, part), folder, context);
    // In the order of their references.
    return Object.values(names).flatMap((each) => stacks.filter((stack) => stack.name === each));
  };
  const order = [names.data, names.edge, names.app, names.edgeAlarms];
  const inOrder = (stacks: Synthesised[]) =>
    order.flatMap((each) => stacks.filter((stack) => stack.name === each));
  const put = async (stacks: Synthesised[]) => {
    for (const { name: stack, template } of inOrder(stacks)) {
      const { template: known } = emulated(template, emulator.knownTypes, secrets);
      await uploadCode(emulator.endpoint, known, uploaded);

      await putStack(inUsEast1.has(stack) ? usEast1 : home, stack, known, 100);
    }
  };
  const destroy = async () => {
    const options = {
      name,
      restoredTable: null,
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
  const destroyData = async () => {
    const TableName = `coffer-${name}`;
    await home.dynamo.send(new UpdateTableCommand({ TableName, DeletionProtectionEnabled: false }));
    await deleteStack(home, names.data, 100);
    for (const SecretId of Object.keys(secrets))
      await home.secrets.send(new DeleteSecretCommand({ SecretId, ForceDeleteWithoutRecovery: true }));
    return "deleted the data stack with its table (the emulator knows neither termination protection nor retention)";
  };
  const createSecrets = async () => {
    for (const [part, SecretString] of Object.entries({
      "session-keys": SECRETS["arn:keys"],
      origin: SECRETS["arn:origin"],
    })) {
      const input = { Name: `coffer-${name}/${part}`, SecretString };
      const { ARN = "" } = await home.secrets.send(new CreateSecretCommand(input));
      secrets[input.Name] = ARN;
    }
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
    await createSecrets();
    await put(stacks);
    yield `created ${stacks.length} stacks`;
    await put(changed);
    yield `updated them: ${Object.keys(CHANGES).join(", ")}`;
    // The emulator undoes nothing by itself; this is what CloudFormation does.
    await put(stacks);
    yield "rolled them back to the templates before";
    yield* useProduct(name, { home, emulator, artefacts, sender: SENDER });
    yield await destroy();
    await put(stacks);
    yield "created again on the data that stayed";
    yield await destroy();
    yield await destroyData();
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

/** The emulator looks for the code of functions and layers where CDK's bootstrap would have put it. */
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
