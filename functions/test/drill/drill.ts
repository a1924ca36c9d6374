import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { DAY_MS, HOUR_MS } from "@coffer/domain/time/day";
import { everything } from "@coffer/dynamo/backup";
import { createClient } from "@coffer/dynamo/table/client";
import { ensureTable } from "@coffer/dynamo/table/create-table";
import { restoreCopies, restoreStage } from "../../../infra/cli/restore-stage.ts";
import { readStage } from "../../../infra/config.ts";
import { type Artefact, buildLambdas } from "../../build.ts";
import { copiesIn } from "../../src/cli/restore.ts";
import { startFakeAws } from "../fake-aws.ts";
import { scheduleEvent } from "../lambda-events.ts";
import { environmentOf, SECRETS, startInstance } from "../lambda-process.ts";
import { startAccount } from "./account.ts";
import { startExports } from "./exports.ts";
import { LATER_PASSWORD, PERSON, startStage } from "./person.ts";

/** The time of a step, in milliseconds. */
type Step = { what: string; took: number };

/**
 * Rehearses `pnpm run restore-stage` (docs/operations.md, "Restoring") with the functions as they are deployed, on the
 * engine at `endpoint`: something is recorded by mistake and a password changed, and the command puts the stage back
 * to the instant before. Throws at the first answer that is not as it was.
 * Builds the functions where `built` leaves them out.
 */
