import type { DraftOf } from "@coffer/domain/definition/kind";
import type { Id } from "@coffer/domain/id";
import { type Cents, minus } from "@coffer/domain/money/money";
import { type Account, withoutPoint, withPoint } from "@coffer/domain/money-account/account";
import {
  type Agreement,
  agreementsOf,
  movementOf,
  withExplained,
} from "@coffer/domain/money-account/agreement";
import { type account, MAX_POINTS } from "@coffer/domain/money-account/definition";
import { printOf } from "@coffer/domain/review/review";
import { addDays, type Day, daysBetween } from "@coffer/domain/time/day";
import { signedAmount } from "@coffer/domain/transaction/transaction";
import type { OpenLedger } from "../access.ts";
import type { Versioned } from "../activity/recording.ts";
import type { Env } from "../env.ts";
import { createCeilings } from "../ledger/ceilings.ts";
import { changing, createCommit, readThing, refuseUnseen } from "../ledger/commit.ts";
import { changeOf, type Things } from "../ledger/ledger.ts";
import { found, invalid, Refusal } from "../refusal.ts";
import type { Stores } from "../stores.ts";

type Range = { from: Day; to: Day };
const QUARTER_DAYS = 92;
const MOST_DAYS = 400;

type AccountDraft = DraftOf<typeof account>;

/** The accounts that hold a household's money, with their balances. */
export function createMoneyAccounts(
  stores: Pick<Stores, "imports" | "ledger" | "moneyAccounts">,
  env: Pick<Env, "clock" | "ids">,
) {
  const { commit } = createCommit(stores, env);
  const takeRoom = createCeilings(stores);
  const read = ({ ownerId }: OpenLedger, id: Id) => readThing(stores, ownerId, "account", { id });

  /** Refuses (invalid) the name that another account has in files: an imported row would belong to both. */
  async function refuseSameInFile({ ownerId }: OpenLedger, draft: AccountDraft, id?: Id): Promise<void> {
    const { accountInFile } = draft;
    if (!accountInFile) return;
    const others = (await stores.moneyAccounts.list(ownerId)).filter((one) => one.id !== id);
    const same = others.find((one) => one.accountInFile === accountInFile);
    if (same) throw invalid("accountInFile", `${same.name} already has this name in files`);
  }

  async function agreements({ ownerId }: OpenLedger, account: Account, range: Range): Promise<Agreement[]> {
    const { accountInFile } = account;
    const points = account.points.filter(({ date }) => date >= range.from && date <= range.to);
    const [first, last] = [points[0], points.at(-1)];
    if (!accountInFile || !first || !last || first === last) return [];
    const { transactions, aside, leftOut } = await stores.imports.known(
      ownerId,
      daysFrom(first.date, last.date),
      "",
    );
    // The lines of a split purchase come from one row.
    const whole = [...new Map(transactions.map((one) => [one.paymentId ?? one.id, one])).values()];
    const prints = [...whole.flatMap(({ imported }) => imported ?? []), ...aside.map(printOf), ...leftOut];
    const own = prints.filter((print) => print.account === accountInFile);
    const others = whole
      .filter(({ imported }) => !imported)
      .map((one) => ({ date: one.date, amount: signedAmount(one) }));
    return agreementsOf(
      { ...account, points },
      own.flatMap((print) => movementOf(print) ?? []),
      others,
    );
  }

  /** Commits a change of the balance on a day; null deletes it. Returns the account after it. */
  async function changePoint(ledger: OpenLedger, id: Id, date: Day, amount: Cents | null): Promise<Account> {
    let changed: Account | undefined;
    await commit(ledger, "point", async () => {
      const { value, version } = await read(ledger, id);
      const known = value.points.find((point) => point.date === date);
      const before = known ? { ...known, accountId: id } : null;
      const after = amount === null ? null : { accountId: id, date, amount };
      if (amount === null) found(known, "Balance");
      else if (!known && value.points.length >= MAX_POINTS) throw tooManyPoints();
      else if (value.kind === "loan" && amount > 0)
        throw invalid("amount", "What is owed on a loan is below zero: enter it with a minus");
      const points =
        after === null
          ? withoutPoint(value.points, date)
          : withPoint(value.points, { date, amount: after.amount });
      changed = { ...value, points };
      const changes = [changeOf("point", { value: before, version }, after)];
      return { entityId: id, label: value.name, before, after, changes };
    });
    return changed ?? (await read(ledger, id)).value;
  }

  return {
    list: ({ ownerId }: OpenLedger): Promise<Account[]> => stores.moneyAccounts.list(ownerId),

    async add(ledger: OpenLedger, draft: AccountDraft): Promise<Account> {
      const after: Account = { ...draft, id: env.ids(), points: [] };
      const decide = async () => {
        await refuseSameInFile(ledger, draft);
        const serial = await takeRoom(ledger.ownerId, "account");
        return { ...changing("account", null, after), after: withoutPoints(after), serial };
      };
      return { points: [], ...(await commit(ledger, "account", decide)) };
    },

    async update(ledger: OpenLedger, id: Id, draft: AccountDraft): Promise<Account> {
      let points: Account["points"] = [];
      const decide = async () => {
        const before = await read(ledger, id);
        ({ points } = before.value);
        refuseUnseen(ledger.seen, { kind: "account", value: before.value });
        await refuseSameInFile(ledger, draft, id);
        return editing(before, { ...before.value, ...draft });
      };
      const after = await commit(ledger, "account", decide);
      return { ...after, points };
    },

    /** Deletes an account with its points. */
    async remove(ledger: OpenLedger, id: Id): Promise<void> {
      await commit(ledger, "account", async () => changing("account", await read(ledger, id), null));
    },

    /** Sets the balance at the end of a day. Refuses (invalid) future days, whose balance nobody knows. */
    async setPoint(ledger: OpenLedger, id: Id, date: Day, amount: Cents): Promise<Account> {
      if (date > ledger.today) throw invalid("date", "Enter the balance of today or of an earlier day");
      return changePoint(ledger, id, date, amount);
    },

    /** Compares each balance with the next one, between two days or in the latest quarter. */
    async agreement(ledger: OpenLedger, id: Id, given: Partial<Range>): Promise<Agreement[]> {
      const { value: account } = await read(ledger, id);
      const range = rangeOf(account, given);
      return range ? agreements(ledger, account, range) : [];
    },

    /** Marks the difference between two balances as explained, or removes the mark. */
    async explain(ledger: OpenLedger, id: Id, pair: Range, isExplained: boolean): Promise<void> {
      await commit(ledger, "account", async () => {
        const before = await read(ledger, id);
        const found = await agreements(ledger, before.value, pair);
        const one = found.find(({ from, to }) => from === pair.from && to === pair.to);
        if (!one) throw invalid("from", "Choose two balances of the account that follow each other");
        const difference = minus(one.stated, one.expected);
        const explained = withExplained(before.value.explained ?? [], { ...pair, difference }, isExplained);
        return editing(before, { ...before.value, explained });
      });
    },

    removePoint: (ledger: OpenLedger, id: Id, date: Day): Promise<Account> =>
      changePoint(ledger, id, date, null),
  };
}

