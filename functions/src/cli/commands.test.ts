import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { putBack, restoreProgress, type TypedItem } from "@coffer/dynamo/backup";
import { makeCopies } from "@coffer/dynamo/copies";
import { ensureTable } from "@coffer/dynamo/table/create-table";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { quiet } from "../../../packages/test/fixtures.ts";
import { listenLocally } from "../../../packages/test/local-server.ts";
import { startExports } from "../../test/drill/exports.ts";
import { runProduct } from "../../test/running.ts";
import { composeLocal, type LocalProduct } from "../local/compose.ts";
import { noteOrigin } from "../local/data-folder.ts";
import { type Database, openDatabase, TABLE_NAME } from "../local/database.ts";
import { PROJECT, readSettings, StartProblem } from "../local/settings.ts";
import { admin } from "./admin.ts";
import { backup } from "./backup.ts";
import { restore } from "./restore.ts";
import { onTarget } from "./target.ts";

// The commands run beside the product: this process owns its database, as `pnpm start` does.

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
  product = composeLocal(settings, database.endpoint, "http://coffer.test", quiet);
  await ensureTable(product.dynamo, TABLE_NAME);
  await putBack(product.dynamo, TABLE_NAME, manyItems());
});
afterAll(async () => {
  await database.close();
  rmSync(scratch, { recursive: true, force: true });
});

type Said = { code: number; last: string };

/** Runs a command in a new process; `last` is the last line of its output or errors. */
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

/** The items of an old release, of most kinds, and twelve copies of each under other keys. */
function manyItems(): TypedItem[] {
  const released = readFileSync(join(PROJECT, "packages/test/released/2026-11-21.jsonl"), "utf8");
  const items: TypedItem[] = released
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const copies = Array.from({ length: 12 }, (_, n) =>
    items.map((item) => ({ ...item, pk: { S: `${item.pk?.S}#copy-${n}` } })),
  );
  return [...items, ...copies.flat()];
}

const linesOf = (file: string) => readFileSync(join(scratch, file), "utf8").trim().split("\n");
/** The order of items and of their attributes does not matter. */
const byKey = (lines: string[]) =>
  new Map(
    lines.map((line) => {
      const item: TypedItem = JSON.parse(line);
      return [`${item.pk?.S} ${item.sk?.S}`, item];
    }),
  );

