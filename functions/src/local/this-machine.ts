import { BlockList, isIP, isIPv6 } from "node:net";
import { networkInterfaces } from "node:os";
import { getConnInfo } from "@hono/node-server/conninfo";
import type { MiddlewareHandler } from "hono";

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

/**
 * Refuses requests from another machine, and under a host name other than the setting `host`. The outbox holds reset
 * links: nobody else on the network may read it, nor another site through DNS rebinding.
 */
export function thisMachineOnly(host: string): MiddlewareHandler {
  return async (http, next) => {
    const from = getConnInfo(http).remote.address ?? "";
    if (!loopback.check(from, isIPv6(from) ? "ipv6" : "ipv4"))
      return http.text("Open this page on the machine that Coffer runs on.", 403);
    const name = new URL(http.req.url).hostname.replace(/^\[(.*)\]$/, "$1");
    if (isIP(name) || name === "localhost" || name === host.toLowerCase()) return next();
    return http.text("Open this page at the address that Coffer said it is ready at.", 421);
  };
}

/** This machine's address on the network where `host` stands for every address. */
export function reachableHost(host: string): string {
  if (host !== "0.0.0.0" && host !== "::") return host;
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  const own = addresses.find(({ internal, family }) => !internal && family === "IPv4");
  return own?.address ?? "127.0.0.1";
}
