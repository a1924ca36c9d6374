import { createServer, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { everything, putBack, type TypedItem } from "@coffer/dynamo/backup";
import { createClient } from "@coffer/dynamo/table/client";
import { ensureTable } from "@coffer/dynamo/table/create-table";
import { awsIn } from "../../../infra/cli/aws.ts";
import { listenLocally } from "../../../packages/test/local-server.ts";

type Answer = { status?: number; json: unknown };
type Input = Record<string, string>;

const NOT_THERE: Answer = {
  status: 404,
  json: { __type: "ResourceNotFoundException", message: "not there" },
};
const arnOf = (table: string) => `arn:aws:dynamodb:eu-central-1:123456789012:table/${table}`;

/**
 * An account with one stage in it, whose table is the engine's: what `pnpm run restore-stage` calls of Lambda, Secrets
 * Manager and DynamoDB, in their own protocols. A table can be restored to the instant of `remember`.
 */
export async function startAccount(engine: string, api: string, secrets: Record<string, string>) {
  const dynamo = createClient(engine);
  let remembered: { at: number; items: TypedItem[] } = { at: 0, items: [] };
  const restored = new Map<string, { source: string; stream: boolean; tags: unknown[] }>();
  const state = { table: "", concurrency: undefined as number | undefined };

  const tables: Record<string, (input: Input) => Answer | Promise<Answer>> = {
    DescribeContinuousBackups: () => ({
      json: {
        ContinuousBackupsDescription: {
          ContinuousBackupsStatus: "ENABLED",
          PointInTimeRecoveryDescription: {
            PointInTimeRecoveryStatus: "ENABLED",
            EarliestRestorableDateTime: remembered.at / 1_000 - 60,
            LatestRestorableDateTime: remembered.at / 1_000 + 60,
          },
        },
      },
    }),
    RestoreTableToPointInTime: async ({ SourceTableName = "", TargetTableName = "" }) => {
      await ensureTable(dynamo, TargetTableName);
      await putBack(dynamo, TargetTableName, remembered.items);
      restored.set(TargetTableName, { source: SourceTableName, stream: false, tags: [] });
      return { json: {} };
    },
    DescribeTable: ({ TableName = "" }) => {
      const found = restored.get(TableName);
      if (!found) return NOT_THERE;
      const stream = {
        LatestStreamArn: `${arnOf(TableName)}/stream/1`,
        StreamSpecification: { StreamEnabled: true },
      };
      const Table = {
        TableName,
        TableArn: arnOf(TableName),
        TableStatus: "ACTIVE",
        RestoreSummary: { SourceTableArn: arnOf(found.source) },
        ...(found.stream ? stream : {}),
      };
      return { json: { Table } };
    },
    UpdateTable: ({ TableName = "" }) => {
      const found = restored.get(TableName);
      if (found) found.stream = true;
      return { json: {} };
    },
    UpdateTimeToLive: () => ({ json: {} }),
    UpdateContinuousBackups: () => ({ json: {} }),
    ListTagsOfResource: () => ({ json: { Tags: [] } }),
    TagResource: () => ({ json: {} }),
    PutSecretValue: ({ SecretString = "" }) => {
      secrets["arn:keys"] = SecretString;
      return { json: { VersionId: "next" } };
    },
  };

  function functions(method: string, path: string, body: string): Answer {
    if (!path.includes(`/${api}/`)) return NOT_THERE;
    if (path.includes("/configuration"))
      return { json: { Environment: { Variables: { TABLE_NAME: state.table } } } };
    state.concurrency = method === "PUT" ? Number(JSON.parse(body).ReservedConcurrentExecutions) : undefined;
    return { json: {} };
  }

  async function answer(request: IncomingMessage, body: string): Promise<Answer> {
    const target = `${request.headers["x-amz-target"] ?? ""}`;
    if (!target) return functions(request.method ?? "", request.url ?? "", body);
    const known = tables[target.slice(target.lastIndexOf(".") + 1)];
    if (known) return known(JSON.parse(body));
    const passed = ["x-amz-target", "content-type", "authorization", "x-amz-date"];
    const headers = Object.fromEntries(passed.map((name) => [name, `${request.headers[name] ?? ""}`]));
    const forwarded = await fetch(engine, { method: "POST", headers, body });
    return { status: forwarded.status, json: await forwarded.json() };
  }

  const server = createServer(async (request, response) => {
    const { status = 200, json } = await answer(request, await text(request));
    response.writeHead(status, { "content-type": "application/x-amz-json-1.0" });
    response.end(JSON.stringify(json));
  });
  const credentials = { accessKeyId: "test", secretAccessKey: "test" };
  return {
    home: awsIn({ region: "eu-central-1", endpoint: await listenLocally(server), credentials }),
    state,
    /** Remembers the table's state. Returns the instant to restore to, in milliseconds, a whole second. */
    async remember(table: string): Promise<number> {
      const items: TypedItem[] = [];
      for await (const page of everything(dynamo, table)) items.push(...page);
      remembered = { at: Math.floor(Date.now() / 1_000) * 1_000, items };
      return remembered.at;
    },
    close: () => server.close(),
  };
}
