import { isDeepStrictEqual } from "node:util";
import { ConditionalCheckFailedException, TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import type { Id } from "@coffer/domain/id";
import type { Item, WriteInput } from "./item.ts";

export type Condition = {
  ConditionExpression: string;
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: Record<string, unknown>;
};

/** Only where nothing is there yet. */
export const ABSENT: Condition = { ConditionExpression: "attribute_not_exists(pk)" };
/** Only where something is there. */
export const PRESENT: Condition = { ConditionExpression: "attribute_exists(pk)" };
/** Only where the item still has the id that was read: it may have been replaced. */
export const sameId = ({ id }: { id: Id }): Condition => ({
  ConditionExpression: "id = :id",
  ExpressionAttributeValues: { ":id": id },
});

/** Only where the attribute has the value that was read: none where that is undefined. */
export const stillIs = (attribute: string, value: unknown): Condition => ({
  ConditionExpression: value === undefined ? "attribute_not_exists(#seen)" : "#seen = :seen",
  ExpressionAttributeNames: { "#seen": attribute },
  ...(value !== undefined && { ExpressionAttributeValues: { ":seen": value } }),
});

/** Only where both hold. */
export function both(a: Condition, b: Condition): Condition {
  const names = { ...a.ExpressionAttributeNames, ...b.ExpressionAttributeNames };
  const values = { ...a.ExpressionAttributeValues, ...b.ExpressionAttributeValues };
  return {
    ConditionExpression: `${a.ConditionExpression} AND ${b.ConditionExpression}`,
    ...(Object.keys(names).length > 0 && { ExpressionAttributeNames: names }),
    ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: values }),
  };
}

/** Runs conditional writes; what `otherwise` makes of it when a condition does not hold. */
export async function unlessFailed<T, U>(
  write: () => Promise<T>,
  otherwise: (failure: ConditionFailed) => U | Promise<U>,
): Promise<T | U> {
  try {
    return await write();
  } catch (error) {
    if (error instanceof ConditionFailed) return otherwise(error);
    throw error;
  }
}

/** Runs a conditional write; false when its condition does not hold. */
export const succeeds = (write: () => Promise<unknown>): Promise<boolean> =>
  unlessFailed(
    () => write().then(() => true),
    () => false,
  );

/** Runs conditional writes; "changed" when a condition does not hold. */
export const unlessChanged = <T>(write: () => Promise<T>) => unlessFailed(write, () => "changed" as const);

/** Thrown when conditions fail: which writes, and the item that each found. */
export class ConditionFailed extends Error {
  override readonly name = "ConditionFailed";
  /** The first write whose condition failed (0 for a single write), and all of them. */
  readonly index: number;
  readonly failed: readonly number[];
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
}

/** The failed conditions in an error of the SDK's, if that is what it is. */
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

/** True where a write creates an item where none was. */
export function isCreation({ Put }: WriteInput): boolean {
  return Put?.ConditionExpression?.startsWith(ABSENT.ConditionExpression) ?? false;
}

/** True where a creation failed because exactly its own item is there: then an earlier try has made all writes. */
export function isOwnWrite(failure: ConditionFailed, writes: readonly WriteInput[]): boolean {
  return writes.some((write, index) => {
    const found = failure.found[index];
    // Through JSON, because an attribute that is undefined is not stored.
    return (
      found && isCreation(write) && isDeepStrictEqual(found, JSON.parse(JSON.stringify(write.Put?.Item)))
    );
  });
}

/**
 * The parts of an update that sets and removes attributes, on a condition where one is given. Of `values`, undefined
 * ones stay as they are.
 */
export function assign(values: Item, condition?: Condition, remove: readonly string[] = []) {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  // Every name by placeholder: "name", "status" and many more are words of the expression language.
  const names = [...given.map(([name]) => name), ...remove];
  const removal = remove.length > 0 ? ` REMOVE ${remove.map((name) => `#${name}`).join(", ")}` : "";
  return {
    ...condition,
    UpdateExpression: `SET ${given.map(([name]) => `#${name} = :${name}`).join(", ")}${removal}`,
    ExpressionAttributeNames: {
      ...Object.fromEntries(names.map((name) => [`#${name}`, name])),
      ...condition?.ExpressionAttributeNames,
    },
    ExpressionAttributeValues: {
      ...Object.fromEntries(given.map(([name, value]) => [`:${name}`, value])),
      ...condition?.ExpressionAttributeValues,
    },
  };
}
