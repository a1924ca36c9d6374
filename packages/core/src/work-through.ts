/** Until `isOver`. Returns the errors, as none keeps another item waiting. */
export async function workThrough<T>(
  items: AsyncIterable<T> | readonly T[],
  atOnce: number,
  work: (item: T) => Promise<void>,
  isOver = () => false,
): Promise<unknown[]> {
  const failures: unknown[] = [];
  const rest = oneByOne(items);
  const worker = async () => {
    for (let next = await rest.next(); !next.done && !isOver(); next = await rest.next())
      await work(next.value).catch((error) => failures.push(error));
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return failures;
}

async function* oneByOne<T>(items: AsyncIterable<T> | readonly T[]): AsyncGenerator<T> {
  yield* items;
}
