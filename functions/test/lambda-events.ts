import { createHash } from "node:crypto";

const ACCOUNT = "123456789012";
const REGION = "eu-central-1";

export type ApiResult = {
  statusCode: number;
  headers?: Record<string, string>;
  cookies?: string[];
  body?: string;
  isBase64Encoded?: boolean;
};

/** An event of API Gateway's HTTP API, payload version 2.0. `fromCloudFront`: the headers that CloudFront adds. */
export async function apiEvent(request: Request, fromCloudFront: Record<string, string>) {
  const { pathname, search } = new URL(request.url);
  const { cookie, ...headers } = Object.fromEntries(request.headers);
  const body = await request.text();
  const host = "abcdefghij.execute-api.eu-central-1.amazonaws.com";
  return {
    version: "2.0",
    routeKey: "ANY /api/{proxy+}",
    rawPath: pathname,
    rawQueryString: search.slice(1),
    ...(cookie ? { cookies: cookie.split("; ") } : {}),
    headers: {
      ...headers,
      ...fromCloudFront,
      host,
      "content-length": String(Buffer.byteLength(body)),
      via: "2.0 0123456789abcdef.cloudfront.net (CloudFront)",
      "x-forwarded-for": "198.51.100.4, 130.176.0.1",
      "x-forwarded-port": "443",
      "x-forwarded-proto": "https",
    },
    ...(search ? { queryStringParameters: Object.fromEntries(new URLSearchParams(search)) } : {}),
    pathParameters: { proxy: pathname.slice("/api/".length) },
    requestContext: {
      accountId: ACCOUNT,
      apiId: "abcdefghij",
      domainName: host,
      domainPrefix: "abcdefghij",
      http: {
        method: request.method,
        path: pathname,
        protocol: "HTTP/1.1",
        sourceIp: "130.176.0.1",
        userAgent: "Amazon CloudFront",
      },
      requestId: "JKJaXmPLvHcESHA=",
      routeKey: "ANY /api/{proxy+}",
      stage: "$default",
      time: "21/Nov/2026:15:00:00 +0000",
      timeEpoch: 1_795_273_200_000,
    },
    ...(body ? { body } : {}),
    isBase64Encoded: false,
  };
}

/** API Gateway's answer from a function's result. */
export function responseOf({ statusCode, headers, cookies, body, isBase64Encoded }: ApiResult): Response {
  const all = new Headers(headers);
  for (const cookie of cookies ?? []) all.append("set-cookie", cookie);
  const bytes = Buffer.from(body ?? "", isBase64Encoded ? "base64" : "utf8");
  return new Response(statusCode === 204 || statusCode === 304 ? null : bytes, {
    status: statusCode,
    headers: all,
  });
}

/** The event that EventBridge Scheduler sends, as infra/constructs/schedules.ts configures it. */
export const scheduleEvent = (time: string) => ({ time });

/** An event of the table's stream that inserts these items. */
export function streamEvent(items: readonly Record<string, unknown>[]) {
  return {
    Records: items.map(({ pk, sk }, index) => ({
      eventID: createHash("md5").update(`${pk}`).digest("hex"),
      eventName: "INSERT",
      eventVersion: "1.1",
      eventSource: "aws:dynamodb",
      awsRegion: REGION,
      dynamodb: {
        ApproximateCreationDateTime: 1_795_273_200,
        Keys: { pk: { S: pk }, sk: { S: sk } },
        SequenceNumber: String(100_000_000_000 + index),
        SizeBytes: 512,
        StreamViewType: "KEYS_ONLY",
      },
      eventSourceARN: `arn:aws:dynamodb:${REGION}:${ACCOUNT}:table/coffer-dev/stream/2026-11-21T00:00:00.000`,
    })),
  };
}

/** An event of SNS that contains SES's: mail to `address` bounced permanently. */
export function bounceEvent(address: string) {
  const message = {
    eventType: "Bounce",
    bounce: {
      feedbackId: "0102018f",
      bounceType: "Permanent",
      bounceSubType: "General",
      bouncedRecipients: [
        { emailAddress: address, action: "failed", status: "5.1.1", diagnosticCode: "smtp; 550 5.1.1" },
      ],
      timestamp: "2026-11-21T15:00:01.000Z",
      reportingMTA: "dns; a.smtp.amazonses.com",
    },
    mail: { timestamp: "2026-11-21T15:00:00.000Z", source: "coffer@example.com", destination: [address] },
  };
  const topic = `arn:aws:sns:${REGION}:${ACCOUNT}:coffer-dev-mail-events`;
  return {
    Records: [
      {
        EventSource: "aws:sns",
        EventVersion: "1.0",
        EventSubscriptionArn: `${topic}:11111111-2222-3333-4444-555555555555`,
        Sns: {
          Type: "Notification",
          MessageId: "11111111-2222-3333-4444-555555555555",
          TopicArn: topic,
          Subject: "Amazon SES Email Event Notification",
          Message: JSON.stringify(message),
          Timestamp: "2026-11-21T15:00:01.500Z",
          MessageAttributes: {},
        },
      },
    ],
  };
}
