import { isIPv6 } from "node:net";

/**
 * What counts as one client when attempts are counted: an IPv4 address, or the 64 bits of an IPv6 address that are
 * assigned to it; the others it may choose anew for every request.
 */
export function networkOf(address: string): string {
  const [plain = ""] = address.split("%");
  const mapped = /^::ffff:([\d.]+)$/i.exec(plain)?.[1];
  if (mapped || !isIPv6(plain)) return mapped ?? address;
  const [left = [], right = []] = plain.split("::").map((half) => half.split(":").filter(Boolean));
  const between = Array<string>(Math.max(0, 8 - left.length - right.length)).fill("0");
  const groups = plain.includes("::") ? [...left, ...between, ...right] : left;
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}::/64`;
}
