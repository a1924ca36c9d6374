import { isDeepStrictEqual } from "node:util";
import { ConditionalCheckFailedException, TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import type { Id } from "@coffer/domain/id";
import * as v from "valibot";
import { type Item, type Key, storedKey, type WriteInput } from "./item.ts";

// In an expression `#name` is the attribute of that name, since many are words of its language, and `:name` a value.

type Placeholders = {
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: Record<string, unknown>;
};
export type Condition = Placeholders & { ConditionExpression: string };

const placeholdersIn = (expression: string, values: Item): Placeholders => ({
  ExpressionAttributeNames: Object.fromEntries(
    (expression.match(/#\w+/g) ?? []).map((name) => [name, name.slice(1)]),
  ),
  ExpressionAttributeValues: Object.fromEntries(
    Object.entries(values).map(([name, value]) => [`:${name}`, value]),
  ),
});

/** The one item that a write is of. */
function keyOf({ Put, Update, Delete, ConditionCheck }: WriteInput): Key {
  const key = Put?.Item ?? Update?.Key ?? Delete?.Key ?? ConditionCheck?.Key;
  return v.parse(storedKey, key);
}

/**
 * The writes of a transaction, in which DynamoDB takes one an item: the same write twice is made once. Throws where two
 * writes of an item differ. `positions` has, for each write that is left, where it stands among those given.
 */
export function withoutRepeats(writes: readonly WriteInput[]): { write: WriteInput; positions: number[] }[] {
  const byItem = new Map<string, { write: WriteInput; positions: number[] }>();
  writes.forEach((write, position) => {
    const { pk, sk } = keyOf(write);
    const place = `${pk} ${sk}`;
    const same = byItem.get(place);
    if (!same) byItem.set(place, { write, positions: [position] });
    else if (isDeepStrictEqual(same.write, write)) same.positions.push(position);
    else throw new Error(`two different writes of one item in a transaction: ${place}`);
  });
  return [...byItem.values()];
}

/** DynamoDB refuses empty ones. */
function placeholders(...all: readonly (Placeholders | undefined)[]): Placeholders {
  const names = Object.assign({}, ...all.map((one) => one?.ExpressionAttributeNames));
  const values = Object.assign({}, ...all.map((one) => one?.ExpressionAttributeValues));
  return {
    ...(Object.keys(names).length > 0 && { ExpressionAttributeNames: names }),
    ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: values }),
  };
}

export const when = (expression: string, values: Item = {}): Condition => ({
  ConditionExpression: expression,
  ...placeholders(placeholdersIn(expression, values)),
});

/** A query, or a scan, that finds only the items for which the condition holds. */
export const filtered = <T extends object>(
  query: T & Placeholders,
  { ConditionExpression, ...own }: Condition,
) => ({ ...query, FilterExpression: ConditionExpression, ...placeholders(query, own) });

export const both = (a: Condition, b: Condition): Condition => ({
  ConditionExpression: `${a.ConditionExpression} AND ${b.ConditionExpression}`,
  ...placeholders(a, b),
});

export const ABSENT = when("attribute_not_exists(pk)");
export const PRESENT = when("attribute_exists(pk)");

/** Holds while the item has the id that was read: it may have been replaced. */
export const sameId = ({ id }: { id: Id }): Condition => when("id = :id", { id });

/** Holds while the attribute has the value that was read: none where that is undefined. */
export const stillIs = (attribute: string, seen: unknown): Condition =>
  seen === undefined ? when(`attribute_not_exists(#${attribute})`) : when(`#${attribute} = :seen`, { seen });

/** Holds while an item has the version that was read; 0 where there was none. */
export const stillAt = (attribute: string, version: number): Condition =>
  stillIs(attribute, version === 0 ? undefined : version);

export const put = (item: Item & Key, condition?: Condition): WriteInput => ({
  Put: { Item: item, ...condition },
});
export const remove = (key: Key, condition?: Condition): WriteInput => ({
  Delete: { Key: key, ...condition },
});

export const change = (Key: Key, expression: string, values: Item = {}, condition?: Condition) => ({
  Key,
  UpdateExpression: expression,
  ...condition,
  ...placeholders(placeholdersIn(expression, values), condition),
});

/** An update that sets and removes attributes; undefined ones of `values` stay as they are. */
export function assign(key: Key, values: Item, condition?: Condition, removed: readonly string[] = []) {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  const set = given.map(([name]) => `#${name} = :${name}`).join(", ");
  const removal = removed.length > 0 ? ` REMOVE ${removed.map((name) => `#${name}`).join(", ")}` : "";
  return change(key, `SET ${set}${removal}`, Object.fromEntries(given), condition);
}

export class ConditionFailed extends Error {
  override readonly name = "ConditionFailed";
  /** Positions of the writes whose conditions failed (0 for a single write), and the first of them. */
  readonly failed: readonly number[];
  readonly index: number;
  /** The item that each failed condition found; `item` is the first one's. */
  readonly found: readonly (Item | undefined)[];
  readonly item: Item | undefined;
  constructor(failed: readonly [number, ...number[]], found: readonly (Item | undefined)[]) {
    super("a condition did not hold");
    [this.index] = failed;
    this.failed = failed;
    this.found = found;
    this.item = found[this.index];
  }

  /** The same of the writes that were given, where each of those made stood for the ones at `positions`. */
  at(positions: readonly (readonly number[])[]): ConditionFailed {
    const found: (Item | undefined)[] = [];
    positions.forEach((all, made) => {
      for (const one of all) found[one] = this.found[made];
    });
    const [first = 0, ...more] = this.failed.flatMap((made) => positions[made] ?? []).sort((a, b) => a - b);
    return new ConditionFailed([first, ...more], found);
  }
}

/** The outcome of a conditional write, or what `otherwise` makes of it when a condition does not hold. */
export async function unlessFailed<T, U>(write: Promise<T>, otherwise: (failure: ConditionFailed) => U) {
  try {
    return await write;
  } catch (error) {
    if (error instanceof ConditionFailed) return otherwise(error);
    throw error;
  }
}

export const succeeds = async (write: Promise<unknown>): Promise<boolean> =>
  unlessFailed(
    write.then(() => true),
    () => false,
  );

export function conditionFailureOf(error: unknown): ConditionFailed | undefined {
  if (error instanceof ConditionalCheckFailedException) {
    return new ConditionFailed([0], [error.Item && unmarshall(error.Item)]);
  }
  if (!(error instanceof TransactionCanceledException)) return undefined;
  const reasons = error.CancellationReasons ?? [];
  const [first, ...more] = reasons.flatMap(({ Code }, index) =>
    Code === "ConditionalCheckFailed" ? [index] : [],
  );
  if (first === undefined) return undefined;
  return new ConditionFailed(
    [first, ...more],
    reasons.map(({ Item }) => Item && unmarshall(Item)),
  );
}

export const isCreation = ({ Put }: WriteInput): boolean =>
  Put?.ConditionExpression?.startsWith(ABSENT.ConditionExpression) ?? false;

/** True where a creation failed because exactly its own item is there: then an earlier try has made all writes. */
export const isOwnWrite = ({ found }: ConditionFailed, writes: readonly WriteInput[]): boolean =>
  writes.some(
    (write, index) =>
      isCreation(write) &&
      // Through JSON, because an attribute that is undefined is not stored.
      isDeepStrictEqual(found[index], JSON.parse(JSON.stringify(write.Put?.Item))),
  );
