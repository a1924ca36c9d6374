import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@coffer/dynamo/table/client";
import { ensureTable } from "@coffer/dynamo/table/create-table";
import { type Artefact, buildLambdas } from "../../build.ts";
import { cookiesOf } from "../../src/sign-in-check.ts";
import { startFakeAws } from "../../test/fake-aws.ts";
import { type ApiResult, apiEvent, responseOf } from "../../test/lambda-events.ts";
import {
  environmentOf,
  ORIGIN,
  SECRETS,
  startInstance,
  throughCloudFront,
} from "../../test/lambda-process.ts";

/** What a step took, in milliseconds. */
type Step = { what: string; took: number };

const TRANSACTIONS = 30;
const PERSON = {
  firstName: "Ana",
  lastName: "Rivera",
  email: "ana@example.com",
  phone: "555 0100",
  password: "correct horse",
  confirmPassword: "correct horse",
};

/**
 * Rehearses a restore (docs/operations.md, "Disasters") with the functions as they are deployed, on the engine at
 * `endpoint`: the stage's table is backed up and restored into a second one, the functions are pointed at that one as
 * `restoredTable` does, and back again. Throws at the first answer that is not as it was.
 * Builds the functions where `built` leaves them out.
 */
export async function drill(endpoint: string, built?: readonly Artefact[]): Promise<Step[]> {
  const folder = mkdtempSync(join(tmpdir(), "coffer-drill-"));
  const aws = await startFakeAws(SECRETS);
  const steps: Step[] = [];
  async function step<T>(what: string, work: () => Promise<T>): Promise<T> {
    const start = performance.now();
    const done = await work();
    steps.push({ what, took: performance.now() - start });
    return done;
  }
  try {
    const [own, restored] = [`drill-${randomUUID()}`, `drill-${randomUUID()}-restored`];
    for (const name of [own, restored]) await ensureTable(createClient(endpoint), name);
    const artefacts = built ?? (await buildLambdas(join(folder, "lambda")));
    const artefact = artefacts.find(({ name }) => name === "api");
    if (!artefact) throw new Error("There is no function api");
    const stageOn = (tableName: string) =>
      startStage(artefact, environmentOf({ tableName, engine: endpoint, aws: aws.endpoint }));

    const before = await step("a stage with an account and its transactions", async () => {
      const stage = await stageOn(own);
      await stage.fill();
      const everything = await stage.everything();
      stage.end();
      return everything;
    });
    const file = join(folder, "backup.jsonl");
    await step("backup of its table", async () => runCommand(endpoint, "backup", file, own));
    await step("restore into a second table", async () => runCommand(endpoint, "restore", file, restored));
    await step("the stage on the restored table", async () => {
      const stage = await stageOn(restored);
      assertSame(await stage.everything(), before, "the restored table");
      await stage.add("Recorded after the restore");
      stage.end();
    });
    await step("the stage back on its own table", async () => {
      const stage = await stageOn(own);
      assertSame(await stage.everything(), before, "the stage's own table");
      stage.end();
    });
    return steps;
  } finally {
    aws.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The API of a stage and the one person who uses it. */
async function startStage(...start: Parameters<typeof startInstance>) {
  const instance = await startInstance(...start);
  let cookie = "";
  async function call(method: string, path: string, body?: object): Promise<unknown> {
    const headers = { "content-type": "application/json", "sec-fetch-site": "same-origin", cookie };
    const request = new Request(`${ORIGIN}${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    const event = await apiEvent(request, throughCloudFront());
    const answer = responseOf(Object(await instance.invoke(event)) satisfies ApiResult);
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
    cookie = cookiesOf(answer) || cookie;
    return answer.status === 204 ? undefined : answer.json();
  }
  const signIn = () => call("POST", "/api/login", { email: PERSON.email, password: PERSON.password });
  const add = async (description: string) => {
    const [category]: { id: number }[] = Object(await call("GET", "/api/categories"));
    const transaction = { description, amount: 12.5, date: "2026-11-20", type: "expense" };
    await call("POST", "/api/transactions", { ...transaction, categoryId: category?.id });
  };

  return {
    add,
    async fill() {
      await call("POST", "/api/register", PERSON);
      const food = { name: "Food", icon: "restaurant", color: "red", type: "expense" };
      await call("POST", "/api/categories", food);
      for (let number = 0; number < TRANSACTIONS; number++) await add(`Market ${number}`);
    },
    /** What the person sees, as text; it needs their password, so that also goes along. */
    async everything(): Promise<string> {
      await signIn();
      const month = "startDate=2026-11-01&endDate=2026-11-30";
      return JSON.stringify([
        await call("GET", "/api/categories"),
        await call("GET", `/api/transactions?${month}`),
        await call("GET", "/api/budgets?month=11&year=2026"),
      ]);
    },
    end: () => instance.end(),
  };
}

function assertSame(now: string, before: string, where: string): void {
  if (now !== before) throw new Error(`${where} does not hold what was there before`);
}

/** The operator's own command, as docs/operations.md has it, against the engine in place of AWS. */
function runCommand(endpoint: string, command: "backup" | "restore", file: string, table: string): void {
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, `../../src/cli/${command}.ts`), file, "--stage", "drill", "--table", table],
    {
      encoding: "utf8",
      env: {
        ...process.env,
        AWS_REGION: "eu-central-1",
        AWS_ACCESS_KEY_ID: "test",
        AWS_SECRET_ACCESS_KEY: "test",
        AWS_ENDPOINT_URL_DYNAMODB: endpoint,
      },
    },
  );
  if (status !== 0) throw new Error(`pnpm ${command} failed: ${stderr}`);
}
