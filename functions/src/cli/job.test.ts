import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { ensureTable } from "@coffer/dynamo/table/create-table";
import { afterAll, expect, test } from "vitest";
import { quiet } from "../../../packages/test/fixtures.ts";
import { composeLocal } from "../local/compose.ts";
import { openDatabase, TABLE_NAME } from "../local/database.ts";
import { PROJECT, readSettings, StartProblem } from "../local/settings.ts";
import { job } from "./job.ts";

const dataDir = mkdtempSync(join(tmpdir(), "coffer-job-"));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
const environment = { ...process.env, COFFER_DATA_DIR: dataDir, COFFER_DEMO: "off", DYNAMODB_ENDPOINT: "" };

/** Runs `pnpm job` in a process of its own. */
async function run(...parameters: string[]): Promise<{ code: number; out: string }> {
  const command = promisify(execFile)(process.execPath, ["functions/src/cli/job.ts", ...parameters], {
    cwd: PROJECT,
    env: environment,
  });
  return command.then(
    ({ stdout }) => ({ code: 0, out: stdout.trim() }),
    (error: { code: number; stderr: string }) => ({ code: error.code, out: error.stderr.trim() }),
  );
}

test("runs a schedule beside the running product", async () => {
  const settings = readSettings(environment);
  const database = await openDatabase(settings);
  const { core, dynamo } = composeLocal(settings, database.endpoint, "http://coffer.test", quiet);
  await ensureTable(dynamo, TABLE_NAME);
  const person = { firstName: "Ana", lastName: "Rivera", email: "ana@example.com", phone: "555 0100" };
  const { user } = await core.accounts.register({ ...person, password: "correct horse" }, ["test"]);
  await core.accounts.proveEmail(user.id, user.email);
  const preferences = {
    emailNotifications: true,
    notificationTime: "09:00",
    timeZone: "America/New_York",
  } as const;
  await core.accounts.updateNotifications(user.id, preferences);

  // The morning of a clock change: 09:00 in New York is 13:00 UTC from that day on. The address is verified, so no link
  // is sent.
  const first = await run("digests", "--at", "2026-03-08T13:00:00Z");
  expect(first).toEqual({
    code: 0,
    out: "digests at 2026-03-08T13:00:00.000Z: daily summaries: 1 due, 1 queued; mail: 1 sent, 1 suppressed, 0 postponed, 0 waiting, 0 gathered, 0 given up.",
  });
  expect(readdirSync(join(dataDir, "outbox"))).toContain(`bulk-digest-${user.id}-2026-03-08.eml`);
  const again = await job(["digests", "--at", "2026-03-08T13:00:00Z"], environment);
  expect(again).toContain("1 due, 0 queued");
  await database.close();

  const next = await job(["digests", "--at", "2026-03-09T13:00:00Z"], environment);
  expect(next).toContain("1 due, 1 queued; mail: 1 sent");
  expect(readdirSync(join(dataDir, "outbox")).filter((name) => name.startsWith("bulk-digest-"))).toHaveLength(
    2,
  );
  const subscriptions = await job(["subscriptions", "--at", "2026-03-09T13:00:00Z"], environment);
  expect(subscriptions).toContain("subscriptions: 0 payments");
  expect(await job(["housekeeping"], environment)).toMatch(/^housekeeping at /);
});

const USAGE = "Use: pnpm job digests|subscriptions|housekeeping [--at 2026-03-08T13:00:00Z]";

test.each([
  [["nonsense"], USAGE],
  [["digests", "subscriptions"], USAGE],
  [["digests", "--force"], `Unknown option '--force'. ${USAGE}`],
  [["digests", "--at", "tomorrow"], `"tomorrow" is not an instant. ${USAGE}`],
  [["digests", "--at", "2026-02-30T13:00:00Z"], `"2026-02-30T13:00:00Z" is not an instant. ${USAGE}`],
])("refuses %j", async (args, message) => {
  await expect(job(args, environment)).rejects.toThrow(new StartProblem(message));
});
