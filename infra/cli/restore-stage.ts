import { parseArgs } from "node:util";
import { PutSecretValueCommand } from "@aws-sdk/client-secrets-manager";
import { carryOverDone, revivedBy } from "@coffer/dynamo/after-restore";
import { parseInstant } from "@coffer/functions/cli/instant";
import { type Stage, stackNames } from "../config.ts";
import type { Aws } from "./aws.ts";
import { command, contextOf, openStage, STAGE_OPTIONS, UsageProblem } from "./command-line.ts";
import { deployStage } from "./deploy.ts";
import { deployedStage, lossesOf } from "./deployed.ts";
import { completeTable, markServed, requireRestorable, restoreTable } from "./restored-table.ts";
import { findStack } from "./stacks.ts";
import { start, stop, tablesInUse } from "./standstill.ts";

const USAGE =
  "Use: pnpm run restore-stage --stage NAME --at INSTANT [--context NAME=VALUE …], the instant as in 2026-11-20T09:00:00Z; with --abandon in place of --at the functions run again on the table that they had.";

const PROBES = 24;

type RestoreOptions = {
  stage: Stage;
  at: number;
  home: Aws;
  deploy: (table: string, streamArn: string) => Promise<void>;
  probe: () => Promise<void>;
  pollMs?: number;
  /** The time for which running jobs may go on; a mail lane's time. */
  settleMs?: number;
};

const LISTED = 50;

/**
 * Puts a stage's data back to an instant (docs/operations.md, "Restoring"): stops all functions, restores the table
 * that the stage runs on into a new one, notes there what has happened since and must not happen again, ends all
 * sessions, deploys on the new table and starts the functions again. Can be repeated where it was cut off; until it
 * ends, the functions stand still. Yields what it has done.
 */
export async function* restoreStage(options: RestoreOptions): AsyncGenerator<string> {
  const { stage, at, home, deploy, probe, pollMs = 10_000, settleMs = 120_000 } = options;
  const [source] = new Set((await tablesInUse(home, stage.name)).values());
  if (!source) throw new UsageProblem(`The stage ${stage.name} is not deployed in ${home.region}.`);
  const target = `coffer-${stage.name}-${new Date(at).toISOString().slice(0, 19).replace(/[-:]/g, "")}Z`;
  if (source === target) throw new UsageProblem(`The stage runs on ${target} already.`);
  await requireRestorable(home, source, at);

  await stop(home, stage.name);
  const stoppedAt = Date.now();
  yield "stopped every function: nothing is written from now on";
  yield* restoreTable(home, { source, target, at, pollMs });
  const streamArn = yield* completeTable(home, target, pollMs);
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, stoppedAt + settleMs - Date.now())));

  const tables = { dynamo: home.dynamo, left: source, restored: target };
  const notes = await carryOverDone(tables, at);
  yield `noted ${notes} mails and runs of schedules since then, which are not repeated`;
  const { accounts, shares } = await revivedBy(tables);
  yield listed("accounts have the password or address of then; their people are to be told", accounts);
  yield listed("shares have come back that were ended or changed since; their owners are to be told", shares);
  await endAllSessions(home, stage.name);
  yield "changed the session keys twice: everybody signs in again";

  await deploy(target, streamArn);
  const tablesNow = await tablesInUse(home, stage.name);
  const astray = [...tablesNow].filter(([, table]) => table !== target).map(([name]) => name);
  if (astray.length > 0) throw new Error(`Not on ${target} after the deployment: ${astray.join(", ")}`);
  yield `deployed ${tablesNow.size} functions on ${target}`;
  await markServed(home, target);
  await start(home, stage);
  await probe();
  yield "started every function, and the product answers";
  yield `Set these in infra/config.ts, and commit them; without them the next deployment is refused:\n  restoredTable: "${target}",\n  restoredStreamArn: "${streamArn}",`;
}

const listed = (what: string, ids: readonly string[]): string =>
  [
    `${ids.length} ${what}${ids.length === 0 ? "" : ":"}`,
    ...ids.slice(0, LISTED).map((id) => `  ${id}`),
    ...(ids.length > LISTED ? [`  … and ${ids.length - LISTED} more`] : []),
  ].join("\n");

/** A session that ended since would be open again; the version before the current one is still accepted. */
async function endAllSessions({ secrets }: Aws, stage: string): Promise<void> {
  for (let version = 0; version < 2; version++)
    await secrets.send(
      new PutSecretValueCommand({
        SecretId: `coffer-${stage}/session-keys`,
        SecretString: Buffer.from(crypto.getRandomValues(new Uint8Array(48))).toString("base64url"),
      }),
    );
}

if (import.meta.main)
  await command(USAGE, async () => {
    const { values } = parseArgs({
      options: { abandon: { type: "boolean", default: false }, at: { type: "string" }, ...STAGE_OPTIONS },
    });
    const context = contextOf(values);
    const { abandon, at: instant = "" } = values;
    const at = parseInstant(instant);
    const named = context.some((pair) => pair.startsWith("stage="));
    if (!named || abandon === (at !== undefined)) throw new UsageProblem(USAGE);
    const { stage, home } = await openStage(context);
    if (at === undefined) {
      await start(home, stage);
      console.log(`The functions of ${stage.name} run again, on the table that they had.`);
      return;
    }
    const deployed = await deployedStage(stage.name, home);
    const keepsTable = { ...stage, restoredTable: deployed?.restoredTable ?? null };
    const losses = deployed ? lossesOf(keepsTable, deployed) : [];
    if (losses.length > 0)
      throw new UsageProblem(`This would take away ${losses.join(", ")}. Set it in infra/config.ts first.`);
    const deploy = async (restoredTable: string, restoredStreamArn: string) =>
      deployStage([
        ...context.filter((pair) => !/^(canary|restoredTable|restoredStreamArn)=/.test(pair)),
        ...Object.entries({ canary: false, restoredTable, restoredStreamArn }).map(
          ([name, value]) => `${name}=${value}`,
        ),
      ]);
    const probe = async () => {
      const { Outputs = [] } = (await findStack(home, stackNames(stage.name, home.region).app)) ?? {};
      const url = Outputs.find(({ OutputKey }) => OutputKey === "Url")?.OutputValue;
      for (let tried = 1; tried <= PROBES; tried++) {
        const answer = await fetch(`${url}/api/health`).catch(() => undefined);
        if (answer?.ok) return;
        await new Promise((resolve) => setTimeout(resolve, 5_000));
      }
      throw new Error(`${url}/api/health does not answer with 200`);
    };
    let isStopped = false;
    try {
      for await (const line of restoreStage({ stage, at, home, deploy, probe })) {
        isStopped = true;
        console.log(line);
      }
    } catch (error) {
      if (isStopped)
        console.error(
          "The stage stands still. Mend the cause and give the same command again; or, to go on as before, --abandon.",
        );
      throw error;
    }
  });
