import { readFileSync } from "node:fs";
import { join } from "node:path";
import { UNKNOWN_DEVICE } from "@coffer/core/access";
import { changeAccount } from "@coffer/core/account/account-store";
import { beforeEach, describe, expect, inject, test } from "vitest";
import { freshTable, itemsOf, newUser } from "../../../test/store.ts";
import { putBack } from "../backup.ts";
import { isMigrated, migrate } from "../migrations.ts";
import { createStores } from "../stores.ts";
import { userItemKey, userPartition } from "../table/item.ts";
import type { Table } from "../table/table.ts";
import { credentialPartition } from "./credentials.ts";

const NOW = Date.parse("2026-11-26T12:00:00Z");
const USER = 7;
const factor = (revision: number) => ({
  ...{ secret: "JBSWY3DPEHPK3PXP", confirmed: true, lastStep: revision, recovery: ["a"] },
  ...{ goesAt: null, revision },
});
const passkey = (id: string) => ({
  ...{ id, name: id, publicKey: "key", counter: 0, createdAt: NOW, lastUsedAt: null },
  ...{ device: UNKNOWN_DEVICE, sessionVersion: 1 },
});
let mails = 0;
const told = () => ({
  mail: {
    id: `account-credential-${++mails}`,
    mail: { kind: "account-kept", to: "ana@example.com", firstName: "Ana" } as const,
    createdAt: NOW,
    userId: USER,
  },
  notification: null,
});

type Store = ReturnType<typeof createStores>;

let table: Table;
/** A stage's releases, whose credentials are among a user's items, and apart. */
let among: Store;
let apart: Store;

beforeEach(async () => {
  ({ table } = await freshTable(inject("engine")));
  among = createStores(table, { credentialsApart: false });
  apart = createStores(table, { credentialsApart: true });
});

async function create(store: Store) {
  await newUser(store, { id: USER });
  await setPassword(store, "first");
  expect(await store.secondFactors.save(USER, undefined, factor(1))).toBe(true);
  const account = await store.users.account(USER);
  expect(account && (await store.passkeys.add(account, passkey("a"), told()))).toBe("added");
  expect(await store.users.offlineKey(USER, "fresh")).toBe("fresh");
}

const setPassword = ({ users }: Store, passwordHash: string) =>
  changeAccount({ users }, USER, (after) => ({ after, writes: { passwordHash } }));

const read = async ({ users, passkeys, secondFactors }: Store) => ({
  password: await users.passwordHash(USER),
  offlineKey: await users.offlineKey(USER, "another"),
  factor: await secondFactors.get(USER),
  passkeys: await passkeys.list(USER),
  passkey: await passkeys.get(USER, "a"),
});

