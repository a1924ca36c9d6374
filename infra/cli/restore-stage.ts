import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { PutSecretValueCommand } from "@aws-sdk/client-secrets-manager";
import {
  carryMail,
  carryPeople,
  carryProgress,
  carrySuppressions,
  eraseAgain,
  type Revived,
  restoredTables,
} from "@coffer/dynamo/after-restore";
import { isMigrated, migrate } from "@coffer/dynamo/migrations";
import { createTable, type Table } from "@coffer/dynamo/table/table";
import {
  parseInstant,
  readCommandLine,
  runCommand,
  UsageProblem,
  wrongUse,
} from "@coffer/functions/cli/command-line";
import type { StoredCopy } from "@coffer/functions/cli/copy-folder";
import { copiesIn, instantOf, progressOf, putCopies, requireEmpty } from "@coffer/functions/cli/restore";
import { StartProblem } from "@coffer/functions/local/settings";
import { type Stage, stackNames, streamViewOf } from "../config.ts";
import type { Aws } from "./aws.ts";
import { contextOf, namesStage, openStage, STAGE_OPTIONS } from "./command-line.ts";
import { deployStage } from "./deploy.ts";
import { deployedStage, lossesOf } from "./deployed.ts";
import {
  completeTable,
  markServed,
  requireRestorable,
  restoreTable,
  start,
  stop,
  tableInUse,
  tablesInUse,
} from "./restored-table.ts";
import { findStack } from "./stacks.ts";

const USAGE = {
  use: [
    "pnpm run restore-stage --stage NAME --at 2026-11-20T09:00:00Z [--context NAME=VALUE …]",
    "pnpm run restore-stage --stage NAME --from FOLDER [--until INSTANT]",
    "pnpm run restore-stage --stage NAME --abandon",
  ],
  about: "Restores a stage's data as of an instant, or its copies into the empty table of a new stage.",
  options: {
    at: { type: "string", takes: "INSTANT", help: "the instant" },
    from: { type: "string", takes: "FOLDER", help: "the copies that the lost stage made in its bucket" },
    until: { type: "string", takes: "INSTANT", help: "restores no later copies" },
    abandon: {
      type: "boolean",
      default: false,
      help: "abandons an interrupted restore: the functions run again on their old table",
    },
    ...STAGE_OPTIONS,
  },
} as const;

const PROBES = 24;

type RestoreOptions = {
  stage: Stage;
  at: number;
  home: Aws;
  deploy: (table: string, streamArn: string) => Promise<void>;
  probe: () => Promise<void>;
  /** The folder for the report of what could not be restored. */
  reports?: string;
  onStop?: () => void;
  pollMs?: number;
  /** The time for running jobs to end: the mail lane's timeout. */
  settleMs?: number;
};

/** Mail that was sent shortly before the functions stopped may not be in the index yet. */
const INDEX_DELAY_MS = 5 * 60_000;

/**
 * Restores a stage's data as of an instant (docs/operations.md, "Restoring"): restores the stage's table into a new one,
 * stops all functions, carries over later changes that must survive (mails sent, passwords, erasures), ends all sessions,
 * deploys on the new table and starts the functions. Can be repeated after an interruption. Yields lines of progress.
 */
