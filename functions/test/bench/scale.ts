import { createDigests } from "@coffer/core/digest/digests";
import { createDelivery } from "@coffer/core/mail/delivery";
import type { Mailer } from "@coffer/core/mail/email";
import type { DuePage } from "@coffer/core/stores";
import { createTransactionLists } from "@coffer/core/transaction/transaction-lists";
import { freshTable, idsInARow, newUser, ownLedger } from "../../../packages/test/store.ts";
import { mimeOf, paced } from "../../src/adapters/mailers.ts";
import { renderEmail } from "../../src/email/render.ts";
import { withEngine } from "../with-engine.ts";
import { administration } from "./administration.ts";
import { fill } from "./api.ts";
import { BULK_RATE, jobs, RATE, SHARE } from "./jobs.ts";
import { addPeople } from "./people.ts";
import { atMost, inHours, ms, print, type Row, seconds, timed } from "./table.ts";

/** 09:05 in New York on a November day. */
const AT = Date.parse("2026-11-21T14:05:00Z");
const ACCOUNT_RATE = RATE * 0.25;
/** `bulk-mail` in MAX_CONCURRENCY of infra/config.ts. */
const WORKERS = 8;
const SAMPLE_MS = 20_000;
/** A run of the tick on AWS may take no longer. */
const RUN_LIMIT_MS = 60_000;

/** Twice what one call of a search reads. */
const SEARCHED_ROWS = 8_000;
/** From then on the API's latency is an alarm. */
const SLOW_MS = 2_000;

/** More people would only take longer to add: pages and searches read no more for them. */
const ADMINISTERED = 100_000;

/**
 * The work that 50,000 summaries at one minute, or 500,000, ask of the tick and of the two lanes of mail, and what up
 * to 100,000 people ask of administration (P19); what a day asks of the other jobs (P26).
 */
export const scale = (people: number): Promise<void> =>
  withEngine(async (endpoint) => {
    const { store, table } = await freshTable(endpoint);
    await newUser(store, { id: 1, emailNotifications: true });
    await addPeople(table, people, (id, idText) => ({
      own: { email: `ana${id}@example.com`, scheduleSk: `09:00#${idText}` },
    }));
    print(`${people.toLocaleString("en")} people whose summary is due at one minute`, [
      ...(await ticks()),
      ...(await lanes()),
    ]);
    await jobs(endpoint);
    await administration(endpoint, Math.min(people, ADMINISTERED));
    print("What does not grow with people or rows", [
      await search(),
      { what: "the scan of what expired, on AWS", figure: "none", aim: "none (TTL)" },
    ]);

    /** Searches an account that no other figure uses for a text that no row contains. */
    async function search(): Promise<Row> {
      const owner = people + 1;
      await fill(table, owner, 1, SEARCHED_ROWS);
      const lists = createTransactionLists(store);
      const query = { text: "nothing", sort: "-date" } as const;
      const { result, took } = await timed(() => lists.search(ownLedger(owner), query));
      if (!result.soFar) throw new Error("The search read everything");
      return atMost(`a search's one call, half of ${SEARCHED_ROWS} rows, measured`, took, SLOW_MS, ms);
    }

    async function ticks(): Promise<Row[]> {
      const digests = createDigests(store, { clock: Date.now, ids: idsInARow(), throttle: true });
      const pages: DuePage[] = [];
      const runs: number[] = [];
      const collect = async (page: DuePage) => {
        pages.push(page);
        return 0;
      };
      for (let finished = false; !finished; ) {
        const { result, took } = await timed(() => digests.tick(AT, collect));
        finished = result.finished;
        runs.push(took);
      }
      const each: number[] = [];
      let queued = 0;
      for (const page of pages) {
        const { result, took } = await timed(() => digests.queuePage(page));
        queued += result;
        each.push(took);
      }
      if (queued !== people) throw new Error(`${queued} of ${people} were queued`);
      const longest = Math.max(...runs, ...each);
      return [
        { what: "runs of the tick", figure: String(runs.length) },
        { what: "pages handed to the queue", figure: String(pages.length) },
        atMost("longest run, of the tick or of a page", longest, RUN_LIMIT_MS, seconds),
        { what: "all pages queued one after the other", figure: seconds(each.reduce((a, b) => a + b, 0)) },
      ];
    }

    /** A reset mail is queued while a lane of summaries is full and being sent. */
    async function lanes(): Promise<Row[]> {
      const leftAt = new Map<string, number>();
      const workerAt = (rate: number) =>
        createDelivery(store, {
          clock: Date.now,
          origin: "https://coffer.test",
          mailer: paced({ send }, { rate: async () => rate, count: () => undefined }),
          renderEmail,
        });
      const send: Mailer["send"] = async (message) => {
        await mimeOf(message, "Coffer <coffer@coffer.test>");
        leftAt.set(message.id, performance.now());
      };
      const usedBefore = process.cpuUsage();
      const bulk = workerAt(BULK_RATE).sweep(["bulk"], SAMPLE_MS);
      await new Promise((resolve) => setTimeout(resolve, SAMPLE_MS / 4));
      const queuedAt = performance.now();
      const mail = { kind: "reset-password", to: "ana1@example.com" } as const;
      await store.outbox.add({ id: "1", mail, createdAt: Date.now(), userId: null });
      // The local product and the stream send at once; this is the tick's work if they did not.
      await workerAt(ACCOUNT_RATE).sweep(["account"]);
      const { sent, suppressed } = await bulk;
      const waited = (leftAt.get("1") ?? Number.POSITIVE_INFINITY) - queuedAt;
      const rate = (sent + suppressed) / (SAMPLE_MS / 1_000);
      const workers = Math.ceil(BULK_RATE / rate);
      const { user, system } = process.cpuUsage(usedBefore);
      const cpu = (user + system) / 1_000 / (sent + suppressed);
      const possible = Math.min(BULK_RATE, (WORKERS * SHARE * 1_000) / cpu);
      return [
        atMost("a reset mail among them leaves after", waited, 10_000, seconds),
        {
          what: `summaries a second, one worker, at SES's ${RATE}, rendered and as MIME`,
          figure: rate.toFixed(0),
          aim: `${BULK_RATE}`,
        },
        atMost("workers that 50,000 within fourteen minutes take", workers, WORKERS, String),
        { what: "a summary's CPU", figure: ms(cpu) },
        atMost(
          `1,000,000 summaries by ${WORKERS} workers of ${SHARE.toFixed(2)} processors, extrapolated`,
          1e6 / possible,
          1e6 / BULK_RATE,
          inHours,
        ),
      ];
    }
  });
