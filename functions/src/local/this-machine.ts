import { BlockList, isIP, isIPv6 } from "node:net";
import { hostname, networkInterfaces } from "node:os";
import { getConnInfo } from "@hono/node-server/conninfo";
import type { MiddlewareHandler } from "hono";

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

/** Another site whose name leads here (DNS rebinding) would be this one to the browser. */
export function knownNamesOnly(host: string): MiddlewareHandler {
  const own = hostname().toLowerCase();
  const names = new Set(["localhost", host.toLowerCase(), own, `${own}.local`]);
  return async (http, next) => {
    const name = new URL(http.req.url).hostname.replace(/^\[(.*)\]$/, "$1");
    if (isIP(name) || names.has(name)) return next();
    return http.text("Open this page at the address that Coffer said it is ready at.", 421);
  };
}

/** The outbox holds reset links: nobody else on the network may read it. */
export function thisMachineOnly(): MiddlewareHandler {
  return async (http, next) => {
    const from = getConnInfo(http).remote.address ?? "";
    if (!loopback.check(from, isIPv6(from) ? "ipv6" : "ipv4"))
      return http.text("Open this page on the machine that Coffer runs on.", 403);
    // A proxy on this machine would make everybody's requests look like its own.
    if (FORWARDED.some((header) => http.req.header(header) !== undefined))
      return http.text("Open this page directly, not through a proxy.", 403);
    return next();
  };
}

/** This machine's address on the network where `host` stands for every address. */
export function reachableHost(host: string): string {
  if (host !== "0.0.0.0" && host !== "::") return host;
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  const own = addresses.find(({ internal, family }) => !internal && family === "IPv4");
  return own?.address ?? "127.0.0.1";
}