export async function* restoreStage(options: RestoreOptions): AsyncGenerator<string> {
  const { stage, at, home, deploy, probe, pollMs = 10_000, settleMs = 120_000 } = options;
  const source = await tableInUse(home, stage.name);
  const target = `coffer-${stage.name}-${new Date(at).toISOString().slice(0, 19).replace(/[-:]/g, "")}Z`;
  if (source === target) throw new UsageProblem(`The stage runs on ${target} already.`);
  await requireRestorable(home, source, at);

  yield* restoreTable(home, { source, target, at, pollMs });
  const streamArn = yield* completeTable(home, target, streamViewOf(stage), pollMs);
  const tables = restoredTables(home.dynamo, source, target);
  const credentialsApart = stage.credentialsApart ?? false;
  for (const table of [tables.now, tables.restored]) yield* migrateIfNeeded(table, { credentialsApart });
  const carriedUntil = Date.now() - INDEX_DELAY_MS;
  yield `noted ${await carryMail(tables, at)} mails that were sent since then`;

  options.onStop?.();
  await stop(home, stage.name);
  yield "stopped every function: nothing is written from now on";
  await wait(settleMs);
  yield `noted ${await carryMail(tables, Math.max(at, carriedUntil))} mails of the last minutes; none is sent again`;
  await carryProgress(tables);
  yield `carried over ${await carrySuppressions(tables)} changes of suppressed addresses`;
  const { changed, erased, revived } = await carryPeople(tables);
  yield `carried over passwords, second factors, passkeys, rights and unsubscriptions of ${changed} people`;
  const failed = await eraseAgain(tables, erased);
  yield `erased ${erased.length - failed.length} accounts again that were erased since then`;
  const path = join(options.reports ?? process.cwd(), `restore-${target}.txt`);
  writeFileSync(path, reportOf(revived, failed), { mode: 0o600 });
  yield `${remainderOf(revived, failed)} are left to you; ${path} lists them all`;
  await endAllSessions(home, stage.name);
  yield "changed the session keys twice: everybody has to sign in again";

  await deploy(target, streamArn);
  const tablesNow = await tablesInUse(home, stage.name);
  const elsewhere = [...tablesNow].filter(([, table]) => table !== target).map(([name]) => name);
  if (elsewhere.length > 0) throw new Error(`Not on ${target} after the deployment: ${elsewhere.join(", ")}`);
  yield `deployed ${tablesNow.size} functions on ${target}`;
  await markServed(home, target);
  await start(home, stage);
  await probe();
  yield "started every function, and the product answers";
  yield `Set these in infra/config.ts, and commit them; without them the next deployment is refused:\n  restoredTable: "${target}",\n  restoredStreamArn: "${streamArn}",`;
}

type CopiesOptions = Pick<RestoreOptions, "stage" | "home" | "probe" | "onStop" | "settleMs"> & {
  chain: readonly StoredCopy[];
};

/**
 * Restores the copies of a lost stage into the empty table of its replacement (docs/operations.md, "Losing a region"),
 * while no function runs: a job would act on data that is days old. Can be repeated after an interruption. Yields lines
 * of progress.
 */
export async function* restoreCopies(options: CopiesOptions): AsyncGenerator<string> {
  const { stage, home, chain, probe, settleMs = 120_000 } = options;
  const table = await tableInUse(home, stage.name);
  await requireEmpty(progressOf(chain, home.dynamo, table), home.dynamo, table);
  options.onStop?.();
  await stop(home, stage.name);
  yield "stopped every function";
  await wait(settleMs);
  yield* putCopies(chain, home.dynamo, table);
  yield* migrateIfNeeded(createTable(home.dynamo, table));
  await start(home, stage);
  await probe();
  yield `started every function on the table as of ${instantOf(chain)}, and the product answers`;
}

async function* migrateIfNeeded(
  table: Table,
  options?: Parameters<typeof migrate>[1],
): AsyncGenerator<string> {
  if (await isMigrated(table, options)) return;
  for await (const { read } of migrate(table, options))
    yield `  ${table.name}: ${read} items brought to their current shape`;
}

const SECTIONS = {
  accounts:
    "accounts have their old address again, because somebody else had the new one at that instant: tell these users",
  shares: "shares were given since then and are lost: tell their owners to share again",
  lost: "accounts were created since then and are lost: tell these users, whose addresses are in the old table",
};

function reportOf(revived: Revived, failed: readonly string[]): string {
  const section = (title: string, lines: readonly string[]) => [`${lines.length} ${title}`, ...lines, ""];
  return [
    ...section(SECTIONS.accounts, revived.accounts),
    ...section(SECTIONS.shares, revived.shares),
    ...section(SECTIONS.lost, revived.lost),
    ...section("accounts were erased since then and could not be erased again: delete them", failed),
  ].join("\n");
}

