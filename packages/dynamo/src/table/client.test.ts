import { createServer, type ServerResponse } from "node:http";
import { GetItemCommand } from "@aws-sdk/client-dynamodb";
import { expect, onTestFinished, test } from "vitest";
import { listenLocally } from "../../../test/local-server.ts";
import { createClient } from "./client.ts";
import { withRetries } from "./retries.ts";

const GET = new GetItemCommand({ TableName: "test", Key: { pk: { S: "a" }, sk: { S: "b" } } });
const FOUND = JSON.stringify({ Item: { pk: { S: "a" } } });
const json = { "content-type": "application/x-amz-json-1.0" };

/** An engine that answers its first request with `first`, and the others as it should. */
async function engineThat(first: (answer: ServerResponse) => unknown) {
  let asked = 0;
  const server = createServer((_, answer) =>
    ++asked === 1 ? first(answer) : answer.writeHead(200, json).end(FOUND),
  );
  onTestFinished(() => void server.close().closeAllConnections());
  return { server, url: await listenLocally(server) };
}

test.each<{ answer: string; by: (answer: ServerResponse) => unknown }>([
  { answer: "nothing", by: (answer) => answer.destroy() },
  { answer: "nothing in time", by: () => undefined },
  {
    answer: "half a response",
    by: (answer) => answer.writeHead(200, { "content-length": 99 }).end('{"Item":'),
  },
  { answer: "text that is not JSON", by: (answer) => answer.writeHead(200).end('{"Item":') },
  { answer: "an error of a proxy", by: (answer) => answer.writeHead(502).end("<html>") },
  { answer: "half an error", by: (answer) => answer.writeHead(500).end('{"__type":"Inter') },
  { answer: "an error without a name", by: (answer) => answer.writeHead(500, json).end('{"__type":7}') },
])("a request that is answered by $answer is retried, as it may have been carried out", async ({ by }) => {
  const { url } = await engineThat(by);
  const client = createClient(url, { connectionTimeout: 250, requestTimeout: 250 });
  const attempts: boolean[] = [];
  const found = await withRetries((maybeDone) => {
    attempts.push(maybeDone);
    return client.send(GET);
  });
  expect(found.Item).toEqual({ pk: { S: "a" } });
  expect(attempts[1]).toBe(true);
});

test("many requests at once share fifty connections", async () => {
  const { server, url } = await engineThat((answer) => answer.writeHead(200, json).end(FOUND));
  let connections = 0;
  server.on("connection", () => {
    connections += 1;
  });
  const client = createClient(url);
  await Promise.all(Array.from({ length: 200 }, () => client.send(GET)));
  expect(connections).toBeLessThanOrEqual(50);
});
