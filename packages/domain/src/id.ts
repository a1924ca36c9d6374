/** A positive safe integer that sorts by creation. */
export type Id = number;

/** 2024-01-01T00:00:00Z: forty-one bits of milliseconds from here last until 2093. */
const EPOCH = 1_704_067_200_000;
const RANDOM_RANGE = 2 ** 12;

/** Milliseconds, then twelve random bits. A duplicate within a millisecond fails the write's condition. */
export const idAt = (instant: number, random: () => number): Id =>
  Math.max(0, instant - EPOCH) * RANDOM_RANGE + 1 + Math.floor(random() * (RANDOM_RANGE - 1));

/** When an id was created, in milliseconds. */
export const instantOf = (id: Id): number => EPOCH + Math.floor(id / RANDOM_RANGE);

/** Each id is greater than the previous one, so a process never creates a duplicate. */
export function idSource(clock: () => number, random: () => number): () => Id {
  let last = 0;
  return () => {
    last = Math.max(last + 1, idAt(clock(), random));
    return last;
  };
}

/** Distinct ids in order, since ids of one millisecond can be equal. */
export function distinctIds(ids: () => Id, count: number): Id[] {
  const made = new Set<Id>();
  while (made.size < count) made.add(ids());
  return [...made].sort((a, b) => a - b);
}
