import { BlockList, isIP, isIPv6 } from "node:net";
import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context } from "hono";

/** Addresses and networks of the proxies whose X-Forwarded-For is believed. */
type TrustedProxies = BlockList;

const LOOPBACK = "127.0.0.0/8, ::1";

/** Reads a comma-separated list such as "10.0.0.0/8, ::1"; undefined if an entry is neither address nor network. */
export function parseTrustedProxies(list: string = LOOPBACK): TrustedProxies | undefined {
  const proxies = new BlockList();
  for (const entry of list.split(",").map((each) => each.trim())) {
    if (entry === "") continue;
    const [address = "", prefix, ...rest] = entry.split("/");
    const version = isIP(address);
    const whole = version === 6 ? 128 : 32;
    const bits = prefix === undefined ? whole : /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN;
    if (version === 0 || rest.length > 0 || !(bits <= whole)) return undefined;
    proxies.addSubnet(address, bits, version === 6 ? "ipv6" : "ipv4");
  }
  return proxies;
}

/** False for a text that is not an address. */
export const isIn = (networks: BlockList, address: string): boolean =>
  isIP(address) > 0 && networks.check(address, isIPv6(address) ? "ipv6" : "ipv4");

/** The socket's peer address; headers are ignored. */
export const socketAddress = (http: Context): string => getConnInfo(http).remote.address ?? "unknown";

/**
 * The address of the client behind trusted proxies: the last one in X-Forwarded-For that is not a trusted proxy's.
 * Earlier entries come from the client itself and are ignored.
 */
export function forwardedAddress(proxies: TrustedProxies): (http: Context) => string {
  return (http) => {
    const hops = (http.req.header("x-forwarded-for") ?? "").split(",").map(withoutPort);
    let address = socketAddress(http);
    while (isIn(proxies, address)) {
      const hop = hops.pop();
      // A proxy that hides its client ("unknown", "_hidden") ends the search.
      if (hop === undefined || isIP(hop) === 0) break;
      address = hop;
    }
    return address;
  };
}

/** Some proxies add the port: "203.0.113.7:50123", "[2001:db8::7]:50123". */
function withoutPort(hop: string): string {
  const text = hop.trim();
  return /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
}
