import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RESTORABLE_MS } from "@coffer/core/category/categories";
import { createClient as createDynamo } from "@coffer/dynamo/table/client";
import { ensureTable } from "@coffer/dynamo/table/create-table";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { atLength } from "../../packages/test/at-length.ts";
import { startEngine, startEngineAt } from "../src/local/database.ts";
import { type Product, startProduct, type Visitor } from "./harness.ts";
import { command, createClient } from "./model.ts";
import { createBrowser, offlineCommand } from "./offline-model.ts";
import { type ReplayedEntry, replay } from "./replay.ts";

// docs/promises.md R1 and R10 in short; `pnpm soak` runs for longer and kills the server as well.

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
const script = fc.array(
  command,
  atLength({ minLength: 25, maxLength: 35 }, { minLength: 12, maxLength: 18 }),
);
const scripts = fc.array(script, { minLength: CLIENTS, maxLength: CLIENTS });
/** Milliseconds between kills of the engine. */
const deaths = fc.array(fc.integer({ min: 20, max: 400 }), { minLength: 3, maxLength: 6 });

/** Browsers that go offline, reload and change their clocks. */
const BROWSERS = 2;
const journey = fc.array(offlineCommand, { minLength: 25, maxLength: 35 });
const journeys = fc.array(journey, { minLength: BROWSERS, maxLength: BROWSERS });

test("clients of a budget find everything that was acknowledged or queued offline once, despite kills of the engine", {
  timeout: 600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(scripts, journeys, deaths, async (all, offline, pauses) => {
      const person = await product.person();
      const partner = await product.person();
      await person.post("/api/share-budget", { email: partner.email, permissionType: "member" });
      await partner.post(`/api/login`, partner);
      const draft = { name: "Food", icon: "home", color: "blue", type: "expense" };
      const food = Object((await person.post("/api/categories", draft)).body);
      const members = [person, partner.asOwner(person.id)];
      const browsers = offline.map((commands, index) => {
        const { send } = members[index] ?? person;
        const browser = createBrowser(send, 2010 + index);
        browser.begin(food);
        return { commands, ...browser };
      });
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
      const offlineWork = Promise.all(
        browsers.map(async ({ commands, run }) => {
          for (const one of commands) await run(one);
        }),
      );
      for (const pause of pauses) {
        await new Promise((resolve) => setTimeout(resolve, pause));
        engine.process.kill("SIGKILL");
        await engine.exited;
        engine = await startEngineAt(engine.address, join(folder, "table.db"));
      }
      await work;
      await offlineWork;
      for (const { finish } of browsers) await finish();
      for (const { check } of browsers) for (const { send } of members) await check(send);
      expect(Math.max(...browsers.map(({ seen }) => seen.waited))).toBeGreaterThan(0);
      for (const { check } of clients) await check();
      expect(replay(await entriesOf(person))).toEqual(await shownTo(person));
      product.pass(RESTORABLE_MS + 1);
      await product.core.categories.cleanUp(product.clock());
      await person.post("/api/login", person);
      for (const { check } of clients) await check();
      expect(clients.reduce((sum, { size }) => sum + size(), 0)).toBeGreaterThan(0);
    }),
    { numRuns: atLength(10, 1), endOnFailure: true },
  );
});

/** All entries of the budget, the oldest first. */
async function entriesOf(person: Visitor): Promise<ReplayedEntry[]> {
  const entries: (ReplayedEntry & { id: string })[] = [];
  for (;;) {
    const last = entries.at(-1);
    const { body } = await person.get(`/api/activity?limit=100${last ? `&before=${last.id}` : ""}`);
    const page = body as typeof entries;
    if (page.length === 0) return entries.reverse();
    entries.push(...page);
  }
}

/** The same, as the API shows it. */
async function shownTo(person: Visitor): Promise<ReturnType<typeof replay>> {
  const years = Array.from({ length: CLIENTS }, (_, index) => 2001 + index);
  const get = async (path: string) => (await person.get(path)).body as Record<string, unknown>[];
  const listed = await get("/api/transactions?startDate=2001-01-01&endDate=2020-12-31");
  const budgets = await Promise.all(
    years.flatMap((year) => [1, 2, 3].map((month) => get(`/api/budgets?month=${month}&year=${year}`))),
  );
  return {
    categories: (await get("/api/categories")).map(({ id }) => Number(id)).sort((a, b) => a - b),
    transactions: listed
      .map(({ id, amount, date, categoryId }) => ({
        id: Number(id),
        amount: Number(amount),
        date: String(date),
        categoryId: Number(categoryId),
      }))
      .sort((a, b) => a.id - b.id),
    plans: budgets
      .flat()
      .filter(({ projected }) => projected !== 0)
      .map(({ id, projected }): [string, number] => [String(id), Number(projected)])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  };
}
