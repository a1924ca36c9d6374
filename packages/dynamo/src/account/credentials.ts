import type { Id } from "@coffer/domain/id";
import { type Item, idText, type Key, userItemKey, userPartition, type WriteInput } from "../table/item.ts";
import type { Table } from "../table/table.ts";
import { CREDENTIALS } from "../table/table-rights.ts";
import { ABSENT, put, remove } from "../table/writes.ts";

export const credentialPartition = (userId: Id): string => `${CREDENTIALS.partition}${idText(userId)}`;
export const credentialKey = (userId: Id, sk: string): Key => ({ pk: credentialPartition(userId), sk });

export type Credentials = ReturnType<typeof createCredentials>;

export type CredentialOptions = {
  /** False on a stage whose credentials are still among its users' other items (docs/decisions/055). */
  credentialsApart?: boolean;
};

/**
 * A user's credentials, each in one of two places: a partition that only the API may read (`apart`: new ones are stored
 * there), or among the user's other items, as in releases until 26 November 2026. Only the migration moves them, and only
 * into the partition, so reading the user's items first misses none.
 */
export function createCredentials(table: Table, apart = true) {
  const places = (userId: Id, sk: string) => [userItemKey(userId, sk), credentialKey(userId, sk)] as const;
  return {
    apart,

    async find<T>(userId: Id, sk: string, read: (item: Item) => T): Promise<T | undefined> {
      const [before, own] = places(userId, sk);
      const item = await table.get(before);
      return (await table.find(own, read)) ?? (item && read(item));
    },

    async list<T extends { id: string }>(userId: Id, prefix: string, read: (item: Item) => T): Promise<T[]> {
      const before = await table.list(userPartition(userId), prefix);
      const own = await table.list(credentialPartition(userId), prefix);
      return [...new Map([...before, ...own].map(read).map((one) => [one.id, one])).values()];
    },

    creation(userId: Id, sk: string, item: Item): [WriteInput, WriteInput] {
      const [before, own] = places(userId, sk);
      const [key, other] = apart ? [own, before] : [before, own];
      return [put({ ...key, ...item }, ABSENT), remove(other, ABSENT)];
    },

    /** Changes a credential where it is. `change` is false if its condition fails there. */
    async change(userId: Id, sk: string, change: (key: Key) => Promise<boolean>): Promise<boolean> {
      const [before, own] = places(userId, sk);
      return ((await table.get(before)) !== undefined && (await change(before))) || change(own);
    },
  };
}
