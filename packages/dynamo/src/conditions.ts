import type { Id } from "@coffer/domain/id";
import { ConditionFailed } from "./table.ts";

/** Only where the item is still the one that was read: another may have taken its place. */
export const unchanged = ({ id }: { id: Id }) => ({
  ConditionExpression: "id = :id",
  ExpressionAttributeValues: { ":id": id },
});

/** Runs conditional writes; false when a condition does not hold. */
export async function holds(write: () => Promise<unknown>): Promise<boolean> {
  try {
    await write();
    return true;
  } catch (error) {
    if (error instanceof ConditionFailed) return false;
    throw error;
  }
}
