import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@coffer/dynamo/table/client";
import { ensureTable } from "@coffer/dynamo/table/create-table";
import { createTable } from "@coffer/dynamo/table/table";
import { TABLE_RIGHTS, type TableRights } from "@coffer/dynamo/table/table-rights";
import { inject } from "vitest";
import { type Artefact, buildLambdas } from "../build.ts";
import { startFakeAws } from "./fake-aws.ts";
import { type ApiResult, apiEvent, responseOf } from "./lambda-events.ts";
import {
  environmentOf,
  type Instance,
  ORIGIN,
  SECRETS,
  startInstance,
  throughCloudFront,
} from "./lambda-process.ts";
import { startRightsProxy } from "./rights-proxy.ts";

const NO_RIGHTS: TableRights = { reads: [], writes: [], indexes: [] };

/**
 * The built functions, each in a bare Node process of its own as on Lambda and with its role's rights, over a fresh
 * table.
 */
export async function deploy() {
  const folder = mkdtempSync(join(tmpdir(), "coffer-artefacts-"));
  const artefacts = await buildLambdas(folder);
  const aws = await startFakeAws(SECRETS);
  const tableName = `test-${randomUUID()}`;
  const dynamo = createClient(inject("engine"));
  await ensureTable(dynamo, tableName);
  const running = new Map<string, Promise<Instance>>();
  const proxies: Awaited<ReturnType<typeof startRightsProxy>>[] = [];
  const start = async (name: string): Promise<Instance> => {
    const rights: Record<string, TableRights> = TABLE_RIGHTS;
    const proxy = await startRightsProxy(inject("engine"), rights[name] ?? NO_RIGHTS);
    proxies.push(proxy);
    const environment = environmentOf({ tableName, engine: proxy.endpoint, aws: aws.endpoint });
    return startInstance(artefactNamed(artefacts, name), environment);
  };
  const invoke = async (name: string, event: unknown): Promise<unknown> => {
    const instance = running.get(name) ?? start(name);
    running.set(name, instance);
    return (await instance).invoke(event);
  };

  return {
    artefacts,
    table: createTable(dynamo, tableName),
    mails: aws.mails,
    ses: aws.account,
    /** The waiting messages of a queue, as an event of SQS; they leave the queue. */
    queued: () => ({
      Records: aws.messages.splice(0).map((body, index) => ({ messageId: String(index), body })),
    }),
    invoke,

    /** Sends a request through CloudFront by default. */
    async request(
      path: string,
      init: RequestInit = {},
      fromCloudFront: Record<string, string> = throughCloudFront(),
    ): Promise<Response> {
      const event = await apiEvent(new Request(`${ORIGIN}${path}`, init), fromCloudFront);
      return responseOf(Object(await invoke("api", event)) satisfies ApiResult);
    },

    /** Commands that functions sent to the table without the right. */
    refused: () => proxies.flatMap(({ refused }) => [...refused]),

    async log(name: string): Promise<Record<string, unknown>[]> {
      const written = (await running.get(name))?.log() ?? "";
      return written
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line));
    },

    /** The stored items whose partition key has the prefix. */
    async items(partition: string): Promise<Record<string, unknown>[]> {
      const found: Record<string, unknown>[] = [];
      const table = createTable(dynamo, tableName);
      let from: Record<string, unknown> | undefined;
      do {
        const { items, next } = await table.scan({ ConsistentRead: true, ExclusiveStartKey: from });
        found.push(...items.filter(({ pk }) => String(pk).startsWith(partition)));
        from = next;
      } while (from);
      return found;
    },

    async end() {
      for (const instance of running.values()) (await instance).end();
      for (const proxy of proxies) proxy.close();
      aws.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function artefactNamed(artefacts: readonly Artefact[], name: string): Artefact {
  const found = artefacts.find((artefact) => artefact.name === name);
  if (!found) throw new Error(`there is no function ${name}`);
  return found;
}