describe("a backup", () => {
  test("restored into an empty table equals the original (docs/promises.md R8)", async () => {
    const backedUp = await run("backup", ["first.jsonl"]);
    const [header, ...items] = linesOf("first.jsonl");
    items.pop();
    expect(backedUp).toEqual({
      code: 0,
      last: `Backed up ${items.length} items to ${join(scratch, "first.jsonl")}.`,
    });
    expect(items.length).toBeGreaterThan(500);

    const elsewhere = join(scratch, "elsewhere");
    const restored = await run("restore", ["first.jsonl"], elsewhere);
    expect(restored.last).toBe(`Restored ${items.length} items from ${join(scratch, "first.jsonl")}.`);
    await backup(["second.jsonl"], environmentOf(elsewhere));
    const [again, ...same] = linesOf("second.jsonl");
    same.pop();
    expect(again).toBe(header);
    expect(same.length).toBe(items.length);
    expect(byKey(same)).toEqual(byKey(items));
  });

  test("that cannot be written leaves no file", async () => {
    mkdirSync(join(scratch, "taken"));
    writeFileSync(join(scratch, "letter.txt"), "Dear Ana,\n");
    for (const [file, code] of [
      ["nowhere/first.jsonl", "ENOENT"],
      ["taken", "EISDIR"],
      ["letter.txt/first.jsonl", "ENOTDIR"],
    ] as const) {
      const said = `${join(scratch, file)} cannot be written (${code}).`;
      await expect(backup([file], environmentOf(home))).rejects.toThrow(new StartProblem(said));
    }
    expect(readdirSync(scratch).filter((name) => name.endsWith(".part"))).toEqual([]);
  });

  test("that was restored in part keeps the product from starting until it is whole", async () => {
    const half = join(scratch, "half");
    const [, ...lines] = linesOf("first.jsonl");
    const end = lines.pop() ?? "";
    await onTarget({}, environmentOf(half), async ({ dynamo, tableName }) => {
      await restoreProgress(dynamo, tableName, end).write(0);
      const items = lines.map((line): TypedItem => JSON.parse(line));
      await putBack(dynamo, tableName, items);
    });
    await expect(runProduct(half)).rejects.toThrow("A restore into this data folder was interrupted");
    expect(await restore(["first.jsonl"], environmentOf(half))).toContain(`Restored ${lines.length} items`);
    await expect(restore(["first.jsonl"], environmentOf(half))).rejects.toThrow("The table is not empty");
  });

  test("is restored only whole and into an empty table", async () => {
    writeFileSync(join(scratch, "letter.txt"), "Dear Ana,\n");
    const [header, one, two, ...others] = linesOf("first.jsonl");
    writeFileSync(join(scratch, "cut.jsonl"), `${header}\n${one}\n${two?.slice(0, 40)}`);
    writeFileSync(join(scratch, "short.jsonl"), `${header}\n${one}\n${two}\n`);
    const use =
      "Use: pnpm restore FILE [--stage NAME [--table NAME]], or pnpm restore FOLDER [--until INSTANT] [--stage NAME --table NAME]";
    const refusals: [file: string[], sentence: string][] = [
      [
        ["first.jsonl"],
        "The table is not empty; restore into a fresh data folder (COFFER_DATA_DIR) or stage.",
      ],
      [["nowhere.jsonl"], `There is no file ${join(scratch, "nowhere.jsonl")}.`],
      [["."], `${scratch} has no copies of a table.`],
      [["first.jsonl", "--until", "2026-11-20T00:00:00Z"], `--until is for a folder of copies. ${use}`],
      [
        [".", "--stage", "dev"],
        `The stage's functions must not run during the restore: use pnpm run restore-stage --stage dev --from ${scratch}`,
      ],
      [[".", "--until", "yesterday"], `--until takes INSTANT, not "yesterday". ${use}`],
      [[], use],
      [["first.jsonl", "--force"], `Unknown option '--force'. ${use}`],
    ];
    for (const [parameters, message] of refusals)
      await expect(restore(parameters, environmentOf(home))).rejects.toThrow(
        expect.objectContaining({ message }),
      );

    const intoFresh = (file: string) => restore([file], environmentOf(join(scratch, "fresh")));
    await expect(intoFresh("letter.txt")).rejects.toThrow("is not a backup of Coffer.");
    const changed = (text: string) => [header, text, two, ...others].join("\n");
    writeFileSync(join(scratch, "empty-line.jsonl"), changed("{}"));
    writeFileSync(join(scratch, "changed.jsonl"), changed(one?.replace(/\d(?=[^\d]*$)/, "x") ?? ""));
    for (const file of ["cut.jsonl", "short.jsonl", "empty-line.jsonl", "changed.jsonl"])
      await expect(intoFresh(file)).rejects.toThrow(
        new StartProblem("The backup is incomplete or damaged; nothing was restored."),
      );
  });
});

test("a folder of a stage's copies is restored on this machine", async () => {
  const folder = join(scratch, "copies");
  const exports = await startExports(database.endpoint, TABLE_NAME, folder);
  const at = Date.parse("2026-11-20T00:00:00Z");
  const state = await exports.remember(at);
  const credentials = { accessKeyId: "test", secretAccessKey: "test" };
  const client = new DynamoDBClient({ endpoint: exports.endpoint, region: "local", credentials });
  await makeCopies({ tableName: TABLE_NAME, bucket: "copies", now: at + 60_000 }, client);
  exports.close();
  const elsewhere = join(scratch, "from-copies");
  expect(await restore(["copies"], environmentOf(elsewhere))).toBe(
    "Restored the table as of 2026-11-20T00:00:00Z from a whole copy and 0 copies of changes.",
  );
  await backup(["third.jsonl"], environmentOf(elsewhere));
  expect(byKey(linesOf("third.jsonl").slice(1, -1))).toEqual(state);
});

