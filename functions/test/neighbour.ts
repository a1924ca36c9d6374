import { createServer } from "node:http";
import { createServer as createHttp2Server } from "node:http2";

/** How a neighbour answers: with something, not at all, or by breaking the line. */
export type Answer =
  | { status: number; body: string; headers?: Record<string, string> }
  | "silence"
  | "broken line";

/**
 * A neighbour of the product on this machine, answering what `answer` gives at the time; gives its endpoint and
 * what it was asked. SES speaks HTTP/1.1, Bedrock's client HTTP/2.
 */
export async function startNeighbour(protocol: "http/1.1" | "h2", answer: () => Answer) {
  const asked: string[] = [];
  const heard = async (request: AsyncIterable<Buffer>): Promise<Answer> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    asked.push(Buffer.concat(chunks).toString("utf8"));
    return answer();
  };
  const overOne = () =>
    createServer(async (request, response) => {
      const said = await heard(request);
      if (said === "broken line") response.destroy();
      else if (said !== "silence") response.writeHead(said.status, said.headers).end(said.body);
    });
  const overTwo = () =>
    createHttp2Server(async (request, response) => {
      const said = await heard(request);
      if (said === "broken line") response.stream.session?.destroy();
      else if (said !== "silence") response.writeHead(said.status, said.headers ?? {}).end(said.body);
    });
  const server = protocol === "h2" ? overTwo() : overOne();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (!address || typeof address !== "object") throw new Error("no address");
  return {
    endpoint: `http://127.0.0.1:${address.port}`,
    asked,
    /** Takes no more callers; whoever still hangs on is let go with the process. */
    stop: () => {
      server.unref().close();
    },
  };
}

/** What the SDK's clients need to sign a request that nobody checks. */
export function pretendCredentials(): void {
  Object.assign(process.env, {
    AWS_REGION: "eu-west-1",
    AWS_ACCESS_KEY_ID: "test",
    AWS_SECRET_ACCESS_KEY: "test",
  });
}
