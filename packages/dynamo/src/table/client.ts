import { Agent, request } from "node:http";
import { text } from "node:stream/consumers";
import {
  ConditionalCheckFailedException,
  type ConsumedCapacity,
  DynamoDBClient,
  type DynamoDBClientConfig,
  DynamoDBServiceException,
  type QueryCommandOutput,
  ResourceInUseException,
  ResourceNotFoundException,
  TransactionCanceledException,
} from "@aws-sdk/client-dynamodb";
import { AwsJson1_0Protocol } from "@aws-sdk/core/protocols";

/** In milliseconds. Short, so that a socket that died while a function was frozen costs only a retry. */
const TIMEOUTS = { connectionTimeout: 1_000, requestTimeout: 3_000 };
/** Long: an engine on this machine is slow only if the machine is busy, and retries would make that worse. */
const LOCAL_TIMEOUTS = { connectionTimeout: 15_000, requestTimeout: 15_000 };

type Steps = AwsJson1_0Protocol;
type Answer = Pick<QueryCommandOutput, "$metadata">;

/**
 * Sends and reads bodies as the JSON that they are. The SDK's codec compares every attribute with its schema, to decode
 * binary values and dates, which this table does not use; that takes longer than all else (docs/decisions/049).
 */
class PlainJson extends AwsJson1_0Protocol {
  override async serializeRequest(...[operation, input, context]: Parameters<Steps["serializeRequest"]>) {
    const request = await super.serializeRequest(operation, {}, context);
    return Object.assign(request, { body: JSON.stringify(input) });
  }

  override async deserializeResponse<Output extends Answer>(
    ...[operation, context, response]: Parameters<Steps["deserializeResponse"]>
  ): Promise<Output> {
    if (this.isErrorResponse(response.statusCode))
      return super.deserializeResponse(operation, context, response);
    const body = context.utf8Encoder(await context.streamCollector(response.body));
    return { ...JSON.parse(body || "{}"), $metadata: this.deserializeMetadata(response) };
  }
}

type Timeouts = { connectionTimeout: number; requestTimeout: number };

/** The SDK's retries are off, as `retries.ts` knows which requests may be repeated. */
export function createClient(endpoint?: string, timeouts = endpoint ? LOCAL_TIMEOUTS : TIMEOUTS) {
  const requestHandler = { ...timeouts, throwOnRequestTimeout: true };
  const client = new DynamoDBClient({
    maxAttempts: 1,
    protocol: PlainJson,
    requestHandler,
    ...(endpoint && { ...LOCAL, endpoint }),
  });
  // This middleware formats every item for a log line that nobody reads.
  client.middlewareStack.remove("loggerMiddleware");
  if (endpoint?.startsWith("http:")) sendDirectly(client, endpoint, timeouts);
  return client;
}

const LOCAL: DynamoDBClientConfig = {
  region: "local",
  credentials: { accessKeyId: "local", secretAccessKey: "local" },
};

/** A local engine requires a signature but does not verify it. */
const HEADERS = {
  "content-type": "application/x-amz-json-1.0",
  authorization:
    "AWS4-HMAC-SHA256 Credential=local/20000101/local/dynamodb/aws4_request, SignedHeaders=host, Signature=0",
  "x-amz-date": "20000101T000000Z",
};

/**
 * Sends to an engine on this machine without the SDK's steps, which find the address, the credentials and the signature
 * for each request: that takes three times as long as the request itself (docs/decisions/049).
 */
function sendDirectly(client: DynamoDBClient, endpoint: string, timeouts: Timeouts): void {
  const url = new URL(endpoint);
  // As many as the SDK opens.
  const agent = new Agent({ keepAlive: true, maxSockets: 50 });
  client.middlewareStack.add(
    (_next, { commandName = "" }) =>
      async ({ input }) => {
        const body = JSON.stringify(input);
        const target = `DynamoDB_20120810.${commandName.replace(/Command$/, "")}`;
        const headers = { ...HEADERS, "x-amz-target": target, "content-length": Buffer.byteLength(body) };
        const answer = await post(url, { agent, headers, body }, timeouts);
        const $metadata = { httpStatusCode: answer.status };
        const output = readable(answer.text || "{}");
        if (answer.status >= 300 || !output) throw errorOf(output ?? {}, $metadata);
        return { response: answer, output: { ...output, $metadata } };
      },
    { step: "initialize", priority: "low", name: "direct" },
  );
}

type Sent = { agent: Agent; headers: Record<string, string | number>; body: string };

const post = (url: URL, { agent, headers, body }: Sent, { requestTimeout }: Timeouts) =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    const sent = request(url, { method: "POST", agent, headers }, (answer) => {
      text(answer)
        .then((read) => resolve({ status: answer.statusCode ?? 0, text: read }), reject)
        .finally(() => clearTimeout(late));
    });
    const giveUp = () =>
      sent.destroy(Object.assign(new Error("No answer in time"), { name: "TimeoutError" }));
    const late = setTimeout(giveUp, requestTimeout);
    sent.on("error", (error) => {
      clearTimeout(late);
      reject(error);
    });
    sent.end(body);
  });

function readable(text: string): Record<string, unknown> | undefined {
  try {
    return Object(JSON.parse(text));
  } catch {
    return undefined;
  }
}

const ERRORS = {
  ConditionalCheckFailedException,
  ResourceInUseException,
  ResourceNotFoundException,
  TransactionCanceledException,
};
const isKnown = (name: string): name is keyof typeof ERRORS => name in ERRORS;

/** An error of the service, as the SDK would throw it. An answer that cannot be read is one whose effect is unknown. */
function errorOf(
  { __type, message = "", Message = message, ...more }: Record<string, unknown>,
  $metadata: QueryCommandOutput["$metadata"],
): DynamoDBServiceException {
  const name = typeof __type === "string" ? __type.replace(/^.*#/, "") : "ServiceUnavailable";
  const about = { name, message: String(Message), $metadata, $fault: "client" as const, ...more };
  return isKnown(name) ? new ERRORS[name](about) : new DynamoDBServiceException(about);
}

export type Consumed = { reads: number; writes: number; trips: number };

/** Measures what a client's commands consume. The returned function returns the amount since its last call. */
export function meterCapacity(client: DynamoDBClient): () => Consumed {
  let used: Consumed = { reads: 0, writes: 0, trips: 0 };
  client.middlewareStack.add(
    (next, context) => async (args) => {
      Object.assign(args.input, { ReturnConsumedCapacity: "INDEXES" });
      const result = await next(args);
      const consumed: ConsumedCapacity | ConsumedCapacity[] | undefined = Object(
        result.output,
      ).ConsumedCapacity;
      const units = [consumed ?? []].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
      used[/^(Get|BatchGet|Query|Scan)/.test(context.commandName ?? "") ? "reads" : "writes"] += units;
      used.trips++;
      return result;
    },
    { step: "initialize", name: "metered" },
  );
  return () => {
    const since = used;
    used = { reads: 0, writes: 0, trips: 0 };
    return since;
  };
}
