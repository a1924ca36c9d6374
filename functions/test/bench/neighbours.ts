import { Worker } from "node:worker_threads";
import { createClient } from "@coffer/dynamo/table/client";
import { createTable } from "@coffer/dynamo/table/table";
import { notedEngine } from "../../src/local/data-folder.ts";
import { TABLE_NAME } from "../../src/local/database.ts";
import { fill, ok } from "./api.ts";
import { onProduct } from "./product.ts";
import { ms, print, quantile, timed } from "./table.ts";

const TRANSACTIONS = 100_000;
const AT_ONCE = 8;
const FLOODS = {
  lists: "/api/transactions?startDate=2000-01-01",
  searches: "/api/transactions/search?text=nothing",
};
const ROUNDS = 400;
const PAUSE_MS = 10;
const MAX_TIMES = 3;

/** docs/promises.md S15: one user's waiting time while another repeatedly lists or searches a large account. */
export const neighbours = (): Promise<void> =>
  onProduct(async (product) => {
    const ownerId = await product.signUp();
    const categoryId = await product.addCategory();
    const dynamo = createClient(notedEngine(product.dataDir)?.endpoint ?? "");
    await fill(createTable(dynamo, TABLE_NAME), ownerId, categoryId, TRANSACTIONS);
    const neighbour = product.visitor();
    await neighbour.signUp("neighbour@example.com");

    const waits = async () => {
      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        times.push((await timed(() => ok(neighbour.send("GET", "/api/user")))).took);
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
      return times;
    };
    await waits();
    const p95 = (times: number[]) => quantile(times, 0.95);
    for (const [what, path] of Object.entries(FLOODS)) {
      const quiet = await waits();
      const workerData = { url: product.url, cookie: product.cookie(), path, atOnce: AT_ONCE };
      const flood = new Worker(new URL("./flood.ts", import.meta.url), { workerData });
      const flooded = await waits();
      await flood.terminate();
      const times = p95(flooded) / p95(quiet);
      print(`Neighbours: ${AT_ONCE} endless ${what} over ${TRANSACTIONS} transactions at once (S15)`, [
        {
          what: "another's GET /api/user, p50",
          figure: ms(quantile(flooded, 0.5)),
          floor: ms(quantile(quiet, 0.5)),
        },
        {
          what: "the same, p95",
          figure: `${ms(p95(flooded))} (${times.toFixed(1)} ×)`,
          floor: ms(p95(quiet)),
          aim: `≤ ${MAX_TIMES} ×`,
          met: times <= MAX_TIMES,
        },
        { what: "the slowest", figure: ms(quantile(flooded, 1)), floor: ms(quantile(quiet, 1)) },
      ]);
    }
  });