describe("a nightly backup", () => {
  const night = () => backup(["nightly", "--keep", "2"], environmentOf(home));
  const folder = join(scratch, "nightly");
  const dated = () =>
    readdirSync(folder)
      .filter((name) => /^coffer-2.*\.jsonl$/.test(name))
      .sort();

  test("deletes nothing that it did not write", async () => {
    mkdirSync(folder);
    const foreign = ["coffer-2020-01-01T00-00-00-000Z.jsonl", "by-hand.jsonl"];
    for (const name of foreign) writeFileSync(join(folder, name), readFileSync(join(scratch, "first.jsonl")));
    expect(await night()).toMatch(/, read it back\.$/);
    const [, first = ""] = dated();
    await night();
    expect(await night()).toMatch(/, read it back, and deleted 1 older\.$/);
    expect(dated()).toHaveLength(3);
    expect(dated()).not.toContain(first);
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(foreign));
    const fresh = environmentOf(join(scratch, "from-nightly"));
    expect(await restore([`nightly/${dated().at(-1)}`], fresh)).toMatch(/^Restored \d+ items/);
  });

  test("deletes nothing if its list of backups is unreadable or names other files", async () => {
    for (const list of ["{", JSON.stringify(["../first.jsonl", "by-hand.jsonl"])]) {
      const before = dated();
      writeFileSync(join(folder, ".coffer-backups.json"), list);
      await night();
      expect(dated()).toEqual(expect.arrayContaining(before));
      expect(readdirSync(scratch)).toContain("first.jsonl");
    }
  });

  test("goes into the data folder by default", async () => {
    expect(await backup(["--keep", "1"], environmentOf(home))).toContain(join(home, "backups", "coffer-2"));
    await expect(backup(["first.jsonl", "--keep", "1"], environmentOf(home))).rejects.toThrow(
      new StartProblem(
        `With --keep, backups go into a folder, and ${join(scratch, "first.jsonl")} cannot be made one (EEXIST).`,
      ),
    );
    for (const keep of ["0", "-1", "two", "1.5"])
      await expect(backup(["nightly", `--keep=${keep}`], environmentOf(home))).rejects.toThrow(
        "Use: pnpm backup",
      );
  });
});

test.each([
  [{ table: "other" }, "--table names a table of a stage: give --stage as well."],
  [{ stage: "Bad Name" }, '"Bad Name" is not a stage\'s name.'],
])("no command runs in %j", async (options, said) => {
  await expect(onTarget(options, environmentOf(home), async () => "")).rejects.toEqual(
    new StartProblem(said),
  );
});

