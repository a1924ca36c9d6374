import type { Lane } from "@coffer/core/mail/email-kinds";
import type { Claim, Ended, Failure, OutboxStore } from "@coffer/core/mail/outbox";
import { DAY_MS } from "@coffer/domain/time/day";
import * as v from "valibot";
import { countDelivery, uncountFailure } from "../campaign/campaigns.ts";
import { createIndex } from "../table/indexes.ts";
import { dueEntry, type Item, ttl, type WriteInput } from "../table/item.ts";
import type { Table } from "../table/table.ts";
import { ABSENT, assign, change, put, remove, succeeds, unlessFailed, when } from "../table/writes.ts";
import { storedWhat, taskPut } from "../task/tasks.ts";
import { endedEntry, FAILED, outboxItem, outboxKey, queuesOf, storedJob, waiting } from "./outbox-item.ts";

const failedKey = (id: string, failedAt: number): string => `${new Date(failedAt).toISOString()}#${id}`;
const FAILED_KEY = /^[\dT:.-]{1,30}Z#[\w-]{1,100}$/;

/** How long ids of finished jobs cannot be queued again: longer than any schedule looks back. */
const LIFETIME_MS = 60 * DAY_MS;
const expiry = (now: number) => ttl(now + LIFETIME_MS);

const failureEntries = {
  ...v.omit(storedJob, ["networks"]).entries,
  failedAt: v.number(),
  /** Set for mail that is held back. */
  dueAt: v.optional(v.number()),
  failure: v.object({ subject: v.string(), reason: v.string() }),
};
const storedFailure = v.object(failureEntries);
const failures = createIndex("directory", failureEntries);

const WAITING = ["dueAt", "startedAt", "lastError"];

/** Removed from finished mail, so that no address or text is kept. */
const ENDED = [...WAITING, "mail", "networks"];
const ended = (id: string, outcome: Ended, now: number) => ({
  ...endedEntry(id, now),
  outcome,
  doneAt: now,
  expiresAt: expiry(now),
});

const isOurs = ({ attempt }: Claim) => when("attempts = :attempt AND attribute_exists(dueAt)", { attempt });

/** Absent until the rate limits first hold the mail up or admit it. */
const storedWaits = v.object({
  waits: v.optional(v.number(), 0),
  isAdmitted: v.optional(v.boolean(), false),
});

const failureAttributes = (id: string, failure: Failure, now: number) => ({
  failure,
  failedAt: now,
  directoryPk: FAILED,
  directorySk: failedKey(id, now),
});

/** The number of waiting mails read from each partition to measure their age. */
const SAMPLE = 250;
const scheduled = createIndex("schedule", {
  id: v.string(),
  scheduleSk: v.string(),
  startedAt: v.optional(v.number()),
});
type Scheduled = ReturnType<ReturnType<typeof scheduled.of>["read"]>;
const INSTANT = new Date(0).toISOString().length;

/** `startedAt` is absent in items of an earlier release. */
const waitsSince = ({ scheduleSk, startedAt }: Scheduled): number =>
  startedAt ?? Date.parse(scheduleSk.slice(0, INSTANT));

/** A task that an earlier release queued as mail. */
const formerTask = v.object({ id: v.string(), userId: v.number(), createdAt: v.number(), mail: storedWhat });

