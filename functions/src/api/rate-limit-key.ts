import { isIPv6 } from "node:net";

/**
 * The key that a client's attempts are counted under: an IPv4 address, or the 64-bit prefix of an IPv6 address,
 * within which a client may choose another address for every request.
 */
export function rateLimitKey(address: string): string {
  const [plain = ""] = address.split("%");
  const mapped = /^::ffff:([\d.]+)$/i.exec(plain)?.[1];
  if (mapped || !isIPv6(plain)) return mapped ?? address;
  const [left = [], right = []] = plain.split("::").map((half) => half.split(":").filter(Boolean));
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill("0");
  const groups = plain.includes("::") ? [...left, ...zeros, ...right] : left;
  const prefix = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${prefix.join(":")}::/64`;
}
