import type { Server } from "node:http";
import { createAdaptorServer } from "@hono/node-server";
import type { Hono } from "hono";
import { type Settings, StartProblem } from "./settings.ts";

/** Serves the app on the settings' address; gives its URL and how to end it. StartProblem when the port is taken. */
export async function listen(
  app: Hono,
  { host, port }: Settings,
): Promise<{ url: string; close(): Promise<void> }> {
  const server = createAdaptorServer({ fetch: app.fetch }) as Server;
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(problem(error, host, port)));
    server.listen(port, host, resolve);
  });
  const address = server.address();
  const bound = address && typeof address === "object" ? address.port : port;
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${bound}`,
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
