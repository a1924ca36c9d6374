import * as v from "valibot";
import { stackNames } from "../config.ts";
import { command, openStage, readOptions, UsageProblem } from "./command-line.ts";
import { deployStage } from "./deploy-stage.ts";
import { deployedStage, lossesOf } from "./deployed.ts";
import { restoreStage } from "./restore-stage.ts";
import { findStack } from "./stacks.ts";
import { start } from "./standstill.ts";

const USAGE =
  "Use: pnpm run restore-stage --stage NAME --at INSTANT [--context NAME=VALUE …], the instant as in 2026-11-20T09:00:00Z; with --abandon in place of --at the functions run again on the table that they had.";

/** Five seconds apart. */
const PROBES = 24;

/** `pnpm run restore-stage`: puts a stage's data back to an instant. */
await command(async () => {
  const { context, has, textOf, words } = readOptions(USAGE, ["abandon"], ["at"]);
  const instant = textOf("at") ?? "";
  // Without a zone it would be this machine's.
  const at = v.is(v.pipe(v.string(), v.isoTimestamp()), instant) ? Date.parse(instant) : Number.NaN;
  const named = context.some((pair) => pair.startsWith("stage="));
  if (!named || words.length > 0 || has("abandon") === !Number.isNaN(at)) throw new UsageProblem(USAGE);
  const { stage, home } = await openStage(context);
  if (has("abandon")) {
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
