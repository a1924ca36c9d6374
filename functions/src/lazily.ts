import type { LoadedOnUse } from "@coffer/core/loaded-on-use";

type Loaded = ((...args: unknown[]) => unknown) & Record<string, (...args: unknown[]) => unknown>;

/** A part whose code is loaded with its first call: most instances of a function need few of them. */
export function lazily<Part extends LoadedOnUse>(load: () => Promise<Part>): Part;
export function lazily(load: () => Promise<Loaded>): object {
  let part: Promise<Loaded> | undefined;
  const callOf =
    (name?: string) =>
    (...args: unknown[]) => {
      part ??= load();
      const answer = part.then((loaded) => (name === undefined ? loaded(...args) : loaded[name]?.(...args)));
      // For calls whose answer comes page by page.
      return Object.assign(answer, {
        async *[Symbol.asyncIterator]() {
          yield* Object(await answer);
        },
      });
    };
  const calls: Record<string, unknown> = {};
  return new Proxy(callOf(), {
    get(_, name) {
      // A promise that were to be resolved with the part would take `then` for its own.
      if (typeof name !== "string" || name === "then") return undefined;
      calls[name] ??= callOf(name);
      return calls[name];
    },
    ownKeys() {
      throw new Error("what a part consists of is not known before its first call");
    },
  });
}
