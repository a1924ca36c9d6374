/** A client's Idempotency-Key, and a hash of the request by which a repeat is told from another request. */
export type IdempotencyKey = { key: string; request: string };
