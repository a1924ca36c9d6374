import type { Campaign, CampaignCounts, CampaignStore } from "@coffer/core/campaign/campaign-store";
import type { Id } from "@coffer/domain/id";
import * as v from "valibot";
import { userPage } from "../account/user-directory.ts";
import { outboxPut } from "../mail/outbox-item.ts";
import { ABSENT } from "../table/conditions.ts";
import { createIdempotently } from "../table/idempotency.ts";
import { type Item, idText, inSchedule, type Key, userPartition, type WriteInput } from "../table/item.ts";
import type { Table } from "../table/table.ts";
import { COUNTS, campaignPartition, countsKey } from "./campaign-counts.ts";

/** A campaign's text, and apart from it what changes with every mail: writing 200 KB for each would cost 200 units. */
const textKey = (id: Id): Key => ({ pk: campaignPartition(id), sk: "TEXT" });
const UNFINISHED = "CAMPAIGN";
/** Mails of one transaction: DynamoDB takes a hundred writes, one of which moves the cursor. */
const PAGE = 90;

const storedText = v.object({
  id: v.number(),
  subject: v.string(),
  html: v.string(),
  toAll: v.boolean(),
  test: v.boolean(),
  createdAt: v.number(),
});
const storedCounts = v.object({
  expected: v.number(),
  queued: v.number(),
  sent: v.number(),
  suppressed: v.number(),
  failed: v.number(),
  spread: v.boolean(),
});
const storedShard = v.object({
  sent: v.optional(v.number(), 0),
  suppressed: v.optional(v.number(), 0),
  failed: v.optional(v.number(), 0),
});
const storedUnfinished = v.object({ id: v.number(), cursor: v.nullable(v.string()) });
const storedRecipient = v.object({ id: v.number(), email: v.string() });

export function createCampaignStore(table: Table): CampaignStore {
  return {
    async get(id) {
      const item = await table.get(textKey(id));
      return item && v.parse(storedText, item);
    },

    add(campaign, by, jobs, expected, idempotencyKey) {
      const counts = {
        expected,
        queued: jobs.length,
        sent: 0,
        suppressed: 0,
        failed: 0,
        fannedOut: !campaign.toAll,
      };
      const value = { id: campaign.id };
      return createIdempotently(table, {
        pk: userPartition(by),
        idempotencyKey,
        now: campaign.createdAt,
        value,
        parse: (stored) => v.parse(v.object({ id: v.number() }), stored),
        writes: [
          { Put: { Item: { ...textKey(campaign.id), ...campaign }, ...ABSENT } },
          { Put: { Item: countsItem(campaign, counts), ...ABSENT } },
          ...jobs.map(outboxPut),
        ],
      });
    },

    async counts(id) {
      const [first, ...shards] = await table.list(campaignPartition(id), COUNTS);
      return first && countsFromItems(first, shards);
    },

    async unfinished() {
      const items = await table.query(inSchedule(UNFINISHED));
      // The index may be behind: the cursor that counts is the item's own.
      const current = await Promise.all(
        items.map((item) => table.get(countsKey(v.parse(storedUnfinished, item).id))),
      );
      return current
        .filter((item) => item !== undefined)
        .filter((item) => item.spread === false)
        .map((item) => v.parse(storedUnfinished, item))
        .map(({ id, cursor }) => ({ id, cursor: cursor ?? undefined }));
    },

    async recipients(cursor) {
      const { items, next } = await userPage(table, cursor, PAGE);
      return { recipients: items.map((item) => v.parse(storedRecipient, item)), next };
    },

    async advance(id, from, next, jobs) {
      const move: WriteInput = {
        Update: {
          Key: countsKey(id),
          UpdateExpression:
            next === undefined
              ? "SET #cursor = :next, spread = :done ADD queued :more REMOVE schedulePk, scheduleSk"
              : "SET #cursor = :next, spread = :done ADD queued :more",
          ConditionExpression: "#cursor = :from AND spread = :no",
          ExpressionAttributeNames: { "#cursor": "cursor" },
          ExpressionAttributeValues: {
            ":from": from ?? null,
            ":next": next ?? null,
            ":more": jobs.length,
            ":done": next === undefined,
            ":no": false,
          },
        },
      };
      // Where another worker was here first, what it queued is what we were about to queue.
      await table.tryTransact([...jobs.map(outboxPut), move]);
    },
  };
}

/** Items call it `spread` that everybody has been found. */
function countsFromItems(item: Item, shards: Item[]): CampaignCounts {
  const { spread, ...counts } = v.parse(storedCounts, item);
  for (const shard of shards) {
    const { sent, suppressed, failed } = v.parse(storedShard, shard);
    counts.sent += sent;
    counts.suppressed += suppressed;
    counts.failed += failed;
  }
  return { ...counts, fannedOut: spread };
}

function countsItem(campaign: Campaign, { fannedOut, ...counts }: CampaignCounts): Item {
  const due = { schedulePk: UNFINISHED, scheduleSk: idText(campaign.id) };
  return {
    ...countsKey(campaign.id),
    id: campaign.id,
    cursor: null,
    ...counts,
    spread: fannedOut,
    ...(fannedOut ? {} : due),
  };
}
