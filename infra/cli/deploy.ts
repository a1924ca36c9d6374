import { spawnSync } from "node:child_process";
import { resolveNs } from "node:dns/promises";
import { once } from "node:events";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline/promises";
import { readCommandLine, runCommand, UsageProblem } from "@coffer/functions/cli/command-line";
import { stackNames, writeStageFile } from "../config.ts";
import { awsIn } from "./aws.ts";
import { checkStage, reportOf } from "./check.ts";
import { contextOf, openStage, profileRegion, STAGE_OPTIONS, stageOf, type Where } from "./command-line.ts";
import { changesTable, deployedStage, lossesOf, splitsCredentials, splitsWrites } from "./deployed.ts";
import {
  askSettings,
  missingSettings,
  type Person,
  refuseWithout,
  requestCertificate,
  untilIssued,
  whatIsLeft,
} from "./first-deployment.ts";
import { deleteStack } from "./stacks.ts";

const USAGE = {
  use: ["pnpm run deploy [--check] [--accept-losses] [--stage NAME] [--context NAME=VALUE …]"],
  about: "Builds the product and deploys a stage.",
  options: {
    check: { type: "boolean", help: "lists what a deployment still needs, without deploying" },
    "accept-losses": { type: "boolean", help: "deploys even if the stage loses something" },
    ...STAGE_OPTIONS,
  },
} as const;

const PROJECT = join(import.meta.dirname, "../..");

export function deployStage(context: readonly string[], isNew = false): void {
  buildStage();
  // A deleted app stack leaves the security log, and the next one imports it. A new stage imports nothing: resources of
  // its names are another stage's.
  const imports = isNew ? [] : ["--import-existing-resources"];
  cdk(["deploy", "--all", "--require-approval", "never", ...imports], context);
}

export function buildStage(): void {
  run("node", ["functions/build.ts"]);
  run("node", ["functions/src/local/web-build.ts"]);
}

/** Context in `args` comes last, so it overrides the operator's. */
export const cdk = ([verb = "", ...args]: readonly string[], context: readonly string[]): void =>
  run("cdk", [verb, ...context.flatMap((pair) => ["--context", pair]), ...args]);

function run(program: string, args: string[]): void {
  // CDK's command is a dependency of infra alone.
  const PATH = [join(PROJECT, "infra/node_modules/.bin"), process.env.PATH].join(delimiter);
  const { status } = spawnSync(program, args, {
    cwd: PROJECT,
    stdio: "inherit",
    env: { ...process.env, PATH },
  });
  if (status !== 0) throw new UsageProblem(`${program} ${args[0]} ended with ${status}.`);
}

/** Asks for the settings that the deployment lacks; UsageProblem with their names if there is no terminal. */
async function complete(context: readonly string[], person: Person | undefined): Promise<void> {
  const stage = stageOf(context);
  const region = stage.region ?? (await profileRegion());
  const missing = missingSettings(stage, region);
  if (missing.length === 0) return;
  if (!person) throw refuseWithout(stage, missing);
  const settings = await askSettings(person, stage, region);
  const { domainName } = settings;
  const certificate = domainName && {
    certificateArn: await requestCertificate(awsIn({ region: "us-east-1" }), domainName),
  };
  const file = writeStageFile(stage.name, { ...settings, ...certificate });
  person.tell(`These settings are in ${file}. Commit it.`);
}

/** Creates CDK's bootstrap if it is missing; UsageProblem with the command if there is no terminal. */
async function bootstrap(
  { stage, home, usEast1 }: Where,
  context: readonly string[],
  person: Person | undefined,
) {
  const findings = await checkStage(stage, home, usEast1, async () => [], ["bootstrap"]);
  const missing = findings.filter(({ state }) => state === "wrong");
  if (missing.length === 0) return;
  const environments = missing.flatMap(({ remedy = "" }) => /aws:\S+$/.exec(remedy) ?? []);
  if (!person || environments.length < missing.length) throw new UsageProblem(reportOf(missing));
  cdk(["bootstrap", ...environments], context);
}

const personAtTerminal = (): Person | undefined => {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return undefined;
  return {
    tell: (text) => console.log(text),
    async ask(question) {
      // A new one for each question, because a program that the deployment starts may ask as well.
      const terminal = createInterface({ input: process.stdin, output: process.stdout });
      // Ctrl-C rejects the question, and Ctrl-D closes the terminal.
      const left = once(terminal, "close").then(() => Promise.reject(new Error("The terminal was closed")));
      try {
        return await Promise.race([terminal.question(question), left]);
      } catch {
        throw new UsageProblem("Nothing was deployed.");
      } finally {
        terminal.close();
      }
    },
  };
};

const isApex = (domain: string): Promise<boolean> =>
  resolveNs(domain).then(
    (servers) => servers.length > 0,
    () => false,
  );

if (import.meta.main)
  await runCommand(async () => {
    const { options: values } = readCommandLine(USAGE, process.argv.slice(2));
    const context = contextOf(values);
    const person = personAtTerminal();
    if (!values.check) await complete(context, person);
    const where = await openStage(context);
    const { stage, home, usEast1 } = where;
    if (values.check) {
      const findings = await checkStage(stage, home, usEast1);
      console.log(reportOf(findings));
      if (findings.some(({ state }) => state === "wrong"))
        throw new UsageProblem("The deployment would fail, or the product would not work.");
      return;
    }
    await bootstrap(where, context, person);
    if (stage.certificateArn) await untilIssued(usEast1, stage.certificateArn, person);
    const deployed = await deployedStage(stage.name, home);
    const losses = deployed ? lossesOf(stage, deployed) : [];
    if (losses.length > 0 && !values["accept-losses"])
      throw new UsageProblem(
        `This deployment would remove ${losses.join(", ")}. Set it in infra/config.ts, or add --accept-losses.`,
      );
    if (deployed && changesTable(stage, deployed))
      throw new UsageProblem(
        deployed.globalTable
          ? `The table of ${stage.name} is a global table: set globalTable: true, as its first deployment wrote it.`
          : `The table of ${stage.name} is not a global table: pnpm run adopt-table --stage ${stage.name} moves it; or set globalTable: false.`,
      );
    if (deployed && splitsWrites(stage, deployed))
      throw new UsageProblem(
        "During a canary a tenth of the calls would write to another table than the rest: use pnpm run restore-stage, or stop the functions and add --context canary=false.",
      );
    if (deployed && splitsCredentials(stage, deployed))
      throw new UsageProblem(
        "The deployed release looks for credentials in one place only: deploy once without credentialsApart.",
      );
    if (!deployed) {
      const { globalTable, credentialsApart } = stage;
      const file = writeStageFile(stage.name, {
        globalTable: globalTable ?? true,
        credentialsApart: credentialsApart ?? true,
      });
      console.log(
        `Its table can have a replica, and credentials are in partitions of their own: see ${file}. Commit it.`,
      );
    }
    deployStage(context, !deployed);
    // The app has just been deployed without the rule, so nothing refers to the stack.
    if (stage.rateLimit === null && (await deleteStack(usEast1, stackNames(stage.name, home.region).edge)))
      console.log("The rate rule is off: its stack is deleted.");
    if (!deployed) console.log(await whatIsLeft(where, isApex));
  });
