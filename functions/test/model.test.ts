import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RESTORABLE_MS } from "@coffer/core/categories";
import { createClient as createDynamo } from "@coffer/dynamo/client";
import { ensureTable } from "@coffer/dynamo/create-table";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startEngine } from "../src/local/engine.ts";
import { type Product, startProduct } from "./harness.ts";
import { command, createClient } from "./model.ts";

// docs/promises.md R1 in short; `pnpm soak` runs for longer and kills the server as well.

let folder: string;
let engine: Awaited<ReturnType<typeof startEngine>>;
let product: Product;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "coffer-model-"));
  engine = await startEngine(join(folder, "table.db"));
  const client = createDynamo(engine.endpoint);
  const table = `model-${crypto.randomUUID()}`;
  await ensureTable(client, table);
  product = await startProduct({ client, table });
});
afterAll(async () => {
  await engine.stop();
  await rm(folder, { recursive: true, force: true });
});

const CLIENTS = 6;
const script = fc.array(command, { minLength: 15, maxLength: 25 });
const scripts = fc.array(script, { minLength: CLIENTS, maxLength: CLIENTS });
/** Milliseconds between two kills of the engine. */
const deaths = fc.array(fc.integer({ min: 20, max: 400 }), { minLength: 3, maxLength: 6 });

test("clients of one budget find everything that was acknowledged, whenever the engine is killed", {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(scripts, deaths, async (all, pauses) => {
      const person = await product.person();
      const clients = all.map((commands, index) => {
        const send = (...request: Parameters<typeof person.send>) => {
          product.pass(1); // No two requests share a millisecond, so that a reset comes before or after an addition.
          return person.send(...request);
        };
        return { commands, ...createClient(send, 2001 + index) };
      });
      const work = Promise.all(
        clients.map(async ({ commands, run }) => {
          for (const one of commands) await run(one);
        }),
      );
      for (const pause of pauses) {
        await new Promise((resolve) => setTimeout(resolve, pause));
        engine.process.kill("SIGKILL");
        await engine.exited;
        engine = await startEngine(join(folder, "table.db"), engine.address);
      }
      await work;
      for (const { check } of clients) await check();
      product.pass(RESTORABLE_MS + 1);
      await product.core.categories.cleanUp(product.clock());
      await person.post("/api/login", person);
      for (const { check } of clients) await check();
      expect(clients.reduce((sum, { size }) => sum + size(), 0)).toBeGreaterThan(0);
    }),
    { numRuns: 3, endOnFailure: true },
  );
});
