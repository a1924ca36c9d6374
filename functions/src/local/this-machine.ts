import { once } from "node:events";
import type { Server as HttpServer } from "node:http";
import { BlockList, isIP } from "node:net";
import { hostname, networkInterfaces } from "node:os";
import { createAdaptorServer } from "@hono/node-server";
import type { Context, Hono, MiddlewareHandler } from "hono";
import { isIn, socketAddress } from "./client-address.ts";
import { type Settings, StartProblem } from "./settings.ts";

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

const FORWARDED = [
  "forwarded",
  "via",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-real-ip",
];

/**
 * Guards against DNS rebinding: another site whose name resolves to this machine. `origin` is the address that people
 * use, such as that of a proxy which passes the name on.
 */
export function knownNamesOnly(host: string, origin: string): MiddlewareHandler {
  const own = hostname().toLowerCase();
  const names = new Set(["localhost", host.toLowerCase(), own, `${own}.local`, nameOf(origin)]);
  return async (http, next) => {
    const name = nameOf(http.req.url);
    if (isIP(name) || names.has(name)) return next();
    return http.text("Open this page at the address that Coffer said it is ready at.", 421);
  };
}

const nameOf = (url: string) => new URL(url).hostname.replace(/^\[(.*)\]$/, "$1");

/** True for a browser on this machine that is not behind a proxy. */
export function isFromThisMachine(http: Context): boolean {
  return (
    isIn(loopback, socketAddress(http)) && FORWARDED.every((header) => http.req.header(header) === undefined)
  );
}

/** The outbox holds reset links, so only a browser on this machine may read it. */
export function thisMachineOnly(): MiddlewareHandler {
  return async (http, next) =>
    isFromThisMachine(http)
      ? next()
      : http.text("Open this page on the machine that Coffer runs on, and not through a proxy.", 403);
}

const EVERY_ADDRESS = ["0.0.0.0", "::"];

/** The host for a browser on this machine: not every system connects to 0.0.0.0. */
export const hostHere = (host: string): string => (EVERY_ADDRESS.includes(host) ? "127.0.0.1" : host);

/** The host for other devices: this machine's address on the network if `host` stands for every address. */
export function reachableHost(host: string): string {
  if (!EVERY_ADDRESS.includes(host)) return host;
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  const own = addresses.find(({ internal, family }) => !internal && family === "IPv4");
  return own?.address ?? "127.0.0.1";
}

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
