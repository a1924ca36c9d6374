import type { Lane } from "@coffer/core/mail/email-kinds";
import type { Claim, OutboxStore } from "@coffer/core/mail/outbox";
import * as v from "valibot";
import { countDelivery, uncountFailure } from "../campaign/campaign-counts.ts";
import { ABSENT, assign, succeeds, unlessFailed } from "../table/conditions.ts";
import { type Item, inDirectory, inSchedule, type WriteInput } from "../table/item.ts";
import type { Table } from "../table/table.ts";
import { storedWhat, taskPut } from "../task/tasks.ts";
import {
  dueAgain,
  expiry,
  FAILED,
  FAILED_KEY,
  failedKey,
  failureAttributes,
  outboxItem,
  outboxKey,
  queuesOf,
  storedFailure,
  storedJob,
  WAITING,
  waiting,
} from "./outbox-item.ts";

/** Waiting mail of each partition that its age is measured of. */
const SAMPLE = 250;
const storedWaiting = v.object({ scheduleSk: v.string(), startedAt: v.optional(v.number()) });
const INSTANT = new Date(0).toISOString().length;

function waitingFrom(item: Item): { dueAt: number; since: number } {
  const { scheduleSk, startedAt } = v.parse(storedWaiting, item);
  const dueAt = Date.parse(scheduleSk.slice(0, INSTANT));
  // The release before did not write it.
  return { dueAt, since: startedAt ?? dueAt };
}

/** A task that the release before queued as mail. */
const formerTask = v.object({ id: v.string(), userId: v.number(), createdAt: v.number(), mail: storedWhat });

export function createOutboxStore(table: Table): OutboxStore {
  /** Ends the claim, unless another worker has taken the job over. */
  async function end({ job, attempt }: Claim, set: Item, remove: string[], more: WriteInput[] = []) {
    const isOurs = {
      ConditionExpression: "attempts = :attempt AND attribute_exists(dueAt)",
      ExpressionAttributeValues: { ":attempt": attempt },
    };
    const change = { Update: { Key: outboxKey(job.id), ...assign(set, isOurs, remove) } };
    await table.tryTransact([change, ...more]);
  }

  async function moveToTasks({ mail: what, ...job }: v.InferOutput<typeof formerTask>): Promise<void> {
    await table.tryTransact([taskPut({ ...job, what }), { Delete: { Key: outboxKey(job.id) } }]);
  }

  /** Mail due in each partition of a lane, at most `limit` each, the longest due first. */
  async function dueIn(lane: Lane, now: number, limit: number) {
    const shards = queuesOf(lane).map((queue) =>
      // "~" sorts after the "#" that precedes the id.
      table.page({
        ...inSchedule(queue, `${new Date(now).toISOString()}~`),
        Limit: limit,
      }),
    );
    const items = (await Promise.all(shards)).flatMap((page) => page.items);
    return items
      .map((item) => v.parse(v.object({ id: v.string(), scheduleSk: v.string() }), item))
      .sort((a, b) => (a.scheduleSk < b.scheduleSk ? -1 : 1));
  }

  return {
    add: (job) => succeeds(() => table.put(outboxItem(job), ABSENT)),

    async due(lane, now, limit) {
      return (await dueIn(lane, now, limit)).slice(0, limit).map(({ id }) => id);
    },

    async waiting(lane) {
      const shards = queuesOf(lane).map((queue) => table.page({ ...inSchedule(queue), Limit: SAMPLE }));
      const items = (await Promise.all(shards)).flatMap((page) => page.items.map(waitingFrom));
      const since = items.reduce<number | null>(
        (oldest, one) => Math.min(oldest ?? one.since, one.since),
        null,
      );
      return { since, postponed: items.filter(({ dueAt, since }) => dueAt > since).length };
    },

    async claim(id, now, leaseEnd) {
      const { dueAt, scheduleSk } = dueAgain(id, leaseEnd);
      const claim = {
        Key: outboxKey(id),
        // Held-back mail leaves the administrators' list while somebody tries it.
        UpdateExpression:
          "SET dueAt = :dueAt, scheduleSk = :sk REMOVE failure, failedAt, directoryPk, directorySk ADD attempts :one",
        ConditionExpression: "dueAt <= :now",
        ExpressionAttributeValues: { ":now": now, ":dueAt": dueAt, ":sk": scheduleSk, ":one": 1 },
      };
      const item = await unlessFailed(
        () => table.update(claim),
        () => undefined,
      );
      if (!item) return undefined;
      const former = v.safeParse(formerTask, item);
      if (former.success) {
        await moveToTasks(former.output);
        return undefined;
      }
      const { attempts: attempt, ...job } = v.parse(storedJob, item);
      return { job, attempt };
    },

    done: (claim, outcome, now) =>
      end(
        claim,
        { outcome, doneAt: now, expiresAt: expiry(now) },
        [...WAITING, "mail"],
        countDelivery(claim.job, outcome),
      ),

    postpone: (claim, dueAt, lastError) => end(claim, { ...dueAgain(claim.job.id, dueAt), lastError }, []),

    holdBack: (claim, dueAt, failure, now) =>
      end(claim, { ...dueAgain(claim.job.id, dueAt), ...failureAttributes(claim.job.id, failure, now) }, [
        "lastError",
      ]),

    giveUp: (claim, failure, now) =>
      end(
        claim,
        { expiresAt: expiry(now), ...failureAttributes(claim.job.id, failure, now) },
        WAITING,
        countDelivery(claim.job, "failed"),
      ),

    async failed(cursor, limit) {
      if (cursor !== undefined && !FAILED_KEY.test(cursor)) return undefined;
      const { items } = await table.page({
        ...inDirectory(FAILED, cursor),
        ScanIndexForward: false,
        Limit: limit + 1,
      });
      const failures = items.slice(0, limit).map((item) => v.parse(storedFailure, item));
      const mails = failures.map(({ id, mail, attempts, failedAt, failure, dueAt }) => ({
        id,
        to: mail.to,
        attempts,
        failedAt,
        ...failure,
        waiting: dueAt !== undefined,
      }));
      const last = failures.at(-1);
      return { mails, cursor: last && items.length > limit ? failedKey(last.id, last.failedAt) : null };
    },

    async retry(id, now) {
      const item = await table.get(outboxKey(id));
      if (!item?.failure) return false;
      const { mail, dueAt } = v.parse(storedFailure, item);
      const isWaiting = dueAt !== undefined;
      const isUnchanged = {
        ConditionExpression: `attribute_exists(failure) AND attribute_${isWaiting ? "" : "not_"}exists(dueAt)`,
      };
      const remove = ["failure", "failedAt", "expiresAt", "directoryPk", "directorySk"];
      const set = assign({ ...waiting({ id, mail }, now), attempts: 0 }, isUnchanged, remove);
      const again = { Update: { Key: outboxKey(id), ...set } };
      return table.tryTransact([again, ...(isWaiting ? [] : uncountFailure({ id, mail }))]);
    },
  };
}
