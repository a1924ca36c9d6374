import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@coffer/dynamo/table/client";
import { ensureTable } from "@coffer/dynamo/table/create-table";
import { restoreStage } from "../../../infra/cli/restore-stage.ts";
import { readStage } from "../../../infra/config.ts";
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
import { startAccount } from "./account.ts";

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
const LATER_PASSWORD = "battery staple";

/**
 * Rehearses `pnpm run restore-stage` (docs/operations.md, "Restoring") with the functions as they are deployed, on the
 * engine at `endpoint`: something is recorded by mistake and a password changed, and the command puts the stage back
 * to the instant before. Throws at the first answer that is not as it was.
 * Builds the functions where `built` leaves them out.
 */
export async function drill(endpoint: string, built?: readonly Artefact[]): Promise<Step[]> {
  const folder = mkdtempSync(join(tmpdir(), "coffer-drill-"));
  const secrets = { ...SECRETS };
  const aws = await startFakeAws(secrets);
  const account = await startAccount(endpoint, "coffer-dev-api", secrets);
  const steps: Step[] = [];
  async function step<T>(what: string, work: () => Promise<T>): Promise<T> {
    const start = performance.now();
    const done = await work();
    steps.push({ what, took: performance.now() - start });
    return done;
  }
  try {
    const own = `drill-${randomUUID()}`;
    await ensureTable(createClient(endpoint), own);
    const artefacts = built ?? (await buildLambdas(join(folder, "lambda")));
    const artefact = artefacts.find(({ name }) => name === "api");
    if (!artefact) throw new Error("There is no function api");
    const stageOn = (tableName: string) => {
      account.state.table = tableName;
      return startStage(artefact, environmentOf({ tableName, engine: endpoint, aws: aws.endpoint }));
    };

    let stage = await stageOn(own);
    const before = await step("a stage with an account and its transactions", async () => {
      await stage.fill();
      await stage.signIn(PERSON.password);
      return stage.everything();
    });
    const at = await account.remember(own);
    const after = await step("a mistake, and a changed password", async () => {
      await stage.add("Recorded by mistake");
      await stage.changePassword();
      return stage.everything();
    });
    const stolen = stage.cookie();
    await step("pnpm run restore-stage", async () => {
      const deploy = async (table: string) => {
        if (account.state.concurrency !== 0) throw new Error("the API can be called during the restore");
        stage.end();
        stage = await stageOn(table);
      };
      const options = {
        stage: readStage({ tryGetContext: () => undefined }),
        at,
        home: account.home,
        deploy,
        probe: () => stage.probe(),
        pollMs: 10,
        settleMs: 0,
      };
      const said: string[] = [];
      for await (const line of restoreStage(options)) said.push(line);
      if (!said.some((line) => line.startsWith("1 accounts have the password")))
        throw new Error(said.join("\n"));
      if (account.state.concurrency === 0) throw new Error("the functions stand still");
    });
    await step("the stage on the restored table", async () => {
      if (await stage.isSignedIn(stolen)) throw new Error("a session from before the restore is still open");
      await stage.signIn(PERSON.password);
      assertSame(await stage.everything(), before, "the restored table");
      await stage.add("Recorded after the restore");
    });
    await step("the stage back on its own table", async () => {
      stage.end();
      stage = await stageOn(own);
      await stage.signIn(LATER_PASSWORD);
      assertSame(await stage.everything(), after, "the stage's own table");
    });
    stage.end();
    return steps;
  } finally {
    aws.close();
    account.close();
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
  const signIn = (password: string) => call("POST", "/api/login", { email: PERSON.email, password });
  const add = async (description: string) => {
    const [category]: { id: number }[] = Object(await call("GET", "/api/categories"));
    const transaction = { description, amount: 12.5, date: "2026-11-20", type: "expense" };
    await call("POST", "/api/transactions", { ...transaction, categoryId: category?.id });
  };

  return {
    add,
    signIn,
    cookie: () => cookie,
    probe: () => call("GET", "/api/health").then(() => undefined),
    changePassword: () =>
      call("POST", "/api/user/change-password", {
        currentPassword: PERSON.password,
        newPassword: LATER_PASSWORD,
        confirmPassword: LATER_PASSWORD,
      }),
    async isSignedIn(with_: string): Promise<boolean> {
      cookie = with_;
      return call("GET", "/api/user").then(
        () => true,
        () => false,
      );
    },
    async fill() {
      await call("POST", "/api/register", PERSON);
      const food = { name: "Food", icon: "restaurant", color: "red", type: "expense" };
      await call("POST", "/api/categories", food);
      for (let number = 0; number < TRANSACTIONS; number++) await add(`Market ${number}`);
    },
    /** What the person sees, as text. */
    async everything(): Promise<string> {
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