/** The days to compare: the given ones, or the latest quarter with the last balance before it. */
function rangeOf({ points }: Account, { from, to }: Partial<Range>): Range | null {
  const last = to ?? points.at(-1)?.date;
  if (!last) return null;
  const quarter = addDays(last, -QUARTER_DAYS);
  const first = from ?? points.findLast(({ date }) => date <= quarter)?.date ?? points[0]?.date ?? last;
  const isLong = daysBetween(first, last) > MOST_DAYS;
  if (isLong && from) throw invalid("from", `Compare at most ${MOST_DAYS} days`);
  return { from: isLong ? addDays(last, -MOST_DAYS) : first, to: last };
}

const daysFrom = (first: Day, last: Day): Day[] =>
  Array.from({ length: daysBetween(first, last) + 1 }, (_, index) => addDays(first, index));

/** The decision of an edit. Its entry has no points, as each of them has its own. */
const editing = (before: Versioned<Things["account"]>, after: Things["account"]) => ({
  ...changing("account", before, after),
  before: withoutPoints(before.value),
  after: withoutPoints(after),
});

function withoutPoints({ points: _, ...account }: Things["account"]) {
  return account;
}

const tooManyPoints = () =>
  new Refusal(
    "conflict",
    `An account holds at most ${MAX_POINTS.toLocaleString("en-US")} balances. Delete some of the oldest first.`,
  );
