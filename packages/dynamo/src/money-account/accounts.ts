import type { MoneyAccountStore } from "@coffer/core/stores";
import { storedOf } from "@coffer/domain/definition/kind";
import { storedCents, storedDay } from "@coffer/domain/definition/values";
import type { Id } from "@coffer/domain/id";
import type { Account, BalancePoint } from "@coffer/domain/money-account/account";
import { account } from "@coffer/domain/money-account/definition";
import { compareDays, type Day } from "@coffer/domain/time/day";
import * as v from "valibot";
import { asRead, type Codec, deleteStep, putStep, type Step, versionOf } from "../ledger/codec.ts";
import { type Item, ledgerKeys } from "../table/item.ts";
import { readAll, readEach } from "../table/readable.ts";
import type { Table } from "../table/table.ts";
import { assign, PRESENT, change as update } from "../table/writes.ts";

export const ACCOUNT_PREFIX = "ACCOUNT#";
const accountKey = ledgerKeys(ACCOUNT_PREFIX);

/** Points are one attribute, a map of amounts by day: they are read with their account, and are changed one by one. */
const stored = v.object({
  ...storedOf(account).entries,
  points: v.pipe(
    v.record(storedDay, storedCents),
    v.transform((points) =>
      // TypeScript takes the keys of a record for plain text.
      Object.entries(points)
        .flatMap(([date, amount]): BalancePoint[] =>
          amount === undefined ? [] : [{ date: date as Day, amount }],
        )
        .sort((a, b) => compareDays(a.date, b.date)),
    ),
  ),
});
export const accountFromItem = (item: Item): Account => v.parse(stored, item);

export const accountItem = (ownerId: Id, { points, ...rest }: Account) => ({
  ...accountKey(ownerId, rest),
  ...rest,
  points: Object.fromEntries(points.map(({ date, amount }) => [date, amount])),
});

export const accountCodec: Codec<"account"> = {
  key: accountKey,
  fromItem: accountFromItem,
  steps({ before, after, version }, context) {
    const { ownerId, revision } = context;
    if (!after) return before ? deleteStep(accountKey(ownerId, before), version) : [];
    if (!version) return [putStep(accountItem(ownerId, after), null, context)];
    const { points: _, ...values } = after;
    const kept = new Map(Object.entries(after));
    const gone = Object.keys(before ?? {}).filter((name) => kept.get(name) === undefined);
    const key = accountKey(ownerId, after);
    const write = { Update: assign(key, { ...values, revision }, asRead(version), gone) };
    return [{ write, problem: "changed" }];
  },
};

export const pointCodec: Codec<"point"> = {
  key: (ownerId, { accountId }) => accountKey(ownerId, { id: accountId }),
  async read(table, ownerId, refs) {
    const ids = [...new Set(refs.map(({ accountId }) => accountId))];
    const items = await table.getMany(ids.map((id) => accountKey(ownerId, { id })));
    const byId = new Map(ids.map((id, index) => [id, items[index]]));
    return refs.map(({ accountId, date }) => {
      const item = byId.get(accountId);
      const [of] = item ? readEach([item], accountFromItem) : [];
      const point = of?.points.find((one) => one.date === date);
      return { value: point ? { ...point, accountId } : null, version: item && of ? versionOf(item) : null };
    });
  },
  steps({ before, after, version }, { ownerId, revision }): Step[] {
    const point = after ?? before;
    if (!point) return [];
    const key = accountKey(ownerId, { id: point.accountId });
    // The account was deleted: an undo finds that here, everything else before.
    if (!version) return [{ write: { ConditionCheck: { Key: key, ...PRESENT } }, problem: "noAccount" }];
    const unchanged = asRead(version);
    const names = { ...unchanged.ExpressionAttributeNames, "#day": point.date };
    const condition = { ...unchanged, ExpressionAttributeNames: names };
    const write = after
      ? update(
          key,
          "SET points.#day = :amount, revision = :revision",
          { amount: after.amount, revision },
          condition,
        )
      : update(key, "REMOVE points.#day SET revision = :revision", { revision }, condition);
    return [{ write: { Update: write }, problem: "changed" }];
  },
};

export const createMoneyAccountStore = (table: Table): MoneyAccountStore => ({
  list: (ownerId) => readAll(table, ownerId, ACCOUNT_PREFIX, accountFromItem),
});
