import { createAdmin } from "@coffer/core/admin/admin";
import { createCampaigns } from "@coffer/core/campaign/campaigns";
import { createDelivery } from "@coffer/core/mail/delivery";
import { inBatches } from "@coffer/domain/batches";
import { idSource } from "@coffer/domain/id";
import { searchWrites } from "@coffer/dynamo/account/user-search";
import { caller, user } from "../../../packages/test/fixtures.ts";
import { freshTable, newUser } from "../../../packages/test/store.ts";
import { FAN_OUT_MS } from "../../src/schedules.ts";
import { BULK_RATE, SHARE } from "./jobs.ts";
import { addPeople } from "./people.ts";
import { atMost, inHours, median, ms, print, type Row, seconds, timed } from "./table.ts";

const FIRST_NAMES = ["Ana", "Ben", "Chloé", "Dimitri", "Eva", "Filip", "Greta", "Hugo", "Ines", "Jan"];
const LAST_NAMES = ["Stone", "Núñez", "Li", "Rossi", "Novak", "Okafor", "Berg", "Silva", "Kaya"];
const ROUNDS = 20;
const SAMPLE = 4_000;
/** Calls that an administrator at the screen waits for. */
const QUICK_MS = 300;

/** The administrators' calls for `people` users, and housekeeping's count of them (P19, P26). */
export async function administration(endpoint: string, people: number): Promise<void> {
  const { store, table } = await freshTable(endpoint);
  const clock = Date.now;
  const env = { clock, ids: idSource(clock, Math.random), securityLog: () => undefined };
  const admin = createAdmin(store, env);
  const campaigns = createCampaigns(store, env);
  const chief = await newUser(store, { id: 1, isAdmin: true }, clock());
  await addPeople(table, people, (id) => {
    const firstName = FIRST_NAMES[id % FIRST_NAMES.length] ?? "";
    const lastName = LAST_NAMES[id % LAST_NAMES.length] ?? "";
    const person = user({ id, firstName, lastName, email: `p${id}@example.com` });
    return { own: person, others: searchWrites(person).flatMap(({ Put }) => (Put?.Item ? [Put.Item] : [])) };
  });

  const firstCount = await timed(() => admin.takeStatisticsSnapshot());
  if (firstCount.result?.total !== people)
    throw new Error(`${firstCount.result?.total} of ${people} were counted`);
  const repeatedCount = await timed(async () =>
    store.admin.count({ activeSince: 0, now: clock(), counting: { recountBefore: 0 } }),
  );
  const draft = { subject: "News", html: "<p>News</p>", to: "all" } as const;
  const started = await timed(() => campaigns.start(caller(chief, clock()), draft));
  const first = await admin.users({});
  print(`Administration of ${people.toLocaleString("en")} people`, [
    await quick("the first page of users", () => admin.users({})),
    await quick("the page after", () => admin.users({ cursor: first.cursor ?? undefined })),
    await quick("a search that finds one in ten", () => admin.users({ search: "ana" })),
    await quick("a search that finds one", () => admin.users({ search: `p${people - 1}@` })),
    await quick("the statistics", () => admin.stats()),
    atMost("a mail to all, until it is queued", started.took, QUICK_MS, ms),
    { what: "the count of everybody, the first time", figure: seconds(firstCount.took) },
    atMost(
      "hourly runs of ten minutes that 1,000,000 take, extrapolated",
      Math.ceil(((firstCount.took / SHARE / people) * 1e6) / 600_000),
      24,
      String,
    ),
    { what: "again, nobody having been active", figure: seconds(repeatedCount.took) },
    ...(await mailToAll(started.result.id)),
  ]);

  /** Finds the recipients page by page, then sends a sample of the mail with the lanes' concurrency. */
  async function mailToAll(id: number): Promise<Row[]> {
    const found = await timed(() => campaigns.fanOut());
    if (found.result !== people) throw new Error(`${found.result} of ${people} were found`);
    const delivery = createDelivery(store, {
      ...env,
      origin: "https://coffer.test",
      mailer: { send: async () => undefined },
      renderEmail: ({ kind }) => ({ subject: kind, html: "", text: "" }),
    });
    const due = await store.outbox.due("bulk", clock(), SAMPLE);
    const ended = await timed(async () => {
      for (const batch of inBatches(due, 64)) await Promise.all(batch.map((job) => delivery.deliver(job)));
    });
    const { sent } = await campaigns.progress(id);
    return [
      { what: "its recipients found, a second", figure: rate(people, found.took) },
      atMost(
        "1,000,000 found by runs every five minutes, extrapolated",
        ((found.took / SHARE / people) * 1e6 * 300) / FAN_OUT_MS,
        1e6 / BULK_RATE,
        inHours,
      ),
      {
        what: "its mail ended and counted, 64 at once, a second",
        figure: rate(due.length, ended.took),
      },
      {
        what: "of these counted",
        figure: `${sent.toLocaleString("en")} of ${due.length.toLocaleString("en")}`,
        aim: "all",
        met: sent === due.length,
      },
    ];
  }
}

async function quick(what: string, run: () => Promise<unknown>): Promise<Row> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) times.push((await timed(run)).took);
  return atMost(`${what}, p50`, median(times), QUICK_MS, ms);
}

const rate = (count: number, took: number) => ((count * 1_000) / took).toFixed(0);