test("a command asks the stage which table it runs on", async () => {
  const asked: string[] = [];
  const lambda = createServer((request, response) => {
    asked.push(request.url ?? "");
    const isDeployed = request.url?.includes("coffer-moved-api");
    response.writeHead(isDeployed ? 200 : 404, { "x-amzn-errortype": "ResourceNotFoundException" });
    response.end(JSON.stringify(isDeployed ? { Environment: { Variables: { TABLE_NAME } } } : {}));
  });
  const aws = {
    AWS_ENDPOINT_URL_LAMBDA: await listenLocally(lambda),
    AWS_ENDPOINT_URL_DYNAMODB: database.endpoint,
    ...{ AWS_REGION: "eu-central-1", AWS_ACCESS_KEY_ID: "test", AWS_SECRET_ACCESS_KEY: "test" },
  };
  const address = "moved@coffer.example";
  await product.store.suppression.suppress(address, "bounce", Date.now());
  for (const [name, value] of Object.entries(aws)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  const unsuppress = (stage: string, ...more: string[]) =>
    admin(["unsuppress", address, "--stage", stage, ...more], environmentOf(home));
  expect(await unsuppress("moved")).toBe(`Mail is sent to ${address} again.`);
  expect(asked).toEqual(["/2015-03-31/functions/coffer-moved-api/configuration?Qualifier=live"]);
  await expect(unsuppress("gone")).rejects.toThrow(
    new StartProblem(
      "The stage gone is not deployed in this account and region (AWS_PROFILE, AWS_REGION). Name its table with --table, as in --table coffer-gone.",
    ),
  );
  expect(await unsuppress("gone", "--table", TABLE_NAME)).toBe(`Mail to ${address} was not suppressed.`);
  lambda.close();
});

describe("an administrator", () => {
  const isAdmin = async () => (await product.core.accounts.find("ana@coffer.example"))?.isAdmin;

  test("can be appointed and removed", async () => {
    const granted = await admin(["grant", " Ana@Coffer.Example "], environmentOf(home));
    expect(granted).toBe("ana@coffer.example is now an administrator.");
    expect(await isAdmin()).toBe(true);
    const revoked = await admin(["revoke", "ana@coffer.example"], environmentOf(home));
    expect(revoked).toBe("ana@coffer.example is no longer an administrator.");
    expect(await isAdmin()).toBe(false);
  });

  test("lifts the suppression of an address", async () => {
    const address = "bounced@coffer.example";
    await product.store.suppression.suppress(address, "bounce", Date.now());
    const unsuppress = () => admin(["unsuppress", ` ${address.toUpperCase()} `], environmentOf(home));
    expect(await unsuppress()).toBe(`Mail is sent to ${address} again.`);
    expect(await product.store.suppression.reasonFor(address)).toBeNull();
    expect(await unsuppress()).toBe(`Mail to ${address} was not suppressed.`);
  });

  test("resends mail that was given up since an instant", async () => {
    const resend = (since: string) => admin(["resend", "--since", since], environmentOf(home));
    const { outbox } = product.store;
    const job = {
      id: "account-given-up-1",
      mail: { kind: "account-kept", to: "ana@coffer.example", firstName: "Ana" } as const,
      createdAt: Date.now(),
      userId: null,
    };
    await outbox.add(job);
    const claim = await outbox.claim(job.id, Date.now(), Date.now() + 60_000);
    if (!claim) throw new Error("the mail is not due");
    await outbox.giveUp(
      claim,
      { subject: "Kept", reason: "Transaction failed" },
      Date.parse("2100-01-01T10:00:00Z"),
    );
    expect(await resend("2100-01-01T10:00:01Z")).toMatch(/^No mail has been given up since/);
    expect(await resend("2100-01-01T10:00:00Z")).toBe("Queued 1 mail again; it leaves within five minutes.");
    expect(await resend("2100-01-01T10:00:00Z")).toMatch(/^No mail has been given up since/);
    expect(await outbox.due("account", Date.now(), 50)).toContain(job.id);
    for (const since of ["yesterday", "2026-11-20T09:00", "", "2026-13-41T09:00:00Z"])
      await expect(resend(since)).rejects.toThrow("--since takes an instant. Use: ");
    await expect(admin(["resend"], environmentOf(home))).rejects.toThrow("--since takes an instant. Use: ");
  });

  test("needs an account", async () => {
    expect(await run("admin", ["grant", "nobody@example.com"])).toEqual({
      code: 1,
      last: "Nobody with the address nobody@example.com has an account.",
    });
    const address = "newcomer@example.com";
    const person = { firstName: "New", lastName: "Comer", phone: "555 0102030", password: "correct horse" };
    await product.core.accounts.register({ ...person, email: address }, ["192.0.2.1"]);
    noteOrigin(home, "http://127.0.0.1:4321");
    const said = (where: string) =>
      new StartProblem(
        `${address} is not verified yet: open the link in the verification email${where}, then grant again.`,
      );
    await expect(admin(["grant", address], environmentOf(home))).rejects.toThrow(
      said(" (http://127.0.0.1:4321/_outbox)"),
    );
    const shared = { ...environmentOf(home), COFFER_ORIGIN: "https://budget.example.org" };
    await expect(admin(["grant", address], shared)).rejects.toThrow(said(""));
    await expect(admin(["crown", "ana@coffer.example"], environmentOf(home))).rejects.toThrow(
      /^Use: pnpm admin grant\|revoke\|unsuppress EMAIL/,
    );
  });
});
