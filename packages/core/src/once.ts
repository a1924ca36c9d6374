/**
 * A promise to do a creation once: the client's Idempotency-Key and a hash of what it asked for.
 * The store keeps both with the first answer, in the same write as the thing created, for a day.
 */
export type Once = { key: string; request: string };
