import type { UserPage } from "@coffer/core/admin/admin-store";
import type { ListedUser } from "@coffer/domain/account/definition";
import { type PeopleTerms, peopleTerms, peopleText } from "@coffer/domain/account/people-search";
import type { User } from "@coffer/domain/account/user";
import type { Id } from "@coffer/domain/id";
import * as v from "valibot";
import { createIndex } from "../table/indexes.ts";
import { idText, userItemKey, type WriteInput } from "../table/item.ts";
import type { Table } from "../table/table.ts";
import { put, remove } from "../table/writes.ts";

/** Users who match a search by several terms are listed only under the first of these. */
const TERMS = ["email", "name", "surname"] as const satisfies readonly (keyof PeopleTerms)[];
const END = "\u{10FFFF}";

const terms = createIndex("directory", { id: v.number(), directorySk: v.string() });

const partitionOf = (term: string): string => `PEOPLE#${String.fromCodePoint(term.codePointAt(0) ?? 0)}`;

/** Writes an item for each term, in the partition of its first letter. Given `before`, only for changed terms. */
export function searchWrites(user: User, before?: User): WriteInput[] {
  const terms = peopleTerms(user);
  const old = before && peopleTerms(before);
  return TERMS.filter((kind) => terms[kind] !== old?.[kind]).map((kind) => {
    const key = userItemKey(user.id, `SEARCH#${kind}`);
    const term = terms[kind];
    if (term === "") return remove(key);
    const directorySk = `${term}#${kind}#${idText(user.id)}`;
    return put({ ...key, id: user.id, directoryPk: partitionOf(term), directorySk });
  });
}

/** Users in the order of their terms; undefined for the cursor of another search. `load` returns undefined if deleted. */
export async function searchUsers(
  table: Table,
  { search, cursor }: { search: string; cursor: string | undefined },
  limit: number,
  load: (ids: readonly Id[]) => Promise<(ListedUser | undefined)[]>,
): Promise<UserPage | undefined> {
  const text = peopleText(search);
  const to = text + END;
  let from = cursor === undefined ? text : `${Buffer.from(cursor, "base64url")}#`;
  if (!from.startsWith(text) || Buffer.compare(Buffer.from(from), Buffer.from(to)) > 0) return undefined;
  const users: ListedUser[] = [];
  while (true) {
    const range = terms.between(partitionOf(text), from, to);
    const { items: entries, next } = await table.page({ ...range, Limit: limit + 1 });
    const ids = [...new Set(entries.map(({ id }) => id))];
    const stored = await load(ids);
    for (const { id, directorySk } of entries) {
      if (users.length === limit)
        return { users, cursor: Buffer.from(from.slice(0, -1)).toString("base64url") };
      from = `${directorySk}#`;
      const user = stored[ids.indexOf(id)];
      const terms = user && peopleTerms(user);
      const first = terms && TERMS.find((kind) => terms[kind].startsWith(text));
      // No term matches if the name has changed since the index was written.
      if (user && first === directorySk.split("#").at(-2)) users.push(user);
    }
    if (!next) return { users, cursor: null };
  }
}
