import { readFileSync } from "node:fs";
import { join } from "node:path";
import { monthOfDay } from "@coffer/domain/time/month";
import { beforeEach, describe, expect, inject, test } from "vitest";
import { Crash, crashingClient } from "../../test/crashing-client.ts";
import { day } from "../../test/fixtures.ts";
import { freshTable } from "../../test/store.ts";
import { everything, putBack, type TypedItem } from "./backup.ts";
import { isMigrated, migrate } from "./migrations.ts";
import { createTable } from "./table/table.ts";

// Items as each release wrote them: a release adds a file, and none is ever changed (docs/migrations.md).
const RELEASED = ["2026-11-21"];
/** The people of the first release's file: Ana shares with Ben and has invited an address; Nia has proven nothing. */
const [ANA, BEN, NIA] = ["ana@coffer.example", "ben@coffer.example", "nia@example.com"];

let opened: Awaited<ReturnType<typeof freshTable>>;

async function open(release: string) {
  opened = await freshTable(inject("engine"));
  const lines = readFileSync(join(import.meta.dirname, `../../test/released/${release}.jsonl`), "utf8");
  const items: TypedItem[] = lines
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  await putBack(opened.client, opened.name, items);
  return opened;
}

async function walk(table = opened.table) {
  let last = { read: 0, upgraded: 0 };
  for await (last of migrate(table));
  return last;
}

/** Everything that the stores read of the file's people. */
async function everythingRead() {
  const { store } = opened;
  const ana = await store.users.withEmail(ANA);
  if (!ana) throw new Error("Ana is gone");
  const { id } = ana.user;
  const shares = await store.shares.list(id);
  return {
    ana,
    nia: await store.users.withEmail(NIA),
    categories: await store.categories.list(id),
    transactions: await store.transactions.list(id, day("2025-01-01"), day("2026-12-31")),
    months: await store.budgets.months(id, monthOfDay(day("2025-11-01")), monthOfDay(day("2026-11-30"))),
    goals: await store.goals.list(id),
    subscriptions: await store.subscriptions.list(id),
    shares,
    grantedTo: await Promise.all(shares.map(({ recipientId }) => store.shares.grantedTo(recipientId))),
    invitations: await store.invitations.list(id),
    mail: await store.outbox.failed(undefined, 50),
  };
}

describe.each(RELEASED)("a table of %s", (release) => {
  beforeEach(() => open(release));

  test("is read whole, before it is migrated and afterwards", async () => {
    const before = await everythingRead();
    expect(before.ana).toMatchObject({ provenEmail: ANA, takeBacks: [] });
    expect(before.nia).toMatchObject({ provenEmail: null });
    expect(before.shares).toMatchObject([{ mailed: true }]);
    expect(before.invitations).toMatchObject([{ mailed: true }]);
    for (const kind of ["categories", "transactions", "goals", "subscriptions"] as const)
      expect(before[kind]).not.toEqual([]);
    await walk();
    // Rows that a deletion of the first release had not moved yet are back in their category.
    const { transactions, months, ...rest } = await everythingRead();
    expect({ ...rest, transactions: before.transactions, months: before.months }).toEqual(before);
    expect(months).toHaveLength(before.months.length);
    const moved = transactions.filter(({ description }) => description === "Old To be moved");
    expect(moved).toHaveLength(1);
    expect(transactions).toEqual(expect.arrayContaining(before.transactions));
  });

  test("is migrated once", async () => {
    expect(await isMigrated(opened.table)).toBe(false);
    const { upgraded } = await walk();
    expect(upgraded).toBeGreaterThan(0);
    expect(await isMigrated(opened.table)).toBe(true);
    expect((await walk()).upgraded).toBe(0);
  });

  test("is migrated the same, wherever the walk is killed", async () => {
    await walk();
    const whole = await everythingRead();
    for (let at = 1; ; at++) {
      const { client, name } = await open(release);
      const crashed = await walk(
        createTable(crashingClient(inject("engine"), { at, of: "writes", when: "after" }), name),
      ).then(
        () => false,
        (error) => error instanceof Crash || Promise.reject(error),
      );
      await walk(createTable(client, name));
      expect(await everythingRead()).toEqual(whole);
      if (!crashed) break;
    }
  });

  test("names nobody whose account was deleted after the share had ended", async () => {
    const { store, table } = opened;
    const [ana, ben] = [await store.users.withEmail(ANA), await store.users.withEmail(BEN)];
    if (!ana || !ben) throw new Error("Ana or Ben is gone");
    const [anas, bens] = [ana, ben].map(({ user }) => String(user.id).padStart(16, "0"));
    await table.delete({ pk: `BUDGET#${anas}`, sk: `SHARE#${bens}` });
    await table.delete({ pk: `USER#${bens}`, sk: `OPENS#${anas}` });
    await walk();
    const { id } = ben.user;
    const account = await store.users.account(id);
    if (!account) throw new Error("Ben is gone");
    const ended = [await store.households.get(id)];
    const removal = { ended, left: [], now: Date.now() };
    expect(await store.accountRemoval.begin(account, undefined, removal)).toBe(true);
    const begun = await store.accountRemoval.get(id);
    if (!begun) throw new Error("no removal");
    await store.accountRemoval.forgetName(begun);
    await store.accountRemoval.deleteLedger(id, id);
    await store.accountRemoval.deleteUser(id);
    await store.accountRemoval.finish(id);
    const left: string[] = [];
    for await (const page of everything(opened.client, opened.name))
      left.push(...page.map((item) => JSON.stringify(item)));
    expect(left.filter((item) => item.includes(BEN) || item.includes(`"Ben"`))).toEqual([]);
  });

  test("keeps the proven address of an account that is changed before it is migrated", async () => {
    const { users } = opened.store;
    const before = await users.withEmail(ANA);
    if (!before) throw new Error("Ana is gone");
    const user = { ...before.user, email: "new@example.com", emailVerified: false };
    expect(await users.save(before, { ...before, user }, {})).toBe("saved");
    await walk();
    expect(await users.account(user.id)).toMatchObject({
      user: { email: "new@example.com" },
      provenEmail: ANA,
    });
  });
});

test("an item that changes during the migration is upgraded in its new state", async () => {
  await open("2026-11-21");
  const { table } = opened;
  const account = await opened.store.users.withEmail(NIA);
  const Key = { pk: `USER#${String(account?.user.id).padStart(16, "0")}`, sk: "PROFILE" };
  const rename = () =>
    table.update({
      Key,
      UpdateExpression: "SET lastActiveAt = :now, emailVerified = :yes",
      ExpressionAttributeValues: { ":now": Date.now(), ":yes": true },
    });
  let changed = false;
  const racing = {
    ...table,
    async transact(...args: Parameters<typeof table.transact>) {
      if (!changed) await rename();
      changed = true;
      return table.transact(...args);
    },
  };
  await walk(racing);
  expect(await table.get(Key)).toMatchObject({ provenEmail: NIA, shape: 3 });
});