export async function drill(endpoint: string, built?: readonly Artefact[]): Promise<Step[]> {
  const folder = mkdtempSync(join(tmpdir(), "coffer-drill-"));
  const secrets = { ...SECRETS };
  const aws = await startFakeAws(secrets);
  const account = await startAccount(endpoint, "coffer-dev-api", secrets);
  const steps: Step[] = [];
  async function step<T>(what: string, work: () => Promise<T>): Promise<T> {
    const start = performance.now();
    const done = await work();
    steps.push({ what, took: performance.now() - start });
    return done;
  }
  try {
    const own = `drill-${randomUUID()}`;
    await ensureTable(createClient(endpoint), own);
    const artefacts = built ?? (await buildLambdas(join(folder, "lambda")));
    const artefact = artefacts.find(({ name }) => name === "api");
    if (!artefact) throw new Error("There is no function api");
    const stageOn = (tableName: string) => {
      account.state.table = tableName;
      return startStage(artefact, environmentOf({ tableName, engine: endpoint, aws: aws.endpoint }));
    };

    const dev = readStage({ tryGetContext: () => undefined });
    let stage = await stageOn(own);
    const before = await step("a stage with an account and its transactions", async () => {
      await stage.fill();
      await stage.signIn(PERSON.password);
      return stage.everything();
    });
    const at = await account.remember(own);
    const after = await step("a mistake, and a changed password", async () => {
      await stage.add("Recorded by mistake");
      await stage.changePassword();
      return stage.everything();
    });
    const stolen = stage.cookie();
    await step("pnpm run restore-stage", async () => {
      const deploy = async (table: string) => {
        if (account.state.concurrency !== 0) throw new Error("the API can be called during the restore");
        stage.end();
        stage = await stageOn(table);
      };
      const options = {
        stage: dev,
        at,
        home: account.home,
        deploy,
        probe: () => stage.probe(),
        reports: folder,
        pollMs: 10,
        settleMs: 0,
      };
      const said: string[] = [];
      for await (const line of restoreStage(options)) said.push(line);
      if (!said.some((line) => line.startsWith("0 accounts with an old address, 0 shares, 0 lost")))
        throw new Error(said.join("\n"));
      if (account.state.concurrency === 0) throw new Error("the functions stand still");
    });
    await step("the stage on the restored table", async () => {
      if (await stage.isSignedIn(stolen)) throw new Error("a session from before the restore is still open");
      await stage.signIn(LATER_PASSWORD);
      assertSame(await stage.everything(), before, "the restored table");
      await stage.add("Recorded after the restore");
    });
    await step("the stage back on its own table", async () => {
      stage.end();
      stage = await stageOn(own);
      await stage.signIn(LATER_PASSWORD);
      assertSame(await stage.everything(), after, "the stage's own table");
    });
    await step("a whole copy and two days of changes, restored into another table", async () => {
      const restored = `drill-${randomUUID()}`;
      await ensureTable(createClient(endpoint), restored);
      const restore = async (chain: Awaited<ReturnType<typeof copiesIn>>) => {
        stage.end();
        account.state.table = restored;
        const steps = { stage: dev, home: account.home, chain, probe: async () => undefined, settleMs: 0 };
        for await (const _ of restoreCopies(steps));
        if (account.state.concurrency === 0) throw new Error("the functions stand still");
      };
      const where = { artefacts, endpoint, aws: aws.endpoint, own, restored };
      const expected = await copyAndRestore({ ...where, stage, restore });
      stage = await stageOn(restored);
      await stage.signIn(LATER_PASSWORD);
      assertSame(await stage.everything(), expected, "the table restored from copies");
    });
    stage.end();
    return steps;
  } finally {
    aws.close();
    account.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

type Copied = {
  artefacts: readonly Artefact[];
  endpoint: string;
  aws: string;
  own: string;
  restored: string;
  stage: Awaited<ReturnType<typeof startStage>>;
  restore: (chain: Awaited<ReturnType<typeof copiesIn>>) => Promise<void>;
};

/**
 * Lets the built housekeeping copy a table on three days between which people work, and puts the copies into an empty
 * table (docs/operations.md, "Losing a region"). Compares it with the original item by item; returns what the page
 * shows of the original.
 */
async function copyAndRestore({
  artefacts,
  endpoint,
  aws,
  own,
  restored,
  stage,
  restore,
}: Copied): Promise<string> {
  const artefact = artefacts.find(({ name }) => name === "housekeeping");
  if (!artefact) throw new Error("There is no function housekeeping");
  const folder = mkdtempSync(join(tmpdir(), "coffer-copies-"));
  const exports = await startExports(endpoint, own, folder);
  const variables = environmentOf({ tableName: own, engine: exports.endpoint, aws });
  const housekeeping = await startInstance(artefact, { ...variables, COPY_BUCKET: "123456789012/copies" });
  try {
    const midnight = Date.now() - (Date.now() % DAY_MS);
    const copyOn = async (day: number) => {
      const state = await exports.remember(midnight + day * DAY_MS);
      await housekeeping.invoke(scheduleEvent(new Date(midnight + day * DAY_MS + HOUR_MS).toISOString()));
      return state;
    };
    const remove = (id = 0) => stage.call("DELETE", `/api/transactions/${id}`);
    await stage.add("Deleted on the second day");
    await copyOn(0);
    await stage.add("Recorded on the first day");
    await stage.add("Recorded and deleted on the first day");
    const [newest, , oldest] = await stage.transactions();
    await remove(newest);
    await copyOn(1);
    await remove(oldest);
    await stage.add("Recorded on the second day");
    const state = await copyOn(2);
    const expected = await stage.everything();

    const chain = await copiesIn(folder);
    if (chain.length !== 3) throw new Error(`${chain.length} copies were made`);
    await restore(chain);
    // The restore itself writes the note that every item has its current shape.
    const note = "MIGRATION POSITION";
    const original = new Map([...state].filter(([name]) => name !== note));
    const items = new Map<string, unknown>();
    for await (const page of everything(createClient(endpoint), restored))
      for (const item of page) items.set(`${item.pk?.S} ${item.sk?.S}`, item);
    items.delete(note);
    if (!isDeepStrictEqual(items, original)) throw new Error("an item is not as it was in the original");
    return expected;
  } finally {
    housekeeping.end();
    exports.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function assertSame(now: string, before: string, where: string): void {
  if (now !== before) throw new Error(`${where} does not hold what was there before`);
}
