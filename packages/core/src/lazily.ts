type Calls<Part> = {
  [Name in keyof Part]: (...args: never[]) => Promise<unknown> | AsyncIterable<unknown>;
};

/** A part whose code is loaded with its first call: most instances of a function need few of them. */
export function lazily<Part extends Calls<Part>>(load: () => Promise<Part>): Part;
export function lazily(
  load: () => Promise<Record<string, (...args: unknown[]) => Promise<unknown> | AsyncIterable<unknown>>>,
): object {
  let part: ReturnType<typeof load> | undefined;
  const callOf =
    (name: string) =>
    (...args: unknown[]) => {
      part ??= load();
      const answer = part.then((loaded) => loaded[name]?.(...args));
      // For calls whose answer comes page by page.
      return Object.assign(answer, {
        async *[Symbol.asyncIterator]() {
          yield* Object(await answer);
        },
      });
    };
  const calls: Record<string | symbol, unknown> = {};
  return new Proxy(calls, {
    get: (_, name) => {
      // A promise that were to be resolved with the part would take `then` for its own.
      if (typeof name === "string" && name !== "then") calls[name] ??= callOf(name);
      return calls[name];
    },
  });
}
