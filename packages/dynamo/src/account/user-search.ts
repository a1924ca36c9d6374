import type { UserPage } from "@coffer/core/admin/admin-store";
import type { ListedUser } from "@coffer/domain/account/definition";
import { type PeopleTerms, peopleTerms, peopleText } from "@coffer/domain/account/people-search";
import type { User } from "@coffer/domain/account/user";
import type { Id } from "@coffer/domain/id";
import * as v from "valibot";
import { idText, type Key, userItemKey, type WriteInput } from "../table/item.ts";
import type { Table } from "../table/table.ts";

type Term = keyof PeopleTerms;
/** People who fit a search by several terms are listed under the first of these. */
const TERMS = ["email", "name", "surname"] as const satisfies readonly Term[];
/** Sorts after every letter. */
const END = "\u{10FFFF}";

const storedEntry = v.object({ id: v.number(), directorySk: v.string() });

const partitionOf = (term: string): string => `PEOPLE#${String.fromCodePoint(term.codePointAt(0) ?? 0)}`;

/**
 * The writes by which a user is found: one item for each term, in the partition of the directory for its first letter.
 * Given the user as they were before, those that have changed.
 */
export function searchWrites(user: User, before?: User): WriteInput[] {
  const terms = peopleTerms(user);
  const old = before && peopleTerms(before);
  return TERMS.filter((kind) => terms[kind] !== old?.[kind]).map((kind) => {
    const Key: Key = userItemKey(user.id, `SEARCH#${kind}`);
    const term = terms[kind];
    // Without a letter there is nothing to find.
    if (term === "") return { Delete: { Key } };
    const directorySk = `${term}#${kind}#${idText(user.id)}`;
    return { Put: { Item: { ...Key, id: user.id, directoryPk: partitionOf(term), directorySk } } };
  });
}

/**
 * Up to `limit` users with a term that begins with the text, in the order of these terms; undefined for the cursor of
 * another search. `load` gives what is stored of users, undefined for those who are gone.
 */
export async function searchUsers(
  table: Table,
  { search, cursor }: { search: string; cursor: string | undefined },
  limit: number,
  load: (ids: readonly Id[]) => Promise<(ListedUser | undefined)[]>,
): Promise<UserPage | undefined> {
  const text = peopleText(search);
  const to = text + END;
  // A whole key begins no other one.
  let from = cursor === undefined ? text : `${readCursor(cursor)}#`;
  if (!from.startsWith(text) || Buffer.compare(Buffer.from(from), Buffer.from(to)) > 0) return undefined;
  const users: ListedUser[] = [];
  while (true) {
    const page = await table.page({
      IndexName: "directory",
      KeyConditionExpression: "directoryPk = :pk AND directorySk BETWEEN :from AND :to",
      ExpressionAttributeValues: { ":pk": partitionOf(text), ":from": from, ":to": to },
      Limit: limit + 1,
    });
    const entries = page.items.map((item) => v.parse(storedEntry, item));
    const ids = [...new Set(entries.map(({ id }) => id))];
    const stored = await load(ids);
    for (const { id, directorySk } of entries) {
      if (users.length === limit) return { users, cursor: writeCursor(from.slice(0, -1)) };
      from = `${directorySk}#`;
      const user = stored[ids.indexOf(id)];
      if (user && listedUnder(user, text) === kindOf(directorySk)) users.push(user);
    }
    if (!page.next) return { users, cursor: null };
  }
}

const writeCursor = (directorySk: string): string => Buffer.from(directorySk).toString("base64url");
const readCursor = (cursor: string): string => Buffer.from(cursor, "base64url").toString();

const kindOf = (directorySk: string): string | undefined => directorySk.split("#").at(-2);

/** None where the name has changed since the index was written. */
function listedUnder(user: ListedUser, text: string): Term | undefined {
  const terms = peopleTerms(user);
  return TERMS.find((kind) => terms[kind].startsWith(text));
}
