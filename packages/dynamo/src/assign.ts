import type { Item } from "./table.ts";

/** The parts of an update that sets these attributes; undefined ones stay as they are. */
export function assign(values: Item) {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return {
    UpdateExpression: `SET ${given.map(([name]) => `#${name} = :${name}`).join(", ")}`,
    // Every name by placeholder: "name", "status" and many more are words of the expression language.
    ExpressionAttributeNames: Object.fromEntries(given.map(([name]) => [`#${name}`, name])),
    ExpressionAttributeValues: Object.fromEntries(given.map(([name, value]) => [`:${name}`, value])),
  };
}
