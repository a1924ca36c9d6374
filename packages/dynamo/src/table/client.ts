import { DynamoDBClient, type DynamoDBClientConfig, type QueryCommandOutput } from "@aws-sdk/client-dynamodb";
import { AwsJson1_0Protocol } from "@aws-sdk/core/protocols";

/** In milliseconds. Short, so that a socket that died while a function was frozen costs only a retry. */
const TIMEOUTS = { connectionTimeout: 1_000, requestTimeout: 3_000 };
/** Long: an engine on this machine is slow only if the machine is busy, and retries would make that worse. */
const LOCAL_TIMEOUTS = { connectionTimeout: 15_000, requestTimeout: 15_000 };

/** A local engine requires a signature but does not verify it; computing one takes a quarter of a request's time. */
const SIGNATURE = {
  authorization:
    "AWS4-HMAC-SHA256 Credential=local/20000101/local/dynamodb/aws4_request, SignedHeaders=host, Signature=0",
  "x-amz-date": "20000101T000000Z",
};
const LOCAL: DynamoDBClientConfig = {
  region: "local",
  credentials: { accessKeyId: "local", secretAccessKey: "local" },
  signer: async () => ({
    sign: async (request) => {
      Object.assign(request.headers, SIGNATURE);
      return request;
    },
  }),
};

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
  return client;
}