const remainderOf = ({ accounts, shares, lost }: Revived, failed: readonly string[]): string =>
  `${accounts.length} accounts with an old address, ${shares.length} shares, ${lost.length} lost accounts and ${failed.length} failed erasures`;

/** Sessions that ended since then would be open again. Twice, because the previous version is still accepted. */
async function endAllSessions({ secrets }: Aws, stage: string): Promise<void> {
  for (let version = 0; version < 2; version++)
    await secrets.send(
      new PutSecretValueCommand({
        SecretId: `coffer-${stage}/session-keys`,
        SecretString: Buffer.from(crypto.getRandomValues(new Uint8Array(48))).toString("base64url"),
      }),
    );
}

/** Deploys on another table. UsageProblem if anything else of the stage would change. */
async function deployOf(stage: Stage, home: Aws, context: string[]): Promise<RestoreOptions["deploy"]> {
  const deployed = await deployedStage(stage.name, home);
  const keepsTable = { ...stage, restoredTable: deployed?.restoredTable ?? null };
  const losses = deployed ? lossesOf(keepsTable, deployed) : [];
  if (losses.length > 0)
    throw new UsageProblem(`This would remove ${losses.join(", ")}. Set it in infra/config.ts first.`);
  return async (restoredTable: string, restoredStreamArn: string) =>
    deployStage([
      ...context.filter((pair) => !/^(canary|restoredTable|restoredStreamArn)=/.test(pair)),
      ...Object.entries({ canary: false, restoredTable, restoredStreamArn }).map(
        ([name, value]) => `${name}=${value}`,
      ),
    ]);
}

const startProblemOf = (error: unknown) => (error instanceof StartProblem ? error.message : undefined);

export function wantedBy(args: string[]) {
  const { options: values } = readCommandLine(USAGE, args);
  const context = contextOf(values);
  const { abandon, at: instant, from, until: last } = values;
  const at = instant === undefined ? undefined : parseInstant(instant);
  const until = last === undefined ? Number.POSITIVE_INFINITY : parseInstant(last);
  const named = namesStage(context);
  const wanted = [abandon, instant !== undefined, from !== undefined].filter(Boolean).length;
  const isWrong = (instant !== undefined && at === undefined) || until === undefined;
  if (!named || wanted !== 1 || isWrong || (last !== undefined && from === undefined)) throw wrongUse(USAGE);
  return { context, abandon, at, from, until };
}

if (import.meta.main)
  await runCommand(async () => {
    const { context, abandon, at, from, until } = wantedBy(process.argv.slice(2));
    const folder = process.env.INIT_CWD ?? process.cwd();
    const chain = from === undefined ? [] : await copiesIn(resolve(folder, from), until);
    const { stage, home } = await openStage(context);
    if (abandon) {
      await start(home, stage);
      console.log(`The functions of ${stage.name} run again, on their old table.`);
      return;
    }
    const probe = async () => {
      const { Outputs = [] } = (await findStack(home, stackNames(stage.name, home.region).app)) ?? {};
      const url = Outputs.find(({ OutputKey }) => OutputKey === "Url")?.OutputValue;
      for (let tried = 1; tried <= PROBES; tried++) {
        const answer = await fetch(`${url}/api/health`).catch(() => undefined);
        if (answer?.ok) return;
        await wait(5_000);
      }
      throw new Error(`${url}/api/health does not answer with 200`);
    };
    let isStopped = false;
    const onStop = () => {
      isStopped = true;
    };
    const steps =
      at === undefined
        ? restoreCopies({ stage, home, chain, probe, onStop })
        : restoreStage({
            stage,
            at,
            home,
            deploy: await deployOf(stage, home, context),
            probe,
            reports: folder,
            onStop,
          });
    try {
      for await (const line of steps) console.log(line);
    } catch (error) {
      if (isStopped)
        console.error(
          "The stage's functions are stopped. Fix the cause and run the same command again, or return to the old table with --abandon.",
        );
      throw error;
    }
  }, startProblemOf);
