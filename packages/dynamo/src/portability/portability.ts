import { bytesOf, PAGE_BYTES, withinBytes } from "@coffer/core/pages";
import type { LedgerItem } from "@coffer/core/portability/people";
import type { PortabilityStore } from "@coffer/core/stores";
import { inBatches } from "@coffer/domain/batches";
import type { Id } from "@coffer/domain/id";
import {
  kindBeyond,
  RESTORE_CEILINGS,
  RESTORED_KINDS,
  type RestoredKind,
} from "@coffer/domain/portability/restore-ceilings";
import { DAY_MS } from "@coffer/domain/time/day";
import { type Month, monthOfDay } from "@coffer/domain/time/month";
import * as v from "valibot";
import { voidingWrites } from "../budget/closings.ts";
import { PLAN_PREFIX } from "../budget/months.ts";
import { CATEGORY_PREFIX, isLive, readCategories } from "../category/resolve-category.ts";
import { CONTRIBUTION_PREFIX, GOAL_PREFIX, goalItems, milestoneItems, readHeldGoals } from "../goal/goals.ts";
import { ACCOUNT_PREFIX } from "../money-account/accounts.ts";
import { totalWrites } from "../review/review-items.ts";
import { SETTLEMENT_PREFIX } from "../share/households.ts";
import { SUBSCRIPTION_PREFIX } from "../subscription/subscriptions.ts";
import {
  type Item,
  isExpired,
  keyedBetween,
  ledgerKey,
  ledgerPartition,
  ttl,
  type WriteInput,
} from "../table/item.ts";
import { consume, noSpending, spend, withSpending } from "../table/spending.ts";
import type { Table } from "../table/table.ts";
import {
  AT_ONCE,
  both,
  type ConditionFailed,
  change,
  remove,
  stillIs,
  unlessFailed,
  when,
} from "../table/writes.ts";
import { TRANSACTION_PREFIX } from "../transaction/transactions.ts";
import { type Restored, restoredItems, SECTIONS, type Section } from "./portable-item.ts";

/** The approximate number of items in a part of an export. */
const PART = 500;
/** A ledger with any of these items, or a live category, is not empty. */
const CONTENT = [
  TRANSACTION_PREFIX,
  PLAN_PREFIX,
  GOAL_PREFIX,
  SUBSCRIPTION_PREFIX,
  SETTLEMENT_PREFIX,
  ACCOUNT_PREFIX,
];
/** Two writes of each transaction check that the restore is still the current one, and count rows that wait in review. */
const BATCH = AT_ONCE - 2;
/** How long a restore can be continued: the daily quota may spread it over several days. */
const GOES_ON_MS = 30 * DAY_MS;

const restoreKey = (ownerId: Id) => ledgerKey(ownerId, "RESTORE");

