import { isDeepStrictEqual } from "node:util";
import {
  type AttributeValue,
  ConditionalCheckFailedException,
  TransactionCanceledException,
} from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import type { Id } from "@coffer/domain/id";
import * as v from "valibot";
import { type Item, isInLedger, type Key, storedKey, type WriteInput } from "./item.ts";

/** DynamoDB's limit of writes in a transaction and of keys in a batch read. */
export const AT_ONCE = 100;

// In an expression, `#name` is an attribute (many names are reserved words) and `:name` a value.

export type Placeholders = {
  ExpressionAttributeNames?: Record<string, string> | undefined;
  ExpressionAttributeValues?: Record<string, unknown> | undefined;
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

/** The key of the item that a write is about. */
export function keyOf({ Put, Update, Delete, ConditionCheck }: WriteInput): Key {
  const key = Put?.Item ?? Update?.Key ?? Delete?.Key ?? ConditionCheck?.Key;
  return v.parse(storedKey, key);
}

/**
 * Deduplicates the writes of a transaction, as DynamoDB takes one per item. Throws if two writes of an item differ.
 * `positions` has, for each remaining write, its positions among the given ones.
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

/** Merges placeholders; omits empty ones, which DynamoDB refuses. */
export function placeholders(...all: readonly (Placeholders | undefined)[]): Placeholders {
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

/** Filters a query or a scan by a condition. */
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

/** Holds if the item still has the id that was read, and was not replaced by another. */
export const sameId = ({ id }: { id: Id }): Condition => when("id = :id", { id });

/** Holds if the attribute still has the value that was read; undefined means that it is absent. */
export const stillIs = (attribute: string, seen: unknown): Condition =>
  seen === undefined ? when(`attribute_not_exists(#${attribute})`) : when(`#${attribute} = :seen`, { seen });

/** Holds if an item still has the version that was read; 0 if there was no item. */
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

/** An update that sets and removes attributes. Undefined `values` are not changed. */
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

  /** Maps the failure from deduplicated writes back to the given ones, by `positions`. */
  at(positions: readonly (readonly number[])[]): ConditionFailed {
    const found: (Item | undefined)[] = [];
    positions.forEach((all, made) => {
      for (const one of all) found[one] = this.found[made];
    });
    const [first = 0, ...more] = this.failed.flatMap((made) => positions[made] ?? []).sort((a, b) => a - b);
    return new ConditionFailed([first, ...more], found);
  }
}

/** The result of a conditional write, or that of `otherwise` if a condition fails. */
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
    return new ConditionFailed([0], [error.Item && itemOf(error.Item)]);
  }
  if (!(error instanceof TransactionCanceledException)) return undefined;
  const reasons = error.CancellationReasons ?? [];
  const [first, ...more] = reasons.flatMap(({ Code }, index) =>
    Code === "ConditionalCheckFailed" ? [index] : [],
  );
  if (first === undefined) return undefined;
  return new ConditionFailed(
    [first, ...more],
    reasons.map(({ Item }) => Item && itemOf(Item)),
  );
}

export const isCreation = ({ Put }: WriteInput): boolean =>
  Put?.ConditionExpression?.startsWith(ABSENT.ConditionExpression) ?? false;

/** Makes a write fail if a large transaction has locked its item (large-transactions.ts). Creations fail in any case. */
export function guarded<T extends { ConditionExpression?: string | undefined }>(key: Item, input: T): T {
  const own = input.ConditionExpression;
  if (!isInLedger(v.parse(storedKey, key)) || own?.startsWith(ABSENT.ConditionExpression)) return input;
  const guard = "attribute_not_exists(lockedBy)";
  return { ...input, ConditionExpression: own === undefined ? guard : `(${own}) AND ${guard}` };
}

export const guardedWrite = (write: WriteInput): WriteInput =>
  Object.fromEntries(Object.entries(write).map(([kind, input]) => [kind, guarded(keyOf(write), input)]));

/** True if a creation failed because exactly its own item exists: then an earlier attempt has made all writes. */
export const isOwnWrite = ({ found }: ConditionFailed, writes: readonly WriteInput[]): boolean =>
  writes.some(
    (write, index) =>
      isCreation(write) &&
      // Through JSON, as undefined attributes are not stored.
      isDeepStrictEqual(found[index], JSON.parse(JSON.stringify(write.Put?.Item))),
  );

type Attributes = Record<string, AttributeValue>;

/** An item in the service's JSON; sets and binary values do not occur. */
export const itemOf = (attributes: Attributes): Item => inOrder(attributes, []);

/**
 * Items of an answer, each with its attributes in the order of the first one. An answer has them in any order, and
 * objects that differ in it alone are slow to build and to read (docs/engine.md).
 */
export function itemsOf(all: readonly Attributes[]): Item[] {
  const order = Object.keys(all[0] ?? {});
  return all.map((attributes) => inOrder(attributes, order));
}

function inOrder(attributes: Attributes, order: readonly string[]): Item {
  const item: Item = {};
  for (const name of order) {
    const attribute = attributes[name];
    if (attribute) item[name] = plainOf(attribute);
  }
  for (const name in attributes)
    if (!(name in item)) item[name] = plainOf(attributes[name] as AttributeValue);
  return item;
}

function plainOf(attribute: AttributeValue): unknown {
  if (attribute.S !== undefined) return attribute.S;
  if (attribute.N !== undefined) return Number(attribute.N);
  if (attribute.M !== undefined) return itemOf(attribute.M);
  if (attribute.L !== undefined) return attribute.L.map(plainOf);
  if (attribute.BOOL !== undefined) return attribute.BOOL;
  if (attribute.NULL !== undefined) return null;
  throw new Error(`An attribute of another type: ${Object.keys(attribute)}`);
}

const attributesOf = (item: object): Attributes => marshall(item, { removeUndefinedValues: true });

/** The parts of a request that hold an item, its key or values. */
type Holders = {
  Item?: object | undefined;
  Key?: object | undefined;
  ExclusiveStartKey?: object | undefined;
  ExpressionAttributeValues?: object | undefined;
};
type Typed<T> = { [Name in keyof T]: Name extends keyof Holders ? Attributes : T[Name] };

/** A request whose items and values are in the service's JSON. */
export function typed<T extends Holders>(request: T): Typed<T> {
  const all = { ...request };
  for (const name of ["Item", "Key", "ExclusiveStartKey", "ExpressionAttributeValues"] as const)
    if (request[name]) Object.assign(all, { [name]: attributesOf(request[name]) });
  return all as Typed<T>;
}
