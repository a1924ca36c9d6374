import { isSame } from "@coffer/domain/activity/activity";
import { inBatches } from "@coffer/domain/batches";
import { type Explanation, explainBalance } from "@coffer/domain/budget/explain";
import { MOST_SETTLEMENTS } from "@coffer/domain/ceilings";
import type { DraftOf } from "@coffer/domain/definition/kind";
import type { Id } from "@coffer/domain/id";
import {
  type BalanceRow,
  balanceRows,
  beyondDebt,
  type Debt,
  netted,
  type Pair,
  rowsBetween,
  type Settlement,
  type Stay,
  strangersIn,
  withPurchases,
} from "@coffer/domain/share/balance";
import type { settlement } from "@coffer/domain/share/definition";
import { FORMER_MEMBER } from "@coffer/domain/share/sharing";
import type { Steps } from "@coffer/domain/steps";
import { type Day, FIRST_DAY, LAST_DAY } from "@coffer/domain/time/day";
import type { Month } from "@coffer/domain/time/month";
import type { Transaction } from "@coffer/domain/transaction/transaction";
import type { OpenLedger } from "../access.ts";
import type { Env } from "../env.ts";
import { inSteps } from "../in-steps.ts";
import { createCommit } from "../ledger/commit.ts";
import { changeOf, type LedgerStore } from "../ledger/ledger.ts";
import { invalid, Refusal } from "../refusal.ts";
import type { ListPlace, Stores } from "../stores.ts";
import { type HouseholdStores, isMember, membersAmong, participantsOf, readStays } from "./households.ts";

/** So many rows are read at once, and so many in all, the newest. */
const PORTION = 2_000;
const MOST_ROWS = 40_000;

type MemberStores = Pick<HouseholdStores, "shares" | "users">;

type People = Pick<Transaction, "paidBy" | "shares">;

/** Judges the people of drafts, who have to be members; these are read where anybody is named at all. */
export async function strangersCheck(stores: MemberStores, ownerId: Id, drafts: readonly People[]) {
  const isNamed = drafts.some(({ paidBy, shares }) => paidBy !== undefined || shares);
  const people = isNamed ? await participantsOf(stores, ownerId) : [];
  return refusalOfStrangers(people.filter(isMember).map(({ user }) => user.id));
}

const refusalOfStrangers =
  (members: readonly Id[]) =>
  (draft: People): Refusal | null => {
    const path = strangersIn(draft, members);
    const message = path === "paidBy" ? "Only a member can have paid" : "Only members can share";
    return path && invalid(path, message);
  };

/** Refuses (invalid) people who are no members; who was named before may have left since. */
export async function refuseStrangers(
  stores: MemberStores,
  { ownerId }: OpenLedger,
  draft: People,
  before: People = {},
): Promise<void> {
  const named = {
    ...(draft.paidBy !== before.paidBy && { paidBy: draft.paidBy }),
    ...(!isSame(draft.shares, before.shares) && { shares: draft.shares }),
  };
  const ids = [named.paidBy ?? [], (named.shares ?? []).map(({ userId }) => userId)].flat();
  if (ids.length === 0) return;
  const refusal = refusalOfStrangers(await membersAmong(stores, ownerId, [...new Set(ids)]))(named);
  if (refusal) throw refusal;
}

/** New rows, shared by their categories' rules unless they say otherwise. */
export async function withRule<T extends People & Pick<Transaction, "categoryId">>(
  stores: MemberStores & { ledger: Pick<LedgerStore, "read"> },
  ledger: OpenLedger,
  rows: readonly T[],
): Promise<T[]> {
  const open = rows.filter(({ shares }) => shares === undefined);
  const ids = new Set(open.map(({ categoryId }) => categoryId));
  const named = [...ids].map((id) => ({ kind: "category" as const, ref: { id } }));
  const [categories] = await Promise.all([
    named.length > 0 ? stores.ledger.read(ledger.ownerId, named) : [],
    rows[0] && refuseStrangers(stores, ledger, rows[0]),
  ]);
  const rules = new Map(categories.map(({ ref, value }) => [ref.id, value?.shares]));
  return rows.map((row) => {
    const shares = row.shares === undefined ? rules.get(row.categoryId) : row.shares;
    return shares ? { ...row, shares } : row;
  });
}

export type BalanceStores = HouseholdStores & Pick<Stores, "transactions" | "settlements">;

/** The newest of the rows; `cutAt` is the last day that is not read whole, undefined if all are read. */
async function expensesSince({ transactions }: BalanceStores, ownerId: Id, from: Day, most: number) {
  const rows: Transaction[] = [];
  let read = 0;
  let after: ListPlace | undefined;
  let oldest: Day | undefined;
  do {
    const page = await transactions.page(ownerId, { from, to: LAST_DAY, after }, Math.min(PORTION, most));
    rows.push(...page.transactions.filter(({ type }) => type === "expense"));
    read += page.transactions.length;
    oldest = page.transactions.at(-1)?.date ?? oldest;
    after = page.next;
  } while (after && read < most);
  return { rows, cutAt: after && oldest };
}

