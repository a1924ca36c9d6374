import { isDeepStrictEqual } from "node:util";
import { inBatches } from "@coffer/domain/batches";
import type { Id } from "@coffer/domain/id";
import * as v from "valibot";
import { type CredentialOptions, credentialKey } from "./account/credentials.ts";
import { PASSKEY_PREFIX, SECOND_FACTOR } from "./account/passkeys.ts";
import { PROFILE } from "./account/user-directory.ts";
import { searchWrites } from "./account/user-search.ts";
import { OFFLINE_KEY, PASSWORD, userFromItem, userShape } from "./account/users.ts";
import { cleanupSchedule } from "./category/category-cleanup.ts";
import { categoryKey } from "./category/resolve-category.ts";
import { endedEntry, outboxIdOf } from "./mail/outbox-item.ts";
import { SUPPRESSED, suppressedEntry } from "./mail/suppression.ts";
import { INVITATION_PREFIX, shareShape } from "./share/invitations.ts";
import { SHARE_PREFIX } from "./share/shares.ts";
import { hasPrefix, type Item, type Key, type Shape, storedKey, type WriteInput } from "./table/item.ts";
import type { Table } from "./table/table.ts";
import { ABSENT, assign, change, PRESENT, put, remove, stillIs, succeeds, when } from "./table/writes.ts";

/** `writes` returns none for an item that is up to date. */
type Migration = {
  is: (key: Key) => boolean;
  shape?: Shape;
  writes: (item: Item & Key) => WriteInput[];
};

const inShape = (shape: Shape, is: Migration["is"], more: Migration["writes"] = () => []): Migration => ({
  is,
  shape,
  writes: (item) => (shape.isCurrent(item) ? [] : [upgradeOf(shape, item), ...more(item)]),
});

const storedDeletion = v.object({
  ownerId: v.number(),
  category: v.number(),
  moveTo: v.nullable(v.number()),
  startedAt: v.number(),
  /** On the schedule until it is finished. */
  schedulePk: v.optional(v.string()),
});

/**
 * The first release stored a deletion of a category in a separate item and finished it within minutes. An unfinished one
 * becomes a tombstone; finished ones expire by themselves.
 */
const deletions: Migration = {
  is: ({ sk }) => sk.startsWith("DELETION#"),
  writes({ pk, sk, ...item }) {
    const { ownerId, category: id, startedAt: deletedAt, ...deletion } = v.parse(storedDeletion, item);
    if (deletion.schedulePk === undefined) return [];
    const tombstone = { id, deletedAt, movedTo: deletion.moveTo, ...cleanupSchedule(ownerId, id, deletedAt) };
    return [put({ ...categoryKey(ownerId, id), ...tombstone }, ABSENT), remove({ pk, sk }, PRESENT)];
  },
};

const storedBare = v.object({ id: v.number(), deletedAt: v.number() });
const storedMark = v.object({ batch: v.string(), undoneAt: v.number() });
const ownerOf = (pk: string): number => Number(pk.slice(pk.indexOf("#") + 1));

/**
 * Releases until 25 November 2026 kept deleted categories and undone imports forever, outside the schedule. Scheduled
 * again, clean-up deletes those that nothing references.
 */
const keptTombstones: Migration = {
  is: ({ pk, sk }) =>
    pk.startsWith("BUDGET#") && (sk.startsWith("CATEGORY#") || sk.startsWith("CATEGORY~IMPORT#")),
  writes({ pk, sk, ...item }) {
    if (item.schedulePk !== undefined || item.name !== undefined) return [];
    const bare = v.safeParse(storedBare, item);
    const mark = v.safeParse(storedMark, item);
    const [id, at] = bare.success
      ? [bare.output.id, bare.output.deletedAt]
      : mark.success
        ? [mark.output.undoneAt, mark.output.undoneAt]
        : [];
    if (id === undefined || at === undefined) return [];
    return [{ Update: assign({ pk, sk }, cleanupSchedule(ownerOf(pk), id, at), PRESENT) }];
  },
};

const storedEnded = v.object({ doneAt: v.number(), outcome: v.string() });

/** Releases until 26 November 2026 did not list finished mail in the schedule, where a restore looks for it. */
const endedMail: Migration = {
  is: ({ pk }) => outboxIdOf(pk) !== undefined,
  writes({ pk, sk, ...item }) {
    const { success, output } = v.safeParse(storedEnded, item);
    const id = outboxIdOf(pk);
    if (!success || id === undefined || item.schedulePk !== undefined) return [];
    return [{ Update: assign({ pk, sk }, endedEntry(id, output.doneAt), PRESENT) }];
  },
};

/** The same releases did not list suppressed addresses. */
const suppressions: Migration = {
  is: ({ sk }) => sk === SUPPRESSED,
  writes({ pk, sk, ...item }) {
    if (item.directoryPk !== undefined) return [];
    return [{ Update: assign({ pk, sk }, suppressedEntry(pk.slice(pk.indexOf("#") + 1)), PRESENT) }];
  },
};

const MIGRATIONS = [
  endedMail,
  suppressions,
  keptTombstones,
  inShape(
    userShape,
    ({ sk }) => sk === PROFILE,
    (item) => searchWrites(userFromItem(item)),
  ),
  inShape(shareShape, ({ sk }) => sk.startsWith(SHARE_PREFIX)),
  inShape(shareShape, ({ sk }) => sk.startsWith(INVITATION_PREFIX)),
  deletions,
];

