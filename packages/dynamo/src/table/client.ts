import { DynamoDBClient, type DynamoDBClientConfig } from "@aws-sdk/client-dynamodb";

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

/** The SDK's retries are off, as `retries.ts` knows which requests may be repeated. */
export function createClient(endpoint?: string, timeouts = endpoint ? LOCAL_TIMEOUTS : TIMEOUTS) {
  const requestHandler = { ...timeouts, throwOnRequestTimeout: true };
  const client = new DynamoDBClient({
    maxAttempts: 1,
    requestHandler,
    ...(endpoint && { ...LOCAL, endpoint }),
  });
  // This middleware formats every item for a log line that nobody reads.
  client.middlewareStack.remove("loggerMiddleware");
  return client;
}
