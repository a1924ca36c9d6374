import type { Condition } from "./conditions.ts";
import type { Item } from "./item.ts";

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
