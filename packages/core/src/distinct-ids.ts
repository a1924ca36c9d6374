import type { Id } from "@coffer/domain/id";

/** Ids that differ, in order: those of one millisecond may meet. */
export function distinctIds(ids: () => Id, count: number): Id[] {
  const made = new Set<Id>();
  while (made.size < count) made.add(ids());
  return [...made].sort((a, b) => a - b);
}
