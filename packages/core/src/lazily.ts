type Call = (...given: never[]) => Promise<unknown>;

/** Use cases whose code is loaded with their first call, so that an instance starts without it. */
export function lazily<Lazy extends Record<string, Call>>(load: () => Promise<Lazy>): Lazy {
  let loading: Promise<Lazy> | undefined;
  return new Proxy(Object.create(null), {
    get(set: Record<string, Call>, name: string) {
      const call = async (...given: never[]) => {
        loading ??= load();
        return (await loading)[name]?.(...given);
      };
      return set[name] ?? call;
    },
  });
}

/** The same for a single one. */
export const lazyCall = <Given extends unknown[], Result>(
  load: () => Promise<(...given: Given) => Promise<Result>>,
): ((...given: Given) => Promise<Result>) => {
  let loading: ReturnType<typeof load> | undefined;
  return async (...given) => {
    loading ??= load();
    return (await loading)(...given);
  };
};
