import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { zip } from "../../../packages/bank-files/test/zip.ts";
import { startProduct } from "../../test/harness.ts";
import { convert } from "./convert.ts";

const folder = mkdtempSync(join(tmpdir(), "coffer-convert-test-"));

/** A budget in the tables of Actual, of invented people and shops. */
function actual(): Uint8Array {
  const path = join(folder, "made.sqlite");
  const db = new DatabaseSync(path);
  db.exec(`
    CREATE TABLE accounts (id TEXT, name TEXT, offbudget INTEGER, tombstone INTEGER);
    INSERT INTO accounts VALUES ('a', 'Current', 0, 0), ('b', 'Card', 0, 0), ('h', 'House', 1, 0);
    CREATE TABLE category_groups (id TEXT, name TEXT, is_income INTEGER, sort_order REAL, hidden INTEGER, tombstone INTEGER);
    INSERT INTO category_groups VALUES ('g1', 'Daily', 0, 2, 0, 0), ('g2', 'Home', 0, 1, 0, 0), ('g3', 'Income', 1, 3, 0, 0);
    CREATE TABLE categories (id TEXT, name TEXT, is_income INTEGER, cat_group TEXT, sort_order REAL, hidden INTEGER, tombstone INTEGER);
    INSERT INTO categories VALUES ('food', 'Food', 0, 'g1', 1, 0, 0), ('rent', 'Rent', 0, 'g2', 1, 0, 0),
      ('trip', 'Trips', 0, 'g1', 2, 1, 0), ('pay', 'Pay', 1, 'g3', 1, 0, 0), ('old', 'Snacks', 0, 'g1', 3, 0, 1);
    CREATE TABLE category_mapping (id TEXT, transferId TEXT);
    INSERT INTO category_mapping VALUES ('food', 'food'), ('old', 'food');
    CREATE TABLE payees (id TEXT, name TEXT, tombstone INTEGER);
    INSERT INTO payees VALUES ('p1', 'Corner Shop', 0), ('p2', 'Works Ltd', 0);
    CREATE TABLE payee_mapping (id TEXT, targetId TEXT);
    INSERT INTO payee_mapping VALUES ('p1', 'p1'), ('p0', 'p1');
    CREATE TABLE zero_budgets (id TEXT, month INTEGER, category TEXT, amount INTEGER, carryover INTEGER);
    INSERT INTO zero_budgets VALUES ('1', 202609, 'food', 10000, 0), ('2', 202610, 'food', 5000, 0),
      ('3', 202609, 'trip', 2000, 1), ('4', 202610, 'trip', -500, 1), ('5', 202610, 'rent', 80000, 0);
    CREATE TABLE transactions (id TEXT, isParent INTEGER, isChild INTEGER, parent_id TEXT, acct TEXT, category TEXT,
      amount INTEGER, description TEXT, notes TEXT, date INTEGER, imported_description TEXT, transferred_id TEXT, tombstone INTEGER);
    INSERT INTO transactions VALUES
      ('t1', 0, 0, NULL, 'a', 'pay', 300000, 'p2', NULL, 20260901, NULL, NULL, 0),
      ('t2', 1, 0, NULL, 'a', NULL, -5000, 'p0', NULL, 20260905, NULL, NULL, 0),
      ('t2/1', 0, 1, 't2', 'a', 'food', -3000, NULL, 'veg', 20260905, NULL, NULL, 0),
      ('t2/2', 0, 1, NULL, 'a', 'trip', -2000, NULL, NULL, 20260905, NULL, NULL, 0),
      ('t3', 0, 0, NULL, 'a', NULL, -9900, NULL, NULL, 20260906, NULL, 't4', 0),
      ('t4', 0, 0, NULL, 'b', NULL, 9900, NULL, NULL, 20260906, NULL, 't3', 0),
      ('t5', 0, 0, NULL, 'h', NULL, 9000000, NULL, NULL, 20260906, NULL, NULL, 0),
      ('t10', 0, 0, NULL, 'a', NULL, -2500, NULL, 'for the roof', 20260907, NULL, 't11', 0),
      ('t11', 0, 0, NULL, 'h', NULL, 2500, NULL, NULL, 20260907, NULL, 't10', 0),
      ('t12', 0, 0, NULL, 'a', 'rent', -1000, NULL, NULL, 20261008, NULL, 't13', 0),
      ('t6', 0, 0, NULL, 'b', 'old', 400, 'p1', NULL, 20260910, NULL, NULL, 0),
      ('t7', 0, 0, NULL, 'b', 'food', -100, 'p1', NULL, 20260911, NULL, NULL, 1),
      ('t9', 0, 0, NULL, 'a', 'pay', -5000, 'p2', NULL, 20260902, NULL, NULL, 0),
      ('t8', 0, 0, NULL, 'b', NULL, -700, NULL, NULL, 20261002, 'KIOSK 12', NULL, 0);
  `);
  db.close();
  return readFileSync(path);
}

