import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { CREDENTIALS, keepsOut, type TableRights, withheld } from "@coffer/dynamo/table/table-rights";
import { listenLocally } from "../../packages/test/local-server.ts";

type Values = Record<string, { S?: string }>;
type Request = {
  Key?: Values;
  Item?: Values;
  IndexName?: string;
  KeyConditionExpression?: string;
  ProjectionExpression?: string;
  UpdateExpression?: string;
  ConditionExpression?: string;
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: Values;
  RequestItems?: Record<string, { Keys?: Values[] }>;
  TransactItems?: Record<string, Request>[];
};

/**
 * Stands between a function and the engine and refuses what AWS would refuse the function's role: partitions by
 * `dynamodb:LeadingKeys`, credentials by `dynamodb:Attributes`, indexes by their ARN; no function scans
 * (infra/constructs/functions.ts).
 */
export async function startRightsProxy(engine: string, rights: TableRights) {
  const refused = new Set<string>();
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const operation = `${request.headers["x-amz-target"]}`.split(".")[1] ?? "";
    const wrong = wrongIn(operation, JSON.parse(body), rights);
    for (const each of wrong) refused.add(each);
    if (wrong.length > 0) {
      response.writeHead(400, { "content-type": "application/x-amz-json-1.0" });
      const __type = "com.amazon.coral.service#AccessDeniedException";
      return response.end(JSON.stringify({ __type, message: `not authorized: ${wrong.join(", ")}` }));
    }
    const { host: _host, connection: _connection, "content-length": _length, ...headers } = request.headers;
    const answer = await fetch(engine, { method: "POST", headers: Object(headers), body });
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" });
    return response.end(Buffer.from(await answer.arrayBuffer()));
  });
  return {
    endpoint: await listenLocally(server),
    /** The refusals so far. */
    refused,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const READS = new Set(["GetItem", "BatchGetItem", "Query", "ConditionCheck"]);

function wrongIn(operation: string, request: Request, rights: TableRights): string[] {
  if (operation === "TransactWriteItems" || operation === "TransactGetItems")
    return (request.TransactItems ?? []).flatMap((item) =>
      Object.entries(item).flatMap(([kind, part]) => wrongIn(kind, part, rights)),
    );
  if (operation === "Scan") return ["Scan"];
  if (request.IndexName && request.IndexName !== "byDate") {
    const allowed: readonly string[] = rights.indexes;
    return allowed.includes(request.IndexName) ? [] : [`Query of ${request.IndexName}`];
  }
  const credential = READS.has(operation) ? undefined : namedIn(request, withheld(rights));
  if (credential) return [`write of ${credential}`];
  if (keepsOut(rights) && isCredential(request) && operation !== "Delete" && operation !== "DeleteItem") {
    const listed = request.ProjectionExpression?.split(", ") ?? ["*"];
    if (operation !== "Query" || listed.some((name) => !CREDENTIALS.keys.includes(name)))
      return [`${operation} of ${CREDENTIALS.partition}`];
  }
  const allowed = READS.has(operation) ? [...rights.reads, ...rights.writes] : rights.writes;
  return partitionsIn(request)
    .filter((partition) => !allowed.some((prefix) => partition.startsWith(prefix)))
    .map((partition) => `${READS.has(operation) ? "read" : "write"} of ${partition.replace(/#.*/, "#")}`);
}

const isCredential = (request: Request): boolean =>
  partitionsIn(request).some((pk) => pk.startsWith(CREDENTIALS.partition));

/** The first of `attributes` that a write of a user's item names. */
function namedIn({ Item = {}, ...request }: Request, attributes: readonly string[]): string | undefined {
  if (!partitionsIn({ Item, ...request }).some((pk) => pk.startsWith(CREDENTIALS.users))) return undefined;
  const { UpdateExpression = "", ConditionExpression = "", ExpressionAttributeNames: names = {} } = request;
  const words = `${UpdateExpression} ${ConditionExpression}`.match(/(?<![:#\w])[A-Za-z]\w*/g) ?? [];
  const named = new Set([...Object.keys(Item), ...Object.values(names), ...words]);
  return attributes.find((name) => named.has(name));
}

function partitionsIn({ Key, Item, RequestItems, ...query }: Request): string[] {
  const keys = [Key, Item, ...Object.values(RequestItems ?? {}).flatMap(({ Keys = [] }) => Keys)];
  const name = /\bpk = (:\w+)/.exec(query.KeyConditionExpression ?? "")?.[1];
  const queried = name === undefined ? undefined : query.ExpressionAttributeValues?.[name]?.S;
  return [...keys.map((key) => key?.pk?.S), queried].filter((partition) => partition !== undefined);
}
