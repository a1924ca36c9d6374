import { del, entries, get, promisifyRequest, type UseStore } from "idb-keyval";
import type { UserKey } from "./user-key.ts";

/** A value that only the user's key opens. */
type Sealed = { iv: Uint8Array<ArrayBuffer>; sealed: ArrayBuffer };

const isSealed = (stored: unknown): stored is Sealed => Object(stored).sealed instanceof ArrayBuffer;

async function seal(key: UserKey, value: unknown): Promise<unknown> {
  if (!key) return value;
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const text = new TextEncoder().encode(JSON.stringify(value));
  return { iv, sealed: await crypto.subtle.encrypt({ name: "AES-GCM", iv }, key, text) } satisfies Sealed;
}

/** Unsealed values of earlier versions are returned as they are. Undefined if the key does not match. */
async function unseal(key: UserKey, stored: unknown): Promise<unknown> {
  if (!isSealed(stored)) return stored;
  if (!key) return undefined;
  try {
    const { iv, sealed } = stored;
    return JSON.parse(
      new TextDecoder().decode(await crypto.subtle.decrypt({ name: "AES-GCM", iv }, key, sealed)),
    );
  } catch {
    return undefined;
  }
}

/** A sealed value differs after each write. */
const isSame = (one: unknown, other: unknown) =>
  isSealed(one) && isSealed(other)
    ? one.iv.join() === other.iv.join()
    : JSON.stringify(one) === JSON.stringify(other);

/** A table whose values are encrypted with a user's key. The names of its records are not: they reveal nothing. */
export function sealedTable(use: UseStore, keyOf: () => Promise<UserKey>) {
  /** Seals before the transaction, which cannot wait for it; retries if another tab wrote in between. */
  async function update<T>(name: string, change: (stored: unknown) => T | undefined): Promise<T | undefined> {
    const key = await keyOf();
    for (;;) {
      const before = await get<unknown>(name, use);
      const after = change(before === undefined ? undefined : await unseal(key, before));
      const sealed = after === undefined ? undefined : await seal(key, after);
      const isDone = await use("readwrite", async (objects) => {
        const now = await promisifyRequest<unknown>(objects.get(name));
        if (!isSame(now, before)) return false;
        if (sealed === undefined) objects.delete(name);
        else objects.put(sealed, name);
        await promisifyRequest(objects.transaction);
        return true;
      });
      if (isDone) return after;
    }
  }
  return {
    update,
    async all(): Promise<[name: string, value: unknown][]> {
      const stored = await entries<string, unknown>(use);
      const key = stored.some(([, value]) => isSealed(value)) ? await keyOf() : null;
      return Promise.all(
        stored.map(async ([name, value]): Promise<[string, unknown]> => [name, await unseal(key, value)]),
      );
    },
    async get(name: string): Promise<unknown> {
      const stored = await get<unknown>(name, use);
      return isSealed(stored) ? unseal(await keyOf(), stored) : stored;
    },
    set: (name: string, value: unknown) => update(name, () => value),
    remove: (name: string) => del(name, use),
    /** Removes records that are not sealed. */
    async removeUnsealed(filter: (name: string) => boolean = () => true): Promise<void> {
      for (const [name, value] of await entries<string, unknown>(use))
        if (!isSealed(value) && filter(name)) await del(name, use);
    },
  };
}
export type SealedTable = ReturnType<typeof sealedTable>;
