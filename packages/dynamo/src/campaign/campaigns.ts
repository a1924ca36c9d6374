import type { CampaignStore } from "@coffer/core/campaign/campaign-store";
import type { Id } from "@coffer/domain/id";
import * as v from "valibot";
import { userPage } from "../account/user-directory.ts";
import { outboxPut } from "../mail/outbox-item.ts";
import { createIdempotently } from "../table/idempotency.ts";
import { createIndex } from "../table/indexes.ts";
import { idText, type Key, userPartition } from "../table/item.ts";
import type { Table } from "../table/table.ts";
import { ABSENT, change, put, when } from "../table/writes.ts";
import { COUNTS, campaignPartition } from "./campaign-counts.ts";

/** A campaign's text is apart from its counts: writing 200 KB with every mail would cost 200 units. */
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
