type Call = (...args: never[]) => Promise<unknown> | AsyncIterable<unknown>;

/** A part whose code can be loaded with its first call, since nothing of it answers at once. */
export type LoadedOnUse = Call | { [name: string]: Call };