export function createPortabilityStore(table: Table): PortabilityStore {
  /** At most `limit` items of a prefix, after a key. */
  function pageOf(ownerId: Id, prefix: string, after: string, limit: number) {
    // "!" sorts after the key itself and before all longer keys; "~" sorts after all of them.
    const range = keyedBetween(ledgerPartition(ownerId), after === "" ? prefix : `${after}!`, `${prefix}~`);
    return table.page({ ...range, Limit: limit });
  }

  async function readSection(ownerId: Id, { prefix, isByMonth, most = PART }: Section, after: string) {
    const page = await pageOf(ownerId, prefix, after, most);
    if (!isByMonth || !page.next) return page;
    const monthOf = (item: Item | undefined) => String(item?.sk).slice(0, prefix.length + "yyyy-MM".length);
    const cut = monthOf(page.items.at(-1));
    const whole = page.items.filter((item) => monthOf(item) !== cut);
    return { ...page, items: whole.length > 0 ? whole : await table.list(ledgerPartition(ownerId), cut) };
  }

  async function readContext(ownerId: Id, read: readonly { section: Section; items: Item[] }[]) {
    const prefixes = new Set(read.map(({ section }) => section.prefix));
    const shown = read.filter(({ section }) => section.prefix === GOAL_PREFIX).flatMap(({ items }) => items);
    const milestones = (
      await Promise.all(shown.map(({ id }) => milestoneItems(table, ownerId, Number(id))))
    ).flat();
    const isOfGoals = prefixes.has(GOAL_PREFIX) || prefixes.has(CONTRIBUTION_PREFIX);
    const items = isOfGoals ? await goalItems(table, ownerId) : [];
    const categories = await readCategories(table, ownerId);
    const goals = await readHeldGoals(table, ownerId, items, categories);
    return { ownerId, milestones, goals: new Map(goals.map((goal) => [goal.id, goal])), categories };
  }

  async function isEmpty(ownerId: Id): Promise<boolean> {
    const [categories, ...pages] = await Promise.all([
      table.list(ledgerPartition(ownerId), CATEGORY_PREFIX),
      ...CONTENT.map((prefix) => pageOf(ownerId, prefix, "", 1)),
    ]);
    return !categories.some(isLive) && !pages.some(({ items }) => items.some(isLive));
  }

  const readPage: PortabilityStore["page"] = async (ownerId, position) => {
    const start = readPosition(position);
    if (!start) return undefined;
    let { index, after } = start;
    const read: { section: Section; items: Item[] }[] = [];
    let count = 0;
    let section = SECTIONS[index];
    let bytes = 0;
    while (section && count < PART && bytes < PAGE_BYTES) {
      const { items: all, next } = await readSection(ownerId, section, after);
      const items = section.isByMonth ? all : withinBytes(all, PAGE_BYTES - bytes);
      if (items.length > 0) read.push({ section, items });
      count += items.length;
      bytes += bytesOf(items);
      const isCut = next !== undefined || items.length < all.length;
      after = isCut ? String(items.at(-1)?.sk ?? after) : "";
      if (!isCut) index += 1;
      else if (section.most) bytes = PAGE_BYTES;
      section = SECTIONS[index];
    }
    const last = SECTIONS.at(-1);
    if (position === "" && last && section)
      read.unshift({ section: last, items: (await readSection(ownerId, last, "")).items });
    const context = await readContext(ownerId, read);
    const items = read.flatMap(({ section, items }) => section.portable(items, context));
    return { items, next: section ? writePosition(index, after) : null };
  };

  /** Adds the missing items of a group. */
  async function putGroup(ownerId: Id, batch: string, group: readonly Restored[]): Promise<PutOutcome> {
    if (group.length === 0) return "done";
    const waiting = group.flatMap(({ row = [] }) => row).map((after) => ({ before: null, after }));
    const writes = [
      countWrite(ownerId, batch, group),
      ...group.flatMap(({ writes }) => writes),
      ...totalWrites(ownerId, waiting),
    ];
    return unlessFailed(
      table.transact(writes).then((): PutOutcome => "done"),
      (failure): PutOutcome | Promise<PutOutcome> => {
        if (failure.index === 0 && failure.item?.batch !== batch) return "another batch";
        // Try again without existing items, which need no room.
        const rest = withoutFailed(group, failure);
        return rest.length < group.length
          ? putGroup(ownerId, batch, rest)
          : fullKind(group, failure.item ?? {});
      },
    );
  }

  return {
    page: readPage,

    async removeUnreadable(ownerId, position) {
      const spending = { ...noSpending(), unreadable: new Set<string>() };
      const page = await withSpending(spending, () => readPage(ownerId, position));
      spend("read", spending.read);
      consume("read", { CapacityUnits: spending.consumed.read });
      const keys = [...spending.unreadable].map((sk) => ledgerKey(ownerId, sk));
      for (const batch of inBatches(keys, AT_ONCE)) await table.transact(batch.map((key) => remove(key)));
      return page && { removed: keys.length, next: page.next };
    },

    async begin(ownerId, batch, now) {
      const running = await table.get(restoreKey(ownerId));
      if (running?.batch === batch && !isExpired(running, now)) return "continues";
      if (!(await isEmpty(ownerId))) return "not empty";
      await table.put({ ...restoreKey(ownerId), batch, expiresAt: ttl(now + GOES_ON_MS) });
      return "starts";
    },

    async missing(ownerId, items, now) {
      const restored = items.flatMap((item) => restoredItems(ownerId, item, now));
      const all = [...new Map(restored.map((one) => [one.sk, one])).values()];
      const [restore, ...found] = await table.getMany([
        restoreKey(ownerId),
        ...all.map(({ sk }) => ledgerKey(ownerId, sk)),
      ]);
      const missing = all.filter((_, index) => found[index] === undefined);
      return { count: missing.length, beyond: kindBeyond(missing, countIn(restore)) };
    },

    async put(ownerId, batch, items, now) {
      const restored = items.flatMap((item) => restoredItems(ownerId, item, now));
      const bySk = new Map(restored.map((one) => [one.sk, one]));
      for (const group of inGroups([...bySk.values()])) {
        const outcome = await putGroup(ownerId, batch, group);
        if (outcome !== "done") return outcome;
      }
      // Also for existing items, as an earlier attempt may have been interrupted here.
      const voiding = voidingWrites(ownerId, items.flatMap(monthsOf), now);
      if (voiding.length > 0) await table.transact(voiding);
      return "done";
    },
  };
}

