import { isSame } from "@coffer/domain/activity/activity";
import { type Explanation, explainBalance } from "@coffer/domain/budget/explain";
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
  type Stay,
  strangersIn,
} from "@coffer/domain/share/balance";
import type { settlement } from "@coffer/domain/share/definition";
import { FORMER_MEMBER } from "@coffer/domain/share/sharing";
import { type Day, FIRST_DAY, LAST_DAY } from "@coffer/domain/time/day";
import type { Month } from "@coffer/domain/time/month";
import type { Transaction } from "@coffer/domain/transaction/transaction";
import type { OpenLedger } from "../access.ts";
import type { Env } from "../env.ts";
import { createCommit } from "../ledger/commit.ts";
import { changeOf, type LedgerStore } from "../ledger/ledger.ts";
import { invalid, type Refusal } from "../refusal.ts";
import type { Stores } from "../stores.ts";
import { type HouseholdStores, participantsOf, staysOf } from "./households.ts";

/** So many rows are read at once, and so many in all, the newest: what came before them counts as settled. */
const PORTION = 2_000;
const MOST_ROWS = 40_000;

type MemberStores = Pick<HouseholdStores, "shares" | "users">;

type People = Pick<Transaction, "paidBy" | "shares">;
type Named = People & Pick<Transaction, "categoryId">;

/** Payer and shares, as they are stored with what is entered: as the category says where the person does not. */
export function createWhoPaid(stores: MemberStores & { ledger: Pick<LedgerStore, "read"> }) {
  /** Says what is wrong with people who are no members; the members are read where somebody is named at all. */
  async function strangersCheck(ownerId: Id, drafts: readonly People[]) {
    const isNamed = drafts.some(({ paidBy, shares }) => paidBy !== undefined || shares);
    const people = isNamed ? await participantsOf(stores, ownerId) : [];
    const members = people.filter(({ role }) => role === "member").map(({ user }) => user.id);
    return (draft: People): Refusal | null => {
      const path = strangersIn(draft, members);
      const message = path === "paidBy" ? "Only a member can have paid" : "Only members can share";
      return path && invalid(path, message);
    };
  }

  /** Refuses (invalid) people who are no members; who was named before may have left since. */
  async function refuseStrangers({ ownerId }: OpenLedger, draft: People, before: People = {}) {
    const named = {
      ...(draft.paidBy !== before.paidBy && { paidBy: draft.paidBy }),
      ...(!isSame(draft.shares, before.shares) && { shares: draft.shares }),
    };
    const refusal = (await strangersCheck(ownerId, [named]))(named);
    if (refusal) throw refusal;
  }

  return {
    refuseStrangers,
    strangersCheck,

    async withRule<T extends Named>(ledger: OpenLedger, rows: readonly T[]): Promise<T[]> {
      if (rows[0]) await refuseStrangers(ledger, rows[0]);
      if (rows.every(({ shares }) => shares !== undefined)) return [...rows];
      const named = [...new Set(rows.map(({ categoryId }) => categoryId))].map((id) => ({
        kind: "category" as const,
        ref: { id },
      }));
      const categories = await stores.ledger.read(ledger.ownerId, named);
      const rules = new Map(categories.map(({ ref, value }) => [ref.id, value?.shares]));
      return rows.map((row) => {
        const shares = row.shares === undefined ? rules.get(row.categoryId) : row.shares;
        return shares ? { ...row, shares } : row;
      });
    },
  };
}

type BalanceStores = HouseholdStores & Pick<Stores, "transactions" | "settlements">;

/** Every row that a ledger's balance is the sum of. */
export function createBalanceRows(stores: BalanceStores) {
  /** The newest of what is dated from a day on. */
  async function expensesSince(ownerId: Id, from: Day): Promise<Transaction[]> {
    const rows: Transaction[] = [];
    let after: Parameters<typeof stores.transactions.page>[1]["after"];
    do {
      const page = await stores.transactions.page(ownerId, { from, to: LAST_DAY, after }, PORTION);
      rows.push(...page.transactions.filter(({ type }) => type === "expense"));
      after = page.next;
    } while (after && rows.length < MOST_ROWS);
    return rows;
  }

  return async (ownerId: Id): Promise<BalanceRow[]> => {
    const [household, people] = await Promise.all([
      stores.households.get(ownerId),
      participantsOf(stores, ownerId),
    ]);
    const stays = staysOf(household, people);
    const second = secondSince(stays);
    // Nobody owes anything before there were two.
    if (second === undefined) return [];
    const [lines, settlements] = await Promise.all([
      expensesSince(ownerId, second),
      stores.settlements.list(ownerId),
    ]);
    return balanceRows(lines, settlements, stays, ownerId);
  };
}

/** Debts within a household, and everybody who was ever a member of it. */
export function createBalances(
  stores: BalanceStores & { ledger: LedgerStore },
  env: Pick<Env, "clock" | "ids">,
) {
  const { commit } = createCommit(stores, env);

  const rowsOf = createBalanceRows(stores);

  return {
    get: async ({ ownerId }: OpenLedger): Promise<Debt[]> => netted(await rowsOf(ownerId)),

    /** The rows of what `from` owes `to`, each one of the month and the sums of the others. */
    async explain({ ownerId }: OpenLedger, month: Month, between: Pair | undefined): Promise<Explanation> {
      const rows = await rowsOf(ownerId);
      const pair = between ?? netted(rows)[0];
      return explainBalance(month, pair ? rowsBetween(pair, rows) : []);
    },

    /** An amount above the debt is `credit`: owed back from then on. */
    async settle(ledger: OpenLedger, draft: DraftOf<typeof settlement>) {
      const { ownerId } = ledger;
      const decide = async () => {
        const [household, people] = await Promise.all([
          stores.households.get(ownerId),
          participantsOf(stores, ownerId),
        ]);
        const known = new Set(staysOf(household, people).map(({ id }) => id));
        const nameOf = async (path: "from" | "to") => {
          if (!known.has(draft[path])) throw invalid(path, "Only members can settle up");
          return ((await stores.users.get(draft[path])) ?? FORMER_MEMBER).firstName;
        };
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
      const others = (await rowsOf(ownerId)).filter(
        (row) => row.kind !== "settlement" || row.settlement.id !== settled.id,
      );
      return { ...settled, credit: beyondDebt(settled, netted(others)) };
    },
  };
}

/** From when on there were two; undefined where there never were. */
function secondSince(stays: readonly Stay[]): Day | undefined {
  const first = new Map<Id, Day>();
  for (const { id, since } of stays) {
    const day = since ?? FIRST_DAY;
    const known = first.get(id);
    if (known === undefined || day < known) first.set(id, day);
  }
  return [...first.values()].sort()[1];
}