export function createOutboxStore(table: Table): OutboxStore {
  async function end(claim: Claim, set: Item, removed: string[], more: WriteInput[] = []) {
    const marked = { Update: assign(outboxKey(claim.job.id), set, isOurs(claim), removed) };
    await table.tryTransact([marked, ...more]);
  }

  /** The first mails of each partition of a lane: of all, or of those due before a key. */
  async function firstOf(lane: Lane, limit: number, before?: string): Promise<Scheduled[]> {
    const pages = queuesOf(lane).map((queue) => {
      const range = before === undefined ? scheduled.of(queue) : scheduled.before(queue, before);
      return table.page({ ...range, Limit: limit });
    });
    return (await Promise.all(pages)).flatMap(({ items }) => items);
  }

  return {
    add: (job) => succeeds(table.put(outboxItem(job), ABSENT)),

    async due(lane, now, limit) {
      const items = await firstOf(lane, limit, `${new Date(now).toISOString()}~`);
      return items
        .sort((a, b) => (a.scheduleSk < b.scheduleSk ? -1 : 1))
        .slice(0, limit)
        .map(({ id }) => id);
    },

    waiting: async (lane) => (await firstOf(lane, SAMPLE)).map(waitsSince),

    async claim(id, now, leaseEnd) {
      // Mail that was held back is not listed to administrators during an attempt.
      const leased =
        "SET dueAt = :dueAt, scheduleSk = :scheduleSk REMOVE failure, failedAt, directoryPk, directorySk ADD attempts :one";
      const values = { ...dueEntry(id, leaseEnd), one: 1 };
      const claim = change(outboxKey(id), leased, values, when("dueAt <= :now", { now }));
      const item = await unlessFailed(table.update(claim), () => undefined);
      if (!item) return undefined;
      const former = v.safeParse(formerTask, item);
      if (former.success) {
        const { mail: what, ...task } = former.output;
        await table.tryTransact([taskPut({ ...task, what }), remove(outboxKey(task.id))]);
        return undefined;
      }
      const { attempts: attempt, ...job } = v.parse(storedJob, item);
      return { job, attempt, ...v.parse(storedWaits, item) };
    },

    done: (claim, outcome, now) =>
      end(
        claim,
        ended(claim.job.id, outcome, now),
        ENDED,
        outcome === "gathered" ? [] : countDelivery(claim.job, outcome),
      ),

    postpone: (claim, dueAt, lastError) =>
      end(claim, { ...dueEntry(claim.job.id, dueAt), lastError, isAdmitted: true }, []),

    // Its age counts from the instant at which it may leave.
    wait: (claim, dueAt) =>
      end(claim, { ...dueEntry(claim.job.id, dueAt), startedAt: dueAt, waits: claim.waits + 1 }, []),

    async gather(claim, { job, dueAt }, most, now) {
      const done = {
        Update: assign(outboxKey(claim.job.id), ended(claim.job.id, "gathered", now), isOurs(claim), ENDED),
      };
      const key = outboxKey(job.id);
      const isQueued = "attempts = :none AND attribute_exists(dueAt)";
      const [line] = job.mail.lines;
      const listed = { line: [line], most, none: 0 };
      const withLine = "SET mail.#lines = list_append(mail.#lines, :line)";
      const hasRoom = when(`${isQueued} AND size(mail.#lines) < :most`);
      const counted = when(isQueued);
      for (const summary of [
        put(outboxItem(job, dueAt), ABSENT),
        { Update: change(key, withLine, listed, hasRoom) },
        { Update: change(key, "ADD mail.#more :one", { one: 1, none: 0 }, counted) },
      ])
        if (await table.tryTransact([summary, done])) return true;
      return false;
    },

    holdBack(claim, dueAt, failure, now) {
      const { id } = claim.job;
      const held = { ...dueEntry(id, dueAt), ...failureAttributes(id, failure, now), isAdmitted: true };
      return end(claim, held, ["lastError"]);
    },

    giveUp: (claim, failure, now) =>
      end(
        claim,
        { expiresAt: expiry(now), ...failureAttributes(claim.job.id, failure, now) },
        [...WAITING, "schedulePk", "scheduleSk"],
        countDelivery(claim.job, "failed"),
      ),

    async failed(cursor, limit) {
      if (cursor !== undefined && !FAILED_KEY.test(cursor)) return undefined;
      const list = cursor === undefined ? failures.of(FAILED) : failures.before(FAILED, cursor);
      const { items } = await table.page({ ...list, ScanIndexForward: false, Limit: limit + 1 });
      const page = items.slice(0, limit);
      const mails = page.map(({ id, mail, attempts, failedAt, failure, dueAt }) => ({
        id,
        to: mail.to,
        attempts,
        failedAt,
        ...failure,
        waiting: dueAt !== undefined,
      }));
      const last = page.at(-1);
      return { mails, cursor: last && items.length > limit ? failedKey(last.id, last.failedAt) : null };
    },

    async retry(id, now) {
      const item = await table.get(outboxKey(id));
      if (!item?.failure) return false;
      const { mail, dueAt } = v.parse(storedFailure, item);
      const isWaiting = dueAt !== undefined;
      const isUnchanged = when(
        `attribute_exists(failure) AND attribute_${isWaiting ? "" : "not_"}exists(dueAt)`,
      );
      const removed = ["failure", "failedAt", "expiresAt", "directoryPk", "directorySk"];
      const set = { ...waiting({ id, mail }, now), attempts: 0 };
      return table.tryTransact([
        { Update: assign(outboxKey(id), set, isUnchanged, removed) },
        ...(isWaiting ? [] : uncountFailure({ id, mail })),
      ]);
    },
  };
}
