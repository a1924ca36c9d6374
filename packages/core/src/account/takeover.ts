import type { Id } from "@coffer/domain/id";
import type { Stores } from "../stores.ts";

/** Ends every way in that somebody else may have added, once no session of theirs can add another. */
export async function endOtherWaysIn(
  { passkeys, secondFactors }: Pick<Stores, "passkeys" | "secondFactors">,
  userId: Id,
): Promise<void> {
  for (const { id } of await passkeys.list(userId)) await passkeys.remove(userId, id);
  const factor = await secondFactors.get(userId);
  if (factor) await secondFactors.save(userId, factor, null);
}
