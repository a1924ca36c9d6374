import type { CampaignStore } from "@coffer/core/admin/admin-store";
import type { EmailJob } from "@coffer/core/mail/outbox";
import type { Id } from "@coffer/domain/id";
import * as v from "valibot";
import { userPage } from "../account/user-directory.ts";
import { outboxPut } from "../mail/outbox-item.ts";
import { createIdempotently } from "../table/idempotency.ts";
import { createIndex } from "../table/indexes.ts";
import { idText, type Key, shardOf, userPartition, type WriteInput } from "../table/item.ts";
import type { Table } from "../table/table.ts";
import { ABSENT, change, put, when } from "../table/writes.ts";

/** A campaign's text has an item of its own, apart from its counts: writing 200 KB with every mail would cost 200 units. */
const textKey = (id: Id): Key => ({ pk: campaignPartition(id), sk: "TEXT" });
export const countsKey = (id: Id): Key => ({ pk: campaignPartition(id), sk: COUNTS });
export const UNFINISHED = "CAMPAIGN";
/** Mails per transaction: DynamoDB takes a hundred writes, and one moves the cursor. */
const PAGE = 90;

const storedText = v.object({
  id: v.number(),
  subject: v.string(),
  html: v.string(),
  toAll: v.boolean(),
  test: v.boolean(),
  createdAt: v.number(),
});
const ENDED = ["sent", "suppressed", "failed"] as const;
const storedCounts = v.object({
  ...v.entriesFromList(["expected", "queued", ...ENDED], v.number()),
  spread: v.boolean(),
});
const storedShard = v.object(v.entriesFromList(ENDED, v.optional(v.number(), 0)));
const storedId = v.pick(storedText, ["id"]);
const storedUnfinished = v.object({ id: v.number(), cursor: v.nullable(v.string()) });
const waiting = createIndex("schedule", { id: v.number() });

export function createCampaignStore(table: Table): CampaignStore {
  return {
    get: (id) => table.find(textKey(id), v.parser(storedText)),

    add(campaign, by, jobs, expected, idempotencyKey) {
      const { id, toAll } = campaign;
      const counts = { id, expected, queued: jobs.length, sent: 0, suppressed: 0, failed: 0 };
      // Items store `fannedOut` as `spread`.
      const progress = { cursor: null, spread: !toAll };
      const due = toAll && { schedulePk: UNFINISHED, scheduleSk: idText(id) };
      return createIdempotently(table, {
        pk: userPartition(by),
        idempotencyKey,
        now: campaign.createdAt,
        value: { id },
        parse: v.parser(storedId),
        writes: [
          put({ ...textKey(id), ...campaign }, ABSENT),
          put({ ...countsKey(id), ...counts, ...progress, ...due }, ABSENT),
          ...jobs.map(outboxPut),
        ],
      });
    },

    async counts(id) {
      const [first, ...shards] = await table.list(campaignPartition(id), COUNTS);
      if (!first) return undefined;
      const { spread, ...counts } = v.parse(storedCounts, first);
      for (const shard of shards.map(v.parser(storedShard)))
        for (const ended of ENDED) counts[ended] += shard[ended];
      return { ...counts, fannedOut: spread };
    },

    async unfinished() {
      const items = await table.query(waiting.of(UNFINISHED));
      // The index is eventually consistent, so the cursor is read from the item.
      const current = await Promise.all(items.map(({ id }) => table.get(countsKey(id))));
      return current
        .filter((item) => item?.spread === false)
        .map(v.parser(storedUnfinished))
        .map(({ id, cursor }) => ({ id, cursor: cursor ?? undefined }));
    },

    async recipients(cursor) {
      const { users: recipients, next } = await userPage(table, cursor, PAGE);
      return { recipients, next };
    },

    async advance(id, from, next, jobs) {
      const done = next === undefined;
      const move = `SET #cursor = :next, spread = :done ADD queued :more${done ? " REMOVE schedulePk, scheduleSk" : ""}`;
      const values = { next: next ?? null, more: jobs.length, done };
      const isUnmoved = when("#cursor = :from AND spread = :no", { from: from ?? null, no: false });
      // If another worker was faster, it has queued the same mails.
      await table.tryTransact([
        ...jobs.map(outboxPut),
        { Update: change(countsKey(id), move, values, isUnmoved) },
      ]);
    },
  };
}

const PREFIX = "CAMPAIGN#";
const COUNTS = "COUNTS";
/** Sharded, as the transactions of mails that end at the same moment would conflict on a single item. */
const SHARDS = 16;
export const campaignPartition = (id: Id): string => `${PREFIX}${idText(id)}`;
export const isNewCampaign = ({ pk, sk }: Key): boolean => pk.startsWith(PREFIX) && !sk.startsWith(COUNTS);

type Counted = Pick<EmailJob, "id" | "mail">;
type Ended = "sent" | "suppressed" | "failed";

/** Counts the outcome of a campaign's mail, in the transaction that ends it; no write for other mail. */
export const countDelivery = (job: Counted, ended: Ended): WriteInput[] => add(job, ended, 1);

export const uncountFailure = (job: Counted): WriteInput[] => add(job, "failed", -1);

function add({ id, mail }: Counted, ended: Ended, by: number): WriteInput[] {
  if (mail.kind !== "announcement") return [];
  const key = { pk: campaignPartition(mail.campaignId), sk: `${COUNTS}#${shardOf(id, SHARDS)}` };
  return [{ Update: change(key, `ADD #${ended} :by`, { by }) }];
}