type PutOutcome = Awaited<ReturnType<PortabilityStore["put"]>>;
const countIn = (restore: Item | undefined) => (kind: RestoredKind) => Number(restore?.[kind] ?? 0);
const countOf = (kind: RestoredKind, group: readonly Restored[]) =>
  group.filter((one) => one.kind === kind).length;

/** Checks that the restore is still the current one, and counts items of kinds that have a ceiling. */
function countWrite(ownerId: Id, batch: string, group: readonly Restored[]): WriteInput {
  const counts = RESTORED_KINDS.map((kind) => ({ kind, count: countOf(kind, group) })).filter(
    ({ count }) => count > 0,
  );
  const isOwn = stillIs("batch", batch);
  if (counts.length === 0) return { ConditionCheck: { Key: restoreKey(ownerId), ...isOwn } };
  const rooms = counts.map(({ kind, count }) =>
    when(`(attribute_not_exists(#${kind}) OR #${kind} <= :room${kind})`, {
      [`room${kind}`]: RESTORE_CEILINGS[kind] - count,
    }),
  );
  const added = Object.fromEntries(counts.map(({ kind, count }) => [kind, count]));
  const add = `ADD ${counts.map(({ kind }) => `#${kind} :${kind}`).join(", ")}`;
  return { Update: change(restoreKey(ownerId), add, added, rooms.reduce(both, isOwn)) };
}

const fullKind = (group: readonly Restored[], restore: Item): RestoredKind =>
  kindBeyond(group, countIn(restore)) ?? "category";

function monthsOf(item: LedgerItem): Month[] {
  if (item.kind === "transaction") return [monthOfDay(item.date)];
  return item.kind === "plan" || item.kind === "month" ? [item.month] : [];
}

const storedPosition = v.pipe(v.string(), v.regex(/^\d{1,2}\.[\w#-]{0,100}$/));

/** An export's position: the section, and the last key of it that was exported. */
const writePosition = (index: number, after: string): string =>
  Buffer.from(`${index}.${after}`).toString("base64url");

function readPosition(position: string): { index: number; after: string } | undefined {
  if (position === "") return { index: 0, after: "" };
  const parsed = v.safeParse(storedPosition, Buffer.from(position, "base64url").toString());
  if (!parsed.success) return undefined;
  const [number, after = ""] = parsed.output.split(".");
  const index = Number(number);
  const prefix = SECTIONS[index]?.prefix;
  return prefix !== undefined && (after === "" || after.startsWith(prefix)) ? { index, after } : undefined;
}

/** Groups of items that fit into a transaction; the writes of an item stay together. */
function inGroups(items: readonly Restored[]): Restored[][] {
  const groups: Restored[][] = [];
  let room = 0;
  for (const item of items) {
    const last = groups.at(-1);
    if (last && item.writes.length <= room) last.push(item);
    else {
      groups.push([item]);
      room = BATCH;
    }
    room -= item.writes.length;
  }
  return groups;
}

function withoutFailed(items: readonly Restored[], { failed }: ConditionFailed): Restored[] {
  let index = 1;
  return items.filter(({ writes }) => {
    const from = index;
    index += writes.length;
    return !failed.some((at) => at >= from && at < from + writes.length);
  });
}
