export function* inBatches<T>(items: readonly T[], size: number): Generator<T[]> {
  for (let first = 0; first < items.length; first += size) yield items.slice(first, first + size);
}

/** Groups consecutive items into runs and returns the first and last item of each. */
export function runsOf<T>(
  items: readonly T[],
  follows: (last: T, item: T) => boolean,
): [first: T, last: T][] {
  const runs: [T, T][] = [];
  for (const item of items) {
    const run = runs.at(-1);
    if (run && follows(run[1], item)) run[1] = item;
    else runs.push([item, item]);
  }
  return runs;
}