const sks = async (partition: string) => (await itemsOf(table, partition)).map(({ sk }) => String(sk));
const keysIn = async (partition: string) =>
  (await sks(partition)).filter((sk) => /^(PASSWORD|PASSKEY#.*|SECOND_FACTOR|OFFLINE_KEY)$/.test(sk));

async function move(over: Table) {
  for await (const _ of migrate(over));
}

const ALL = ["OFFLINE_KEY", expect.stringMatching(/^PASSKEY#/), "PASSWORD", "SECOND_FACTOR"];
const CREATED = {
  ...{ password: "first", offlineKey: "fresh", factor: factor(1) },
  ...{ passkeys: [passkey("a")], passkey: passkey("a") },
};

test("a new stage keeps them in their own partition alone", async () => {
  await create(apart);
  expect(await keysIn(credentialPartition(USER))).toEqual(ALL);
  expect(await keysIn(userPartition(USER))).toEqual([]);
  expect(await table.get(userItemKey(USER, "PROFILE"))).not.toHaveProperty("passwordHash");
});

describe.each([
  { place: "among the user's items", by: () => among, changedBy: () => apart },
  { place: "in their own partition", by: () => apart, changedBy: () => among },
])("those $place", ({ by, changedBy }) => {
  beforeEach(() => create(by()));

  test("are read, changed and removed by the release that puts them elsewhere", async () => {
    const other = changedBy();
    expect(await read(other)).toEqual(CREATED);
    await setPassword(other, "second");
    expect(await other.secondFactors.save(USER, factor(1), factor(2))).toBe(true);
    expect(await other.secondFactors.save(USER, factor(1), factor(3))).toBe(false);
    await other.passkeys.noteUse(USER, { ...passkey("a"), counter: 4 });
    expect(await other.passkeys.keep(USER, passkey("a"), 1, told())).toBe(true);
    for (const store of [by(), other])
      expect(await read(store)).toMatchObject({
        ...{ password: "second", factor: factor(2), passkeys: [{ id: "a", counter: 4 }] },
      });
    expect(await other.secondFactors.save(USER, factor(2), null)).toBe(true);
    expect(await other.passkeys.remove(USER, "a")).toBe(true);
    expect(await other.passkeys.remove(USER, "a")).toBe(false);
    for (const store of [by(), other])
      expect(await read(store)).toMatchObject({ factor: undefined, passkeys: [], passkey: undefined });
  });

  test("are not created a second time elsewhere", async () => {
    const other = changedBy();
    const account = await other.users.account(USER);
    expect(await other.secondFactors.save(USER, undefined, factor(9))).toBe(false);
    expect(account && (await other.passkeys.add(account, passkey("a"), told()))).toBe("exists");
    expect(await read(other)).toEqual(CREATED);
  });

  test("go with the account", async () => {
    await changedBy().accountRemoval.deleteUser(USER);
    for (const partition of [userPartition(USER), credentialPartition(USER)])
      expect(await itemsOf(table, partition)).toEqual([]);
  });
});

test("those that this release and the one before stored are read, and signed in with once moved", async () => {
  const file = join(import.meta.dirname, "../../../test/released/credentials-2026-11-26.jsonl");
  const lines = readFileSync(file, "utf8").trim().split("\n");
  await putBack(
    table.client,
    table.name,
    lines.map((line) => JSON.parse(line)),
  );
  for (const isMoved of [false, true]) {
    if (isMoved) await move(table);
    for (const user of [7, 8])
      expect({
        password: await apart.users.passwordHash(user),
        offlineKey: await apart.users.offlineKey(user, "another"),
        factor: await apart.secondFactors.get(user),
        passkeys: await apart.passkeys.list(user),
      }).toEqual({ password: "first", offlineKey: "fresh", factor: factor(1), passkeys: [passkey("a")] });
  }
});

describe("the migration", () => {
  test("moves them once a stage's release finds them in either place, and leaves them before", async () => {
    await create(among);
    for await (const _ of migrate(table, { credentialsApart: false }));
    expect(await isMigrated(table, { credentialsApart: false })).toBe(true);
    expect(await keysIn(credentialPartition(USER))).toEqual([]);
    expect(await isMigrated(table)).toBe(false);
    await move(table);
    expect(await keysIn(credentialPartition(USER))).toEqual(ALL);
    expect(await keysIn(userPartition(USER))).toEqual([]);
    for (const store of [among, apart]) expect(await read(store)).toEqual(CREATED);
  });

  test.each([
    { what: "a change", use: (to: Store) => to.secondFactors.save(USER, factor(1), factor(2)), answer: true },
    { what: "a password", use: (to: Store) => to.users.passwordHash(USER), answer: "first" },
    { what: "a second factor", use: (to: Store) => to.secondFactors.get(USER), answer: factor(1) },
    { what: "passkeys", use: (to: Store) => to.passkeys.list(USER), answer: [passkey("a")] },
    { what: "a removal", use: (to: Store) => to.passkeys.remove(USER, "a"), answer: true },
  ])("does not hide $what that is read during it", async ({ use, answer }) => {
    for (const at of [0, 1, 2]) {
      ({ table } = await freshTable(inject("engine")));
      await create(createStores(table, { credentialsApart: false }));
      let left = at;
      const moving = async <T>(request: () => Promise<T>): Promise<T> => {
        if (left-- === 0) await move(table);
        return request();
      };
      const racing = createStores({
        ...table,
        get: (...args) => moving(() => table.get(...args)),
        find: (key, parse) => moving(() => table.find(key, parse)),
        list: (...args) => moving(() => table.list(...args)),
        tryTransact: (writes) => moving(() => table.tryTransact(writes)),
      });
      expect(await use(racing)).toEqual(answer);
    }
  });

  test("keeps the moved ones if a backup made during it has both", async () => {
    await create(among);
    const before = await itemsOf(table, userPartition(USER));
    await move(table);
    await setPassword(apart, "newer");
    await apart.secondFactors.save(USER, factor(1), factor(2));
    for (const item of before) await table.put(Object(item));
    const both = { password: "newer", factor: factor(2), passkeys: [passkey("a")] };
    expect(await read(apart)).toMatchObject(both);
    await move(table);
    expect(await read(apart)).toMatchObject(both);
    expect(await keysIn(userPartition(USER))).toEqual([]);
  });
});