/** The numbers of purchases and of settlements that are divided among the members in one step; a settlement has two lines. */
const LINES_A_STEP = 200;
const SETTLEMENTS_A_STEP = 1_000;

type BalanceFacts = { lines: Transaction[]; settlements: Settlement[]; stays: Stay[] };

/** Purchases and settlements older than the newest `mostRows` count as settled, both until the same day. */
async function readBalance(stores: BalanceStores, ownerId: Id, mostRows = MOST_ROWS): Promise<BalanceFacts> {
  const stays = await readStays(stores, ownerId);
  const second = secondSince(stays);
  // Nobody owes anything before there were two.
  if (second === undefined) return { lines: [], settlements: [], stays };
  const [{ rows, cutAt = "" }, settlements] = await Promise.all([
    expensesSince(stores, ownerId, second, mostRows),
    stores.settlements.list(ownerId),
  ]);
  const isWhole = ({ date }: { date: Day }) => date > cutAt;
  const lines = await inSteps(withPurchases(rows.filter(isWhole)));
  return { lines, settlements: settlements.filter(isWhole), stays };
}

/** A purchase has a row for each of its sharers; callers add the rows up or pick some, as they are produced. */
function* foldRows<T>(
  { lines, settlements, stays }: BalanceFacts,
  ownerId: Id,
  start: T,
  add: (soFar: T, rows: BalanceRow[]) => T,
): Steps<T> {
  let folded = start;
  for (const some of inBatches(lines, LINES_A_STEP)) {
    folded = add(folded, balanceRows(some, [], stays, ownerId));
    yield;
  }
  for (const some of inBatches(settlements, SETTLEMENTS_A_STEP)) {
    folded = add(folded, balanceRows([], some, stays, ownerId));
    yield;
  }
  return folded;
}

const debtsIn = (facts: BalanceFacts, ownerId: Id, pick = (rows: BalanceRow[]) => rows): Promise<Debt[]> =>
  inSteps(foldRows<Debt[]>(facts, ownerId, [], (debts, rows) => netted([...debts, ...pick(rows)])));

export const readDebts = async (stores: BalanceStores, ownerId: Id, mostRows?: number): Promise<Debt[]> =>
  debtsIn(await readBalance(stores, ownerId, mostRows), ownerId);

export function createBalances(
  stores: BalanceStores & { ledger: LedgerStore },
  env: Pick<Env, "clock" | "ids">,
) {
  const { commit } = createCommit(stores, env);

  return {
    get: ({ ownerId }: OpenLedger): Promise<Debt[]> => readDebts(stores, ownerId),

    /** The rows of what `from` owes `to`, each one of the month and the sums of the others. */
    async explain({ ownerId }: OpenLedger, month: Month, between: Pair | undefined): Promise<Explanation> {
      const facts = await readBalance(stores, ownerId);
      const pair = between ?? (await debtsIn(facts, ownerId))[0];
      if (!pair) return explainBalance(month, []);
      const pick = (soFar: BalanceRow[], rows: BalanceRow[]) => [...soFar, ...rowsBetween(pair, rows)];
      return explainBalance(month, await inSteps(foldRows<BalanceRow[]>(facts, ownerId, [], pick)));
    },

    /** An amount above the debt is `credit`: owed back from then on. */
    async settle(ledger: OpenLedger, draft: DraftOf<typeof settlement>) {
      const { ownerId } = ledger;
      const decide = async () => {
        const known = new Set((await readStays(stores, ownerId)).map(({ id }) => id));
        const nameOf = async (path: "from" | "to") => {
          if (!known.has(draft[path])) throw invalid(path, "Only members can settle up");
          return ((await stores.users.get(draft[path])) ?? FORMER_MEMBER).firstName;
        };
        if ((await stores.settlements.list(ownerId)).length >= MOST_SETTLEMENTS) throw tooManySettlements();
        const after = { ...draft, id: env.ids() };
        return {
          entityId: after.id,
          label: `from ${await nameOf("from")} to ${await nameOf("to")}`,
          before: null,
          after,
          changes: [changeOf("settlement", null, after)],
        };
      };
      const settled = await commit(ledger, "settlement", decide);
      const facts = await readBalance(stores, ownerId);
      const settlements = facts.settlements.filter(({ id }) => id !== settled.id);
      const debts = await debtsIn({ ...facts, settlements }, ownerId, (rows) => rowsBetween(settled, rows));
      return { ...settled, credit: beyondDebt(settled, debts) };
    },
  };
}

const tooManySettlements = () =>
  new Refusal("conflict", `A budget holds at most ${MOST_SETTLEMENTS.toLocaleString("en-US")} settlements.`);

/** From when on there were two; undefined if there never were. */
function secondSince(stays: readonly Stay[]): Day | undefined {
  const byPerson = Map.groupBy(stays, ({ id }) => id).values();
  const arrivals = Array.from(byPerson, (own) => own.map(({ since }) => since ?? FIRST_DAY).sort()[0]);
  return arrivals.sort()[1];
}