const database = actual();
const archive = zip(database, database.length, "db.sqlite");

test("turns a budget of Actual into a file that a budget is restored from, with what is available in it", async () => {
  writeFileSync(join(folder, "actual.zip"), archive);
  const said = await convert(["actual.zip", "--out", "coffer.json"], { INIT_CWD: folder });
  expect(said).toContain("3 halves of transfers between own accounts are in no figure.");
  expect(said).toContain("2 transactions of accounts that are off the budget, 1 plan below zero");
  expect(said).toContain("2 rows without a category wait in “To review”.");
  const file = JSON.parse(readFileSync(join(folder, "coffer.json"), "utf8"));
  expect(file).toMatchObject({ format: "coffer", version: 3, people: [] });

  const product = await startProduct();
  const person = await product.person();
  const restored = await person.post("/api/restore", { batch: "moving-1", version: 3, items: file.items });
  expect(restored.status, JSON.stringify(restored.body)).toBe(200);
  const { body: categories } = await person.get("/api/categories");
  const moved = { month: 10, year: 2026 };
  expect(
    Object(categories).toSorted(
      (a: { position: number }, b: { position: number }) => a.position - b.position,
    ),
  ).toMatchObject([
    { name: "Rent", group: "Home", carry: "surplus", opening: { ...moved, amount: 0 } },
    { name: "Food", group: "Daily", carry: "surplus", opening: { ...moved, amount: 74 } },
    { name: "Trips", group: "Daily", carry: "all", archived: true, opening: { ...moved, amount: 0 } },
    { name: "Pay", type: "income" },
  ]);
  const idOf = (name: string) => Object(categories).find((one: { name: string }) => one.name === name).id;
  const { body: budgets } = await person.get("/api/budgets?month=10&year=2026");
  expect(budgets).toContainEqual(expect.objectContaining({ categoryId: idOf("Rent"), available: 790 }));
  expect(budgets).toContainEqual(
    expect.objectContaining({ categoryId: idOf("Food"), carried: 74, available: 124 }),
  );
  const { body: bought } = await person.get("/api/transactions?startDate=2026-09-01&endDate=2026-10-31");
  const lines = Object(bought).filter(({ date }: { date: string }) => date === "2026-09-05");
  expect(lines).toMatchObject([{ description: "Corner Shop" }, { description: "Corner Shop" }]);
  expect(lines[0].paymentId).toBe(lines[1].paymentId);
  // Money that went to an account outside the budget under a category was spent from the category.
  expect(bought).toContainEqual(expect.objectContaining({ categoryId: idOf("Rent"), amount: 10 }));
  expect(bought).toHaveLength(5);
  const halves = file.items.filter(({ state }: { state?: string }) => state === "transfer");
  expect(halves).toMatchObject([
    { description: "Transfer to Card", amount: 99, type: "expense", pairId: halves[1].id },
    { description: "Transfer from Current", amount: 99, type: "income", pairId: halves[0].id },
    { description: "Transfer to House", amount: 25, notes: "for the roof" },
  ]);
  expect(halves[2].pairId).toBeUndefined();
  const { body: totals } = await person.get("/api/transactions/search?text=Transfer");
  expect(Object(totals).total.count).toBe(0);
  const { rows } = Object((await person.get("/api/review")).body);
  expect(rows).toMatchObject([
    { description: "KIOSK 12", amount: 7, type: "expense", source: "Actual" },
    { description: "Works Ltd", amount: 50, type: "expense", source: "Actual" },
  ]);
});

