import { isSame } from "@coffer/domain/activity/activity";
import type { DraftOf } from "@coffer/domain/definition/kind";
import { type Id, instantOf } from "@coffer/domain/id";
import { balanceRows, type Debt, netted, type Person, strangersIn } from "@coffer/domain/share/balance";
import type { settlement } from "@coffer/domain/share/definition";
import { type Day, FIRST_DAY, LAST_DAY } from "@coffer/domain/time/day";
import { today } from "@coffer/domain/time/timezone";
import type { Transaction } from "@coffer/domain/transaction/transaction";
import type { OpenBudget } from "../access.ts";
import type { CategoryStore } from "../category/category-store.ts";
import type { Env } from "../env.ts";
import type { IdempotencyKey } from "../idempotency.ts";
import { createCommit } from "../ledger/commit.ts";
import { changeOf, type LedgerStore } from "../ledger/ledger.ts";
import { changedMeanwhile, invalid } from "../refusal.ts";
import type { TransactionStore } from "../transaction/transaction-store.ts";
import { type HouseholdStores, participantsOf } from "./households.ts";
import type { SettlementStore } from "./settlement-store.ts";

/** So many rows are read at once, and so many in all, the newest: what came before them counts as settled. */
const PORTION = 2_000;
const MOST_ROWS = 40_000;

type MemberStores = Pick<HouseholdStores, "shares" | "users">;

/** Those who share a household, each since the day on which they were invited. */
async function membersOf(stores: MemberStores, ownerId: Id) {
  const people = await participantsOf(stores, ownerId);
  return people
    .filter(({ role }) => role === "member")
    .map(({ user, share }) => ({
      user,
      since: share && today(instantOf(share.id), user.timeZone),
    }));
}

type People = Pick<Transaction, "paidBy" | "shares">;
type Named = People & Pick<Transaction, "categoryId">;

/** Who paid and for whom, as it is stored with what is entered: as the category says where the person does not. */
export function createWhoPaid(stores: MemberStores & { categories: Pick<CategoryStore, "list"> }) {
  /** Refuses (invalid) people who are no members; who was named before may have left since. */
  async function refuseStrangers({ ownerId }: OpenBudget, draft: People, before: People = {}) {
    const named = {
      ...(draft.paidBy !== before.paidBy && { paidBy: draft.paidBy }),
      ...(!isSame(draft.shares, before.shares) && { shares: draft.shares }),
    };
    if (named.paidBy === undefined && !named.shares) return;
    const members = await membersOf(stores, ownerId);
    const path = strangersIn(
      named,
      members.map(({ user }) => user.id),
    );
    if (path)
      throw invalid(path, path === "paidBy" ? "Only a member can have paid" : "Only members can share");
  }

  return {
    refuseStrangers,

    async withRule<T extends Named>(budget: OpenBudget, rows: readonly T[]): Promise<T[]> {
      if (rows[0]) await refuseStrangers(budget, rows[0]);
      if (rows.every(({ shares }) => shares !== undefined)) return [...rows];
      const categories = await stores.categories.list(budget.ownerId);
      const rules = new Map(categories.map(({ id, shares }) => [id, shares]));
      return rows.map((row) => {
        const shares = row.shares === undefined ? rules.get(row.categoryId) : row.shares;
        return shares ? { ...row, shares } : row;
      });
    },
  };
}

/** Who owes whom in a household. */
export function createBalances(
  stores: MemberStores & {
    ledger: LedgerStore;
    transactions: TransactionStore;
    settlements: SettlementStore;
  },
  env: Pick<Env, "clock" | "ids">,
) {
  const { commit } = createCommit(stores, env);

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

  return {
    async get({ ownerId }: OpenBudget): Promise<Debt[]> {
      const members = await membersOf(stores, ownerId);
      const people = members.map(({ user: { id }, since }): Person => ({ id, since, until: null }));
      // Nobody owes anything before there were two.
      const [, second] = people.map(({ since }) => since ?? FIRST_DAY).sort();
      if (second === undefined) return [];
      const [lines, settlements] = await Promise.all([
        expensesSince(ownerId, second),
        stores.settlements.list(ownerId),
      ]);
      const ids = new Set(people.map(({ id }) => id));
      const between = settlements.filter(({ from, to }) => ids.has(from) && ids.has(to));
      return netted(balanceRows(lines, between, people));
    },

    /** What is paid above the debt is owed back from then on. */
    async settle(budget: OpenBudget, draft: DraftOf<typeof settlement>, key?: IdempotencyKey) {
      const decide = async () => {
        const members = await membersOf(stores, budget.ownerId);
        const nameOf = (path: "from" | "to") => {
          const member = members.find(({ user }) => user.id === draft[path]);
          if (!member) throw invalid(path, "Only members can settle up");
          return member.user.firstName;
        };
        const after = { ...draft, id: env.ids() };
        return {
          entityId: after.id,
          label: `from ${nameOf("from")} to ${nameOf("to")}`,
          before: null,
          after,
          changes: [changeOf("settlement", null, after)],
        };
      };
      return commit(budget, "settlement", decide, { changed: () => changedMeanwhile("The balance"), key });
    },
  };
}
