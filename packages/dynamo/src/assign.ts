import type { Condition } from "./conditions.ts";
import type { Item } from "./item.ts";

/** The parts of an update that sets these attributes, on a condition where one is given; undefined ones stay as they are. */
export function assign(values: Item, condition?: Condition) {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  // Every name by placeholder: "name", "status" and many more are words of the expression language.
  const names = Object.fromEntries(given.map(([name]) => [`#${name}`, name]));
  const placed = Object.fromEntries(given.map(([name, value]) => [`:${name}`, value]));
  return {
    ...condition,
    UpdateExpression: `SET ${given.map(([name]) => `#${name} = :${name}`).join(", ")}`,
    ExpressionAttributeNames: { ...names, ...condition?.ExpressionAttributeNames },
    ExpressionAttributeValues: { ...placed, ...condition?.ExpressionAttributeValues },
  };
}
