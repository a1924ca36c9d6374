import type { Server as HttpServer } from "node:http";
import { createAdaptorServer } from "@hono/node-server";
import type { Hono } from "hono";
import { type Settings, StartProblem } from "./settings.ts";
import { reachableHost } from "./this-machine.ts";

/** What is served: at which URL, where people reach it (another where it listens on every address), how to end it. */
export type Server = { url: string; origin: string; close(): Promise<void> };

/** Serves the app on the settings' address. StartProblem when the port is taken. */
export async function listen(app: Hono, { host, port }: Settings): Promise<Server> {
  const server = createAdaptorServer({ fetch: app.fetch }) as HttpServer;
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(problem(error, host, port)));
    server.listen(port, host, resolve);
  });
  const address = server.address();
  const bound = address && typeof address === "object" ? address.port : port;
  const at = (name: string) => `http://${name.includes(":") ? `[${name}]` : name}:${bound}`;
  return {
    url: at(host),
    origin: at(reachableHost(host)),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        // Requests under way get a moment; connections that only wait for another one do not.
        server.closeIdleConnections();
        setTimeout(() => server.closeAllConnections(), 2_000).unref();
      }),
  };
}

function problem(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === "EADDRINUSE")
    return new StartProblem(`Port ${port} on ${host} is taken; choose another with PORT.`);
  if (error.code === "EACCES")
    return new StartProblem(
      `Port ${port} needs more rights than this process has; choose another with PORT.`,
    );
  if (error.code === "EADDRNOTAVAIL" || error.code === "ENOTFOUND") {
    return new StartProblem(`${host} is not an address of this machine; choose another with HOST.`);
  }
  return error;
}
