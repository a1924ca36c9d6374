import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import fc from "fast-check";
import { COUNT, readOrEnd } from "../../src/cli/command-line.ts";
import { notedEngine } from "../../src/local/data-folder.ts";
import { freeAddress } from "../../src/local/database.ts";
import { visitorOf } from "../bench/product.ts";
import { command, createClient, type Send } from "../model.ts";
import { runProduct } from "../running.ts";
import { soakSummaries } from "./summaries.ts";

// docs/promises.md R1 in full: concurrent clients use the product while its server and its engine are killed in
// turn; then every figure of the API is compared with the model.

const { options } = readOrEnd({
  use: ["pnpm soak [--clients 50] [--operations 2000] [--kills 50] [--days 400] [--people 100]"],
  about: "Uses the product while it is killed repeatedly and compares it with a model; then daily summaries.",
  options: {
    clients: { ...COUNT, default: "50", help: "clients at once" },
    operations: { ...COUNT, default: "2000", help: "what each of them does" },
    kills: { ...COUNT, default: "50", help: "kills of the server, and as many of the engine" },
    seed: {
      ...COUNT,
      default: String(1 + (Date.now() % 1_000_000)),
      help: "repeats the operations of a run",
    },
    days: { ...COUNT, default: "400", help: "days of summaries" },
    people: { ...COUNT, default: "100", help: "people who get them" },
    "killed-workers": { ...COUNT, default: "10", help: "of a hundred workers, those that are killed" },
  },
});
const clients = Number(options.clients);
const operations = Number(options.operations);
const kills = Number(options.kills);
const seed = Number(options.seed);
const CLIENTS_A_BUDGET = 5;

const dataDir = await mkdtemp(join(tmpdir(), "coffer-soak-"));
const PORT = String((await freeAddress("127.0.0.1")).port);
const origin = `http://127.0.0.1:${PORT}`;
let server = await runProduct(dataDir, { PORT });
const recoveries: number[] = [];
console.log(
  `${clients} clients, ${operations} operations each, ${kills} kills of server and of engine, seed ${seed}`,
);

try {
  const began = performance.now();
  const people = await Promise.all(
    Array.from({ length: Math.ceil(clients / CLIENTS_A_BUDGET) }, (_, group) => register(group)),
  );
  const all = Array.from({ length: clients }, (_, index) => {
    const send = people[Math.floor(index / CLIENTS_A_BUDGET)];
    if (!send) throw new Error("every client belongs to somebody");
    return createClient(send, 2001 + (index % CLIENTS_A_BUDGET));
  });
  let done = 0;
  let working = true;
  const work = Promise.all(
    all.map(async (client, index) => {
      for (const one of fc.sample(command, { numRuns: operations, seed: seed + index })) {
        await client.run(one);
        done++;
      }
    }),
  ).finally(() => {
    working = false;
  });
  const progress = setInterval(() => console.log(`  ${done} operations, ${recoveries.length} kills`), 10_000);
  await Promise.all([work, killAgainAndAgain(() => working)]).finally(() => clearInterval(progress));

  const seconds = (performance.now() - began) / 1_000;
  const outcomes = await Promise.allSettled(all.map((client) => client.check()));
  const wrong = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
  const sorted = recoveries.toSorted((a, b) => a - b);
  console.table({
    operations: done,
    "operations a second": Math.round(done / seconds),
    "requests repeated": all.reduce((sum, { seen }) => sum + seen.repeats, 0),
    "transactions compared": all.reduce((sum, { size }) => sum + size(), 0),
    kills: recoveries.length,
    "recovered, median ms": Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0),
    "recovered, slowest ms": Math.round(sorted.at(-1) ?? 0),
    "clients that differ from the model": wrong.length,
  });
  for (const difference of wrong.slice(0, 3)) console.error(difference);
  if (wrong.length > 0) process.exitCode = 1;
} finally {
  await server.end();
  await rm(dataDir, { recursive: true, force: true });
}
await soakSummaries({
  users: Number(options.people),
  days: Number(options.days),
  kills: Number(options["killed-workers"]),
});

/** Kills server and engine in turn, each time after the product answers again. */
async function killAgainAndAgain(working: () => boolean): Promise<void> {
  for (let kill = 0; kill < 2 * kills && working(); kill++) {
    await wait(200 + Math.random() * 1_800);
    const killed = performance.now();
    if (kill % 2 === 0) {
      await server.end("SIGKILL");
      server = await runProduct(dataDir, { PORT });
    } else {
      const engine = notedEngine(dataDir);
      if (engine) process.kill(engine.pid, "SIGKILL");
    }
    while (!(await answers())) await wait(20);
    recoveries.push(performance.now() - killed);
  }
}

/** Signs in with an unknown address, which needs both the server and the engine. */
async function answers(): Promise<boolean> {
  const nobody = { email: "nobody@example.com", password: "nothing" };
  const answer = await visitorOf(origin)
    .send("POST", "/api/login", nobody)
    .catch(() => undefined);
  return answer?.status === 401;
}

/** Returns a function that sends requests with the new user's cookie. */
async function register(group: number): Promise<Send> {
  const { signUp, send } = visitorOf(origin);
  await signUp(`soak${group}@example.com`);
  return async (method, path, body, headers) => {
    const answer = await send(method, path, body, headers);
    const text = await answer.text();
    return { status: answer.status, body: text === "" ? undefined : JSON.parse(text) };
  };
}
