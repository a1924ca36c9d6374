import { type ChildProcess, fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { DynamoDBDocumentClient, paginateScan } from "@aws-sdk/lib-dynamodb";
import { createClient } from "@coffer/dynamo/client";
import { ensureTable } from "@coffer/dynamo/create-table";
import { inject } from "vitest";
import { type Artefact, buildLambdas } from "../build.ts";
import { ORIGIN_SECRET_HEADER, VIEWER_ADDRESS_HEADER } from "../src/api/edge.ts";
import { startAws } from "./aws-double.ts";
import { type ApiResult, apiEvent, responseOf } from "./lambda-events.ts";

const SECRETS = { "arn:keys": "k".repeat(64), "arn:origin": "o".repeat(64) };
export const ORIGIN = "https://budget.example.com";

type Reply = { ready?: true; id?: number; result?: unknown; error?: string };

/** The built functions, each in a bare Node process of its own as on Lambda, over a fresh table of the run's engine. */
export async function deploy() {
  const folder = mkdtempSync(join(tmpdir(), "coffer-artefacts-"));
  const artefacts = await buildLambdas(folder);
  const aws = await startAws(SECRETS);
  const tableName = `test-${randomUUID()}`;
  const dynamo = createClient(inject("engine"));
  await ensureTable(dynamo, tableName);
  const environment = {
    TABLE_NAME: tableName,
    ORIGIN,
    SESSION_KEYS_SECRET: "arn:keys",
    ORIGIN_SECRET: "arn:origin",
    MAIL_FROM: "Coffer <coffer@example.com>",
    SES_CONFIGURATION_SET: "coffer-dev",
    AWS_REGION: "eu-central-1",
    AWS_ACCESS_KEY_ID: "test",
    AWS_SECRET_ACCESS_KEY: "test",
    AWS_ENDPOINT_URL_DYNAMODB: inject("engine"),
    AWS_ENDPOINT_URL_SECRETS_MANAGER: aws.endpoint,
    AWS_ENDPOINT_URL_SES: aws.endpoint,
  };
  const running = new Map<string, Promise<Instance>>();
  const invoke = async (name: string, event: unknown): Promise<unknown> => {
    const instance = running.get(name) ?? start(artefactNamed(artefacts, name), environment);
    running.set(name, instance);
    return (await instance).invoke(event);
  };

  return {
    artefacts,
    mails: aws.mails,
    invoke,

    /** A request as it comes through CloudFront; with other headers, as it comes past it. */
    async request(
      path: string,
      init: RequestInit = {},
      fromCloudFront: Record<string, string> = throughCloudFront(),
    ): Promise<Response> {
      const event = await apiEvent(new Request(`${ORIGIN}${path}`, init), fromCloudFront);
      return responseOf(Object(await invoke("api", event)) satisfies ApiResult);
    },

    /** The items of one kind of partition, as they are kept. */
    async items(partition: string): Promise<Record<string, unknown>[]> {
      const found: Record<string, unknown>[] = [];
      const client = DynamoDBDocumentClient.from(dynamo);
      for await (const { Items = [] } of paginateScan(
        { client },
        { TableName: tableName, ConsistentRead: true },
      ))
        found.push(...Items.filter(({ pk }) => String(pk).startsWith(partition)));
      return found;
    },

    async end() {
      for (const instance of running.values()) (await instance).end();
      aws.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** What CloudFront adds to a request of that viewer. */
export const throughCloudFront = (viewer = "198.51.100.4") => ({
  [VIEWER_ADDRESS_HEADER]: viewer,
  [ORIGIN_SECRET_HEADER]: SECRETS["arn:origin"],
});

function artefactNamed(artefacts: readonly Artefact[], name: string): Artefact {
  const found = artefacts.find((artefact) => artefact.name === name);
  if (!found) throw new Error(`there is no function ${name}`);
  return found;
}

type Instance = { invoke(event: unknown): Promise<unknown>; end(): void };

/** A process with nothing of this project but the built folder, and of the environment only what Lambda gives. */
async function start({ folder }: Artefact, environment: Record<string, string>): Promise<Instance> {
  const child = fork(
    join(import.meta.dirname, "lambda-process.mjs"),
    [pathToFileURL(join(folder, "index.mjs")).href],
    {
      cwd: folder,
      env: environment,
      execArgv: [],
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    },
  );
  await nextReply(child, ({ ready }) => ready === true);
  let count = 0;
  return {
    async invoke(event) {
      const id = ++count;
      const reply = nextReply(child, (each) => each.id === id);
      child.send({ id, event });
      const { result, error } = await reply;
      if (error) throw new Error(error);
      return result;
    },
    end: () => child.kill(),
  };
}

function nextReply(child: ChildProcess, isIt: (reply: Reply) => boolean): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null) => reject(new Error(`the function's process ended with ${code}`));
    const onMessage = (message: unknown) => {
      const reply: Reply = Object(message);
      if (!isIt(reply)) return;
      child.off("message", onMessage);
      child.off("exit", onExit);
      resolve(reply);
    };
    child.on("message", onMessage);
    child.once("exit", onExit);
  });
}
