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
  nonMemberIn,
  type Pair,
  rowsBetween,
  type Settlement,
  type Stay,
  withPurchases,
} from "@coffer/domain/share/balance";
import type { settlement } from "@coffer/domain/share/definition";
import { FORMER_MEMBER } from "@coffer/domain/share/sharing";
import type { Steps } from "@coffer/domain/steps";
import { addDays, type Day, FIRST_DAY, LAST_DAY } from "@coffer/domain/time/day";
import type { Month } from "@coffer/domain/time/month";
import type { Transaction } from "@coffer/domain/transaction/transaction";
import type { OpenLedger } from "../access.ts";
import type { Env } from "../env.ts";
import { inSteps } from "../in-steps.ts";
import { createCommit } from "../ledger/commit.ts";
import { changeOf, type LedgerStore, named } from "../ledger/ledger.ts";
import { invalid, Refusal } from "../refusal.ts";
import type { ListCursor, Stores } from "../stores.ts";
import { type HouseholdStores, isMember, membersAmong, participantsOf, readStays } from "./households.ts";

const ROWS_A_READ = 2_000;
/** The newest rows, which a balance is computed from. */
const MOST_ROWS = 40_000;
/** The rows before the second member joined among which the purchase of a later refund is looked for. */
const EARLIER_ROWS = 500;

type MemberStores = Pick<HouseholdStores, "shares" | "users">;

type People = Pick<Transaction, "paidBy" | "shares">;

/** Returns a check that the people in a draft are members. Reads the members only if one of the drafts names somebody. */
export async function strangersCheck(stores: MemberStores, ownerId: Id, drafts: readonly People[]) {
  const isNamed = drafts.some(({ paidBy, shares }) => paidBy !== undefined || shares);
  const people = isNamed ? await participantsOf(stores, ownerId) : [];
  return refusalOfStrangers(people.filter(isMember).map(({ user }) => user.id));
}

const refusalOfStrangers =
  (members: readonly Id[]) =>
  (draft: People): Refusal | null => {
    const path = nonMemberIn(draft, members);
    const message = path === "paidBy" ? "Only a member can have paid" : "Only members can share";
    return path && invalid(path, message);
  };

/** Refuses (invalid) people who are not members, except those in `before`, who may have left since. */
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

/** Gives new rows the shares of their categories, unless they have their own. */
export async function withCategoryShares<T extends People & Pick<Transaction, "categoryId">>(
  stores: MemberStores & { ledger: Pick<LedgerStore, "read"> },
  ledger: OpenLedger,
  rows: readonly T[],
): Promise<T[]> {
  const open = rows.filter(({ shares }) => shares === undefined);
  const ids = [...new Set(open.map(({ categoryId }) => categoryId))];
  const [categories] = await Promise.all([
    ids.length > 0 ? stores.ledger.read(ledger.ownerId, named("category", ids)) : [],
    rows[0] && refuseStrangers(stores, ledger, rows[0]),
  ]);
  const sharesOf = new Map(categories.map(({ ref, value }) => [ref.id, value?.shares]));
  return rows.map((row) => {
    const shares = row.shares === undefined ? sharesOf.get(row.categoryId) : row.shares;
    return shares ? { ...row, shares } : row;
  });
}

export type BalanceStores = HouseholdStores & Pick<Stores, "transactions" | "settlements">;

/** The newest `most` rows, without income; `cutAt` is the latest day of which rows are missing, undefined for none. */
async function expensesSince({ transactions }: BalanceStores, ownerId: Id, from: Day, most: number) {
  const rows: Transaction[] = [];
  let read = 0;
  let after: ListCursor | undefined;
  let oldest: Day | undefined;
  do {
    const page = await transactions.page(ownerId, { from, to: LAST_DAY, after }, Math.min(ROWS_A_READ, most));
    rows.push(...page.transactions.filter(({ type }) => type === "expense"));
    read += page.transactions.length;
    oldest = page.transactions.at(-1)?.date ?? oldest;
    after = page.next;
  } while (after && read < most);
  return { rows, cutAt: after && oldest };
}

/** Purchases and settlements that are divided among the members in one step. */
const LINES_A_STEP = 200;
const SETTLEMENTS_A_STEP = 1_000;

type BalanceFacts = { lines: Transaction[]; settlements: Settlement[]; stays: Stay[] };

/** Whatever is older than the newest `mostRows` rows counts as settled: purchases and settlements until the same day. */
async function readBalance(stores: BalanceStores, ownerId: Id, mostRows = MOST_ROWS): Promise<BalanceFacts> {
  const stays = await readStays(stores, ownerId);
  const second = secondSince(stays);
  // Nobody owes anything before there is a second member.
  if (second === undefined) return { lines: [], settlements: [], stays };
  const [{ rows, cutAt = "" }, settlements] = await Promise.all([
    expensesSince(stores, ownerId, second, mostRows),
    stores.settlements.list(ownerId),
  ]);
  const isWhole = ({ date }: { date: Day }) => date > cutAt;
  const whole = rows.filter(isWhole);
  const known = await inSteps(withPurchases(whole));
  const isOfEarlier = !cutAt && known.some(({ refund, boughtOn }) => refund && !boughtOn);
  const earlier = isOfEarlier ? await expensesBefore(stores, ownerId, second) : [];
  const lines = earlier.length > 0 ? await inSteps(withPurchases([...earlier, ...whole])) : known;
  return { lines, settlements: settlements.filter(isWhole), stays };
}

/** The newest purchases before `day`. Nobody owes anything for them, nor for their refunds. */
async function expensesBefore({ transactions }: BalanceStores, ownerId: Id, day: Day) {
  const before = { from: FIRST_DAY, to: addDays(day, -1), after: undefined };
  const page = await transactions.page(ownerId, before, EARLIER_ROWS);
  return page.transactions.filter(({ type }) => type === "expense");
}

/** Folds the rows in steps. A purchase has a row for each of its sharers, so there are too many to keep them all. */
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

    /** Explains what `from` owes `to`: the rows of the month, and the sums of other months. */
    async explain({ ownerId }: OpenLedger, month: Month, between: Pair | undefined): Promise<Explanation> {
      const facts = await readBalance(stores, ownerId);
      const pair = between ?? (await debtsIn(facts, ownerId))[0];
      if (!pair) return explainBalance(month, []);
      const pick = (soFar: BalanceRow[], rows: BalanceRow[]) => [...soFar, ...rowsBetween(pair, rows)];
      return explainBalance(month, await inSteps(foldRows<BalanceRow[]>(facts, ownerId, [], pick)));
    },

    /** `credit` is the part of the amount that exceeds the debt, and is owed back from then on. */
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

/** The day on which the second member joined; undefined if there was only ever one. */
function secondSince(stays: readonly Stay[]): Day | undefined {
  const byPerson = Map.groupBy(stays, ({ id }) => id).values();
  const arrivals = Array.from(byPerson, (own) => own.map(({ since }) => since ?? FIRST_DAY).sort()[0]);
  return arrivals.sort()[1];
}
