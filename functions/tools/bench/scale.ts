import { BatchWriteCommand } from "@aws-sdk/lib-dynamodb";
import { createDelivery } from "@coffer/core/delivery";
import { createDigests, type DuePage } from "@coffer/core/digests";
import { inBatches } from "@coffer/domain/batches";
import { idSource } from "@coffer/domain/id";
import { freshTable, idsInARow, newUser } from "../../../packages/test/store.ts";
import { paced } from "../../src/adapters/mailers.ts";
import { startEngine } from "../../src/local/engine.ts";
import { administration } from "./administration.ts";
import { print, type Row } from "./table.ts";

/** 09:05 in New York on a November day. */
const AT = Date.parse("2026-11-21T14:05:00Z");
/** SES's rate of a stage that sends to many, and the parts of it that the lanes have (infra/constructs/functions.ts). */
const RATE = 80;
const BULK_RATE = RATE * 0.75;
const ACCOUNT_RATE = RATE * 0.25;
/** `bulk-mail` in MAX_CONCURRENCY of infra/config.ts. */
const WORKERS = 8;
const SAMPLE_MS = 20_000;
/** People added at once. */
const AT_ONCE = 400;
/** A run of the tick on AWS may take no longer. */
const RUN_LIMIT_S = 60;

/** More people would only take longer to add: pages and searches read no more for them. */
const ADMINISTERED = 100_000;

/**
 * What 50,000 summaries at one minute, or 500,000, ask of the tick and of the two lanes of mail, and what up to 100,000
 * people ask of administration (P19).
 */
export async function scale(people: number): Promise<void> {
  const engine = await startEngine();
  try {
    const { name, store, table } = await freshTable(engine.endpoint);
    await addPeople(people);
    print(`${people.toLocaleString("en")} people whose summary is due at one minute`, [
      ...(await ticks()),
      ...(await lanes()),
    ]);
    await administration(engine.endpoint, Math.min(people, ADMINISTERED));

    /** Copies of one account, as its items are. */
    async function addPeople(count: number): Promise<void> {
      const user = await newUser(store, { id: 1, emailNotifications: true });
      const item = await table.get({ pk: `USER#${String(user.id).padStart(16, "0")}`, sk: "PROFILE" });
      if (!item) throw new Error("nobody was stored");
      const copy = (id: number) => {
        const text = String(id).padStart(16, "0");
        const keys = { pk: `USER#${text}`, directoryPk: `USERS#${id % 16}`, directorySk: text };
        return { ...item, ...keys, id, email: `ana${id}@example.com`, scheduleSk: `09:00#${text}` };
      };
      for (let first = 2; first <= count; first += AT_ONCE) {
        const ids = Array.from({ length: Math.min(AT_ONCE, count - first + 1) }, (_, index) => first + index);
        await Promise.all(
          [...inBatches(ids, 25)].map((batch) => {
            const puts = batch.map((id) => ({ PutRequest: { Item: copy(id) } }));
            return table.client.send(new BatchWriteCommand({ RequestItems: { [name]: puts } }));
          }),
        );
      }
    }

    async function ticks(): Promise<Row[]> {
      const digests = createDigests(store, { clock: Date.now, ids: idsInARow(), throttle: true });
      const pages: DuePage[] = [];
      const runs: number[] = [];
      for (let finished = false; !finished; ) {
        const began = performance.now();
        ({ finished } = await digests.tick(AT, async (page) => {
          pages.push(page);
          return 0;
        }));
        runs.push((performance.now() - began) / 1_000);
      }
      const each: number[] = [];
      let queued = 0;
      for (const page of pages) {
        const began = performance.now();
        queued += await digests.queuePage(page);
        each.push((performance.now() - began) / 1_000);
      }
      if (queued !== people) throw new Error(`${queued} of ${people} were queued`);
      const longest = Math.max(...runs, ...each);
      return [
        { what: "runs of the tick", figure: String(runs.length) },
        { what: "pages handed to the queue", figure: String(pages.length) },
        {
          what: "longest run, of the tick or of a page",
          figure: `${longest.toFixed(1)} s`,
          aim: `≤ ${RUN_LIMIT_S} s`,
          met: longest <= RUN_LIMIT_S,
        },
        {
          what: "all pages queued one after the other",
          figure: `${each.reduce((a, b) => a + b, 0).toFixed(0)} s`,
        },
      ];
    }

    /** A reset mail is queued while a lane of summaries is full and being sent. */
    async function lanes(): Promise<Row[]> {
      const leftAt = new Map<string, number>();
      const workerAt = (rate: number) =>
        createDelivery(store, {
          clock: Date.now,
          ids: idSource(Date.now, Math.random),
          origin: "https://coffer.test",
          mailer: paced({ send: async ({ id }) => void leftAt.set(id, performance.now()) }, async () => rate),
          renderEmail: ({ kind }) => ({ subject: kind, html: "", text: "" }),
        });
      const bulk = workerAt(BULK_RATE).sweep(["bulk"], SAMPLE_MS);
      await new Promise((resolve) => setTimeout(resolve, SAMPLE_MS / 4));
      const queuedAt = performance.now();
      const mail = { kind: "reset-password", to: "ana1@example.com" } as const;
      await store.outbox.add({ id: "1", mail, createdAt: Date.now(), userId: null });
      // The local product and the function's stream look at once; the tick is what is left where they did not.
      await workerAt(ACCOUNT_RATE).sweep(["account"]);
      const { sent, suppressed } = await bulk;
      const waited = ((leftAt.get("1") ?? Number.POSITIVE_INFINITY) - queuedAt) / 1_000;
      const rate = (sent + suppressed) / (SAMPLE_MS / 1_000);
      const workers = Math.ceil(BULK_RATE / rate);
      return [
        {
          what: "a reset mail among them leaves after",
          figure: `${waited.toFixed(1)} s`,
          aim: "≤ 10 s",
          met: waited <= 10,
        },
        {
          what: `summaries a second, one worker, at SES's ${RATE}`,
          figure: rate.toFixed(0),
          aim: `${BULK_RATE}`,
        },
        {
          what: "workers that 50,000 within fourteen minutes take",
          figure: String(workers),
          aim: `≤ ${WORKERS}`,
          met: workers <= WORKERS,
        },
      ];
    }
  } finally {
    await engine.stop();
  }
}