const isOfUser = ({ pk }: Key) => pk.startsWith("USER#");

/** Moves attributes. A backup made during the migration may have them in both places; the moved ones are newer. */
function credentialMove(userId: Id, sk: string, attributes: Item): WriteInput {
  const names = Object.keys(attributes);
  const set = names.map((name) => `#${name} = if_not_exists(#${name}, :${name})`).join(", ");
  return { Update: change(credentialKey(userId, sk), `SET ${set}`, attributes) };
}

/** Credentials to a partition of their own (account/credentials.ts), on stages whose releases look for them there. */
const CREDENTIAL_MOVES: Migration[] = [
  {
    is: (key) => isOfUser(key) && key.sk === PROFILE,
    writes({ pk, sk, passwordHash }) {
      if (passwordHash === undefined) return [];
      const unchanged = stillIs("passwordHash", passwordHash);
      return [
        { Update: change({ pk, sk }, "REMOVE #passwordHash", {}, unchanged) },
        credentialMove(ownerOf(pk), PASSWORD, { passwordHash }),
      ];
    },
  },
  {
    is: (key) =>
      isOfUser(key) && ([SECOND_FACTOR, OFFLINE_KEY].includes(key.sk) || hasPrefix(key, PASSKEY_PREFIX)),
    writes: ({ pk, sk, ...attributes }) => [
      remove({ pk, sk }, asRead(attributes)),
      credentialMove(ownerOf(pk), sk, attributes),
    ],
  },
];

const migrationsOf = ({ credentialsApart = true }: CredentialOptions) =>
  credentialsApart ? [...MIGRATIONS, ...CREDENTIAL_MOVES] : MIGRATIONS;

/** Changes with every added migration, so that an interrupted scan starts again. */
const targetOf = (migrations: readonly Migration[]) =>
  [...migrations.flatMap(({ shape }) => shape?.stamp.shape ?? []), migrations.length].join(".");

const POSITION: Key = { pk: "MIGRATION", sk: "POSITION" };
const storedPosition = v.object({
  target: v.string(),
  /** The position of the scan; null once it is complete. */
  after: v.nullable(storedKey),
  read: v.number(),
  upgraded: v.number(),
});
const AT_ONCE = 16;
const PORTION = 500;

export type MigrationProgress = { read: number; upgraded: number };

export async function isMigrated(table: Table, options: CredentialOptions = {}): Promise<boolean> {
  const position = await table.find(POSITION, v.parser(storedPosition));
  return position?.target === targetOf(migrationsOf(options)) && position.after === null;
}

/** Safe to stop anywhere, and to run while the product is in use. */
export async function* migrate(
  table: Table,
  options: CredentialOptions = {},
): AsyncGenerator<MigrationProgress> {
  const migrations = migrationsOf(options);
  const target = targetOf(migrations);
  const last = await table.find(POSITION, v.parser(storedPosition));
  const goesOn = last?.target === target && last.after !== null;
  let { read, upgraded, after } = goesOn ? last : { read: 0, upgraded: 0, after: null };
  do {
    const { items, next } = await table.scan({
      ConsistentRead: true,
      Limit: PORTION,
      ExclusiveStartKey: after ?? undefined,
    });
    for (const batch of inBatches(items, AT_ONCE)) {
      const results = await Promise.all(batch.map((item) => upgradeItem(table, migrations, item)));
      upgraded += results.filter(Boolean).length;
    }
    read += items.length;
    after = next ? v.parse(storedKey, next) : null;
    await table.put({ ...POSITION, target, after, read, upgraded });
    yield { read, upgraded };
  } while (after);
}

async function upgradeItem(table: Table, migrations: readonly Migration[], found: Item): Promise<boolean> {
  const key = v.parse(storedKey, found);
  let isUpgraded = false;
  let item: Item | undefined = found;
  for (const migration of migrations.filter(({ is }) => is(key))) {
    for (; item; item = await table.get(key)) {
      const writes = migration.writes({ ...item, ...key });
      if (writes.length === 0) break;
      if (await succeeds(table.transact(writes))) isUpgraded = true;
    }
  }
  return isUpgraded;
}

/** On condition that an item is exactly as it was read; `absent` are attributes that it does not have. */
function asRead(attributes: Item, absent: readonly string[] = []) {
  const same = Object.keys(attributes).map((name) => `#${name} = :old_${name}`);
  const old = Object.entries(attributes).map(([name, value]) => [`old_${name}`, value]);
  const all = [...same, ...absent.map((name) => `attribute_not_exists(#${name})`)];
  return when(all.join(" AND "), Object.fromEntries(old));
}

/** Writes the changes of an upgrade, if the item is exactly as it was read. */
function upgradeOf(shape: Shape, item: Item & Key): WriteInput {
  const { pk, sk, ...before } = item;
  const after = shape.upgrade(item);
  const changed = Object.keys(after).filter((name) => !isDeepStrictEqual(after[name], item[name]));
  const absent = changed.filter((name) => !(name in before));
  const set = `SET ${changed.map((name) => `#${name} = :new_${name}`).join(", ")}`;
  const values = Object.fromEntries(changed.map((name) => [`new_${name}`, after[name]]));
  return { Update: change({ pk, sk }, set, values, asRead(before, absent)) };
}
