import { DynamoDBClient, type DynamoDBClientConfig } from "@aws-sdk/client-dynamodb";

/** In milliseconds. A socket that died while a function was frozen costs a retry, not the function's whole time. */
const TIMEOUTS = { connectionTimeout: 1_000, requestTimeout: 3_000 };
/** An engine on this machine is slow where the machine is busy, and there a retry would only add to that. */
const LOCAL_TIMEOUTS = { connectionTimeout: 15_000, requestTimeout: 15_000 };

/** An engine on this machine wants a signature and verifies none; computing one takes a quarter of a request's time. */
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

/** The SDK's retries are off: `retries.ts` knows which of our requests may be repeated. */
export function createClient(endpoint?: string, timeouts = endpoint ? LOCAL_TIMEOUTS : TIMEOUTS) {
  const requestHandler = { ...timeouts, throwOnRequestTimeout: true };
  const client = new DynamoDBClient({
    maxAttempts: 1,
    requestHandler,
    ...(endpoint && { ...LOCAL, endpoint }),
  });
  // It goes through every item for a log line that nobody reads.
  client.middlewareStack.remove("loggerMiddleware");
  return client;
}
