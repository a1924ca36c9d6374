/**
 * Works on the items, `atOnce` of them at a time, until `isOver`. Returns the errors: none keeps another item waiting.
 */
export async function workThrough<T>(
  items: AsyncIterable<T>,
  atOnce: number,
  work: (item: T) => Promise<void>,
  isOver = () => false,
): Promise<unknown[]> {
  const failures: unknown[] = [];
  const rest = items[Symbol.asyncIterator]();
  const worker = async () => {
    for (let next = await rest.next(); !next.done && !isOver(); next = await rest.next())
      await work(next.value).catch((error) => failures.push(error));
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return failures;
}
