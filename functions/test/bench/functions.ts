import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@coffer/dynamo/table/client";
import { ensureTable } from "@coffer/dynamo/table/create-table";
import { type Artefact, buildLambda, buildLambdas } from "../../build.ts";
import { startEngine } from "../../src/local/database.ts";
import { startFakeAws } from "../fake-aws.ts";
import { apiEvent } from "../lambda-events.ts";
import { environmentOf, SECRETS, startInstance, throughCloudFront } from "../lambda-process.ts";
import { atMost, kilobytes, median, ms, print } from "./table.ts";

const ROUNDS = 15;

/** docs/promises.md P8 and P9. */
export async function functions(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "coffer-bench-"));
  const [engine, aws] = await Promise.all([startEngine(), startFakeAws(SECRETS)]);
  try {
    const tableName = "bench";
    await ensureTable(createClient(engine.endpoint), tableName);
    const environment = environmentOf({ tableName, engine: engine.endpoint, aws: aws.endpoint });
    const artefacts = await buildLambdas(join(folder, "lambda"));
    const bare = await buildLambda(join(import.meta.dirname, "bare-handler.ts"), join(folder, "bare"));
    print(
      "Functions: bytes that a start evaluates (P8)",
      artefacts.map(({ name, atStart }) => ({
        ...atMost(name, atStart, 600 * 1024, kilobytes),
        floor: kilobytes(bare.atStart),
      })),
    );

    const api = artefacts.find(({ name }) => name === "api");
    if (!api) throw new Error("there is no function api");
    const cold: Record<"ours" | "floor", number[]> = { ours: [], floor: [] };
    // In turn, so that load on the machine affects both alike.
    for (let round = 0; round < ROUNDS; round++) {
      cold.ours.push(await firstAnswer(api, environment));
      cold.floor.push(await firstAnswer(bare, environment));
    }
    const [ours, floor] = [median(cold.ours), median(cold.floor)];
    print("Functions: a fresh process to its first answer, p50 (P9)", [
      {
        what: "the API",
        figure: `${ms(ours)} (${(ours / floor).toFixed(2)} ×)`,
        floor: ms(floor),
        aim: "≤ 1.6 ×",
        met: ours <= floor * 1.6,
      },
    ]);
  } finally {
    await engine.stop();
    aws.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function firstAnswer(artefact: Artefact, environment: Record<string, string>): Promise<number> {
  const request = new Request("https://budget.example.com/api/health");
  const event = await apiEvent(request, throughCloudFront());
  const began = performance.now();
  const instance = await startInstance(artefact, environment);
  await instance.invoke(event);
  const took = performance.now() - began;
  instance.end();
  return took;
}