test("writes the same file again", async () => {
  const path = join(folder, "tracking.sqlite");
  writeFileSync(path, database);
  const db = new DatabaseSync(path);
  db.exec(`
    CREATE TABLE preferences (id TEXT, value TEXT);
    INSERT INTO preferences VALUES ('budgetType', 'tracking');
    CREATE TABLE reflect_budgets (id TEXT, month INTEGER, category TEXT, amount INTEGER, carryover INTEGER);
    INSERT INTO reflect_budgets VALUES ('1', 202609, 'food', 10000, 1), ('2', 202609, 'rent', 80000, 0);
    UPDATE category_groups SET hidden = 1 WHERE id = 'g2';
  `);
  db.close();
  const tracking = readFileSync(path);
  writeFileSync(join(folder, "tracking.zip"), zip(tracking, tracking.length, "db.sqlite"));
  const files = ["tracking-1.json", "tracking-2.json"].map(async (name) => {
    await convert(["tracking.zip", "--out", name], { INIT_CWD: folder });
    return readFileSync(join(folder, name), "utf8");
  });
  const [first = "", second] = await Promise.all(files);
  expect(second).toBe(first);
  expect(JSON.parse(first).items).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ name: "Food", carry: "all", opening: { month: 10, year: 2026, amount: 74 } }),
      expect.objectContaining({ name: "Rent", carry: "none", archived: true }),
    ]),
  );
});

const encrypted = (bytes: Uint8Array) => {
  const copy = Buffer.from(bytes);
  copy.writeUInt16LE(1, copy.lastIndexOf("PK\u0001\u0002", undefined, "latin1") + 8);
  return copy;
};
const noise = new Uint8Array(4096).fill(7);

test.each([
  ["another file", new TextEncoder().encode("Date,Payee"), "not an export of Actual"],
  ["another zip", zip(noise, 4096), "not an export of Actual"],
  ["a zip that is cut off", archive.subarray(0, archive.length / 2), "cut off"],
  ["a zip that unpacks to two gigabytes", zip(noise, 2 ** 31, "db.sqlite"), "more than a gigabyte"],
  ["an encrypted zip", encrypted(archive), "encrypted"],
  ["an encrypted database", zip(noise, 4096, "db.sqlite"), "encrypted"],
  ["a database that is cut off", zip(database.subarray(0, 3_000), 3_000, "db.sqlite"), "cut off"],
])("names the fault of %s", async (_what, bytes, sentence) => {
  writeFileSync(join(folder, "wrong.zip"), bytes);
  await expect(convert(["wrong.zip", "--out", "never.json"], { INIT_CWD: folder })).rejects.toThrow(sentence);
});

test("names a file that it cannot read", async () => {
  writeFileSync(join(folder, "good.zip"), archive);
  writeFileSync(join(folder, "kept.json"), "mine");
  const into = (name: string) => convert([name, "--out", "kept.json"], { INIT_CWD: folder });
  await expect(into("good.zip")).rejects.toThrow("already exists");
  expect(readFileSync(join(folder, "kept.json"), "utf8")).toBe("mine");
  await expect(into("none.zip")).rejects.toThrow("cannot be read");
  await expect(convert(["good.zip"], { INIT_CWD: folder })).rejects.toThrow("Use: pnpm convert");
});
