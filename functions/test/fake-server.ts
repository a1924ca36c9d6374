import { createServer } from "node:http";
import { createServer as createHttp2Server } from "node:http2";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { listenLocally } from "../../packages/test/local-server.ts";

export type FakeReply =
  /** `after` milliseconds. */
  { status: number; body: string; headers?: Record<string, string>; after?: number } | "broken connection";

/**
 * Stands in for a service of AWS and sends what `reply` returns. `requests` are the bodies that it received.
 * SES's client speaks HTTP/1.1, Bedrock's HTTP/2.
 */
export async function startFakeServer(protocol: "http/1.1" | "h2", reply: () => FakeReply) {
  const requests: string[] = [];
  const replyTo = async (request: Readable): Promise<FakeReply> => {
    requests.push(await text(request));
    const sent = reply();
    if (typeof sent === "object" && sent.after) await wait(sent.after);
    return sent;
  };
  const http1 = () =>
    createServer(async (request, response) => {
      const sent = await replyTo(request);
      if (sent === "broken connection") response.destroy();
      else response.writeHead(sent.status, sent.headers).end(sent.body);
    });
  const http2 = () =>
    createHttp2Server(async (request, response) => {
      const sent = await replyTo(request);
      if (sent === "broken connection") response.stream.session?.destroy();
      else response.writeHead(sent.status, sent.headers ?? {}).end(sent.body);
    });
  const server = protocol === "h2" ? http2() : http1();
  return {
    endpoint: await listenLocally(server),
    requests,
    /** Open connections end with the process. */
    stop: () => {
      server.unref().close();
    },
  };
}

/** The SDK's clients sign their requests; nothing checks the signature. */
export function setFakeCredentials(): void {
  Object.assign(process.env, {
    AWS_REGION: "eu-west-1",
    AWS_ACCESS_KEY_ID: "test",
    AWS_SECRET_ACCESS_KEY: "test",
  });
}
