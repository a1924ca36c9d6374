import { once } from "node:events";
import type { Server as HttpServer } from "node:http";
import { createAdaptorServer } from "@hono/node-server";
import type { Hono } from "hono";
import { type Settings, StartProblem } from "./settings.ts";
import { hostHere, reachableHost } from "./this-machine.ts";

/** `origin` is where other devices reach it; it differs from `url` where the server listens on every address. */
type Server = { url: string; origin: string; close(): Promise<void> };

/** Milliseconds. Node's default of five seconds closes connections that a client is about to reuse. */
const KEEP_ALIVE = 65_000;

export async function listen(app: Hono, { host, port }: Settings): Promise<Server> {
  const server = createAdaptorServer({ fetch: app.fetch }) as HttpServer;
  server.keepAliveTimeout = KEEP_ALIVE;
  server.listen(port, host);
  await once(server, "listening").catch((error) => {
    throw problem(error, host, port);
  });
  const address = server.address();
  const bound = address && typeof address === "object" ? address.port : port;
  const at = (name: string) => `http://${name.includes(":") ? `[${name}]` : name}:${bound}`;
  return {
    url: at(hostHere(host)),
    origin: at(reachableHost(host)),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        // Running requests get two seconds; idle connections close at once.
        server.closeIdleConnections();
        setTimeout(() => server.closeAllConnections(), 2_000).unref();
      }),
  };
}

function problem(error: NodeJS.ErrnoException, host: string, port: number): Error {
  const elsewhere = `${host} is not an address of this machine; choose another with HOST.`;
  const sentences = new Map([
    ["EADDRINUSE", `Port ${port} on ${host} is taken; choose another with PORT.`],
    ["EACCES", `Port ${port} needs more rights than this process has; choose another with PORT.`],
    ["EADDRNOTAVAIL", elsewhere],
    ["ENOTFOUND", elsewhere],
  ]);
  const sentence = sentences.get(error.code ?? "");
  return sentence === undefined ? error : new StartProblem(sentence);
}
