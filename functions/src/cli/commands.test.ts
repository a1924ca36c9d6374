import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { TypedItem } from "@coffer/dynamo/backup";
import { ensureTable } from "@coffer/dynamo/create-table";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { composeLocal, type LocalProduct } from "../local/compose.ts";
import { type Database, openDatabase, TABLE_NAME } from "../local/database.ts";
import { createDemo } from "../local/demo.ts";
import { PROJECT, readSettings, StartProblem } from "../local/settings.ts";
import { openTarget } from "./target.ts";

// The commands run beside the product: this process holds its database, as `pnpm start` does.

const scratch = mkdtempSync(join(tmpdir(), "coffer-commands-"));
const environmentOf = (dataDir: string) => ({
  ...process.env,
  COFFER_DATA_DIR: dataDir,
  DYNAMODB_ENDPOINT: "",
  INIT_CWD: scratch,
});
const home = join(scratch, "home");
let database: Database;
let product: LocalProduct;
beforeAll(async () => {
  const settings = readSettings(environmentOf(home));
  database = await openDatabase(settings);
  product = composeLocal(settings, database.endpoint, "http://coffer.test");
  await ensureTable(product.dynamo, TABLE_NAME);
  await createDemo(settings, database.endpoint, "http://coffer.test", () => undefined);
});
afterAll(async () => {
  await database.close();
  rmSync(scratch, { recursive: true, force: true });
});

type Said = { code: number; last: string };

/** Runs a command in a process of its own; `last` is the last line of its output, or of its errors. */
function run(command: string, parameters: string[], dataDir = home): Promise<Said> {
  const program = join(PROJECT, `functions/src/cli/${command}.ts`);
  const last = (text: string) => text.trim().split("\n").at(-1) ?? "";
  return promisify(execFile)(process.execPath, [program, ...parameters], {
    env: environmentOf(dataDir),
  }).then(
    ({ stdout }) => ({ code: 0, last: last(stdout) }),
    (error: { code: number; stderr: string }) => ({ code: error.code, last: last(error.stderr) }),
  );
}

const linesOf = (file: string) => readFileSync(join(scratch, file), "utf8").trim().split("\n");
/** Neither the order of items nor that of their attributes means anything. */
const byKey = (lines: string[]) =>
  new Map(
    lines.map((line) => {
      const item: TypedItem = JSON.parse(line);
      return [`${item.pk?.S} ${item.sk?.S}`, item];
    }),
  );

describe("a backup", () => {
  test("restored into an empty table equals the original, item by item (docs/promises.md R8)", async () => {
    const backedUp = await run("backup", ["first.jsonl"]);
    const [header, ...items] = linesOf("first.jsonl");
    const end = items.pop();
    expect(backedUp).toEqual({
      code: 0,
      last: `Backed up ${items.length} items to ${join(scratch, "first.jsonl")}.`,
    });
    expect(items.length).toBeGreaterThan(500);

    const elsewhere = join(scratch, "elsewhere");
    const restored = await run("restore", ["first.jsonl"], elsewhere);
    expect(restored.last).toBe(`Restored ${items.length} items from ${join(scratch, "first.jsonl")}.`);
    await run("backup", ["second.jsonl"], elsewhere);
    const [again, ...same] = linesOf("second.jsonl");
    expect([again, same.pop()]).toEqual([header, end]);
    expect(same.length).toBe(items.length);
    expect(byKey(same)).toEqual(byKey(items));
  }, 60_000);

  test("is not restored where it would do harm, nor from a damaged or foreign file", async () => {
    writeFileSync(join(scratch, "letter.txt"), "Dear Ana,\n");
    const [header, one, two] = linesOf("first.jsonl");
    writeFileSync(join(scratch, "cut.jsonl"), `${header}\n${one}\n${two?.slice(0, 40)}`);
    writeFileSync(join(scratch, "short.jsonl"), `${header}\n${one}\n${two}\n`);
    const use = "Use: pnpm restore FILE [--stage NAME [--table NAME]]";
    const refusals: [file: string[], sentence: string][] = [
      [
        ["first.jsonl"],
        "The table is not empty; restore into a fresh data folder (COFFER_DATA_DIR) or stage.",
      ],
      [["nowhere.jsonl"], `There is no file ${join(scratch, "nowhere.jsonl")}.`],
      [[], use],
      [["first.jsonl", "--force"], use],
    ];
    for (const [parameters, last] of refusals)
      expect(await run("restore", parameters)).toEqual({ code: 1, last });

    const fresh = join(scratch, "fresh");
    expect((await run("restore", ["letter.txt"], fresh)).last).toContain("is not a backup of Coffer.");
    for (const file of ["cut.jsonl", "short.jsonl"])
      expect((await run("restore", [file], fresh)).last).toBe(
        "The backup is not whole; nothing of it was restored.",
      );
  }, 60_000);
});

test.each([
  [{ table: "other" }, "--table names a table of a stage: give --stage as well."],
  [{ stage: "Bad Name" }, '"Bad Name" is not a stage\'s name.'],
])("no command runs in %j", async (place, said) => {
  await expect(openTarget(place)).rejects.toEqual(new StartProblem(said));
});

describe("an administrator", () => {
  const isAdmin = async () => (await product.core.accounts.find("ana@coffer.example"))?.isAdmin;

  test("is granted and revoked", async () => {
    expect(await run("admin", ["grant", " Ana@Coffer.Example "])).toEqual({
      code: 0,
      last: "ana@coffer.example is now an administrator.",
    });
    expect(await isAdmin()).toBe(true);
    expect((await run("admin", ["revoke", "ana@coffer.example"])).last).toBe(
      "ana@coffer.example is no longer an administrator.",
    );
    expect(await isAdmin()).toBe(false);
  }, 30_000);

  test("needs an account, and a verb that exists", async () => {
    expect(await run("admin", ["grant", "nobody@example.com"])).toEqual({
      code: 1,
      last: "Nobody with the address nobody@example.com has an account.",
    });
    const address = "newcomer@example.com";
    const person = { firstName: "New", lastName: "Comer", phone: "555 0102030", password: "correct horse" };
    await product.core.accounts.register({ ...person, email: address }, "192.0.2.1");
    expect(await run("admin", ["grant", address])).toEqual({
      code: 1,
      last: `${address} is not verified yet: open the link in the verification email, then grant again.`,
    });
    expect((await run("admin", ["crown", "ana@coffer.example"])).last).toMatch(
      /^Use: pnpm admin grant\|revoke EMAIL/,
    );
  }, 30_000);
});
