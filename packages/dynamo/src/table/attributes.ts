import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import type { Item } from "./item.ts";

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
