import { isIP, isIPv6 } from "node:net";

/** An IPv6 client may choose another address within its 64-bit prefix for every request. */
export function rateLimitKey(address: string): string {
  const plain = plainAddress(address);
  return isIPv6(plain) ? `${groupsOf(plain).slice(0, 4).join(":")}::/64` : plain;
}

/** The part of an address by which people recognise a network; null for what is no address. */
export function networkOf(address: string): string | null {
  const plain = plainAddress(address);
  if (isIP(plain) === 0) return null;
  if (plain === "::1" || plain.startsWith("127.")) return "localhost";
  if (isIPv6(plain)) return `${groupsOf(plain).slice(0, 3).join(":")}::/48`;
  return `${plain.slice(0, plain.lastIndexOf("."))}.0/24`;
}

/** Without its zone; IPv4 where IPv6 maps one. */
function plainAddress(address: string): string {
  const [plain = ""] = address.split("%");
  const mapped = /^::ffff:([\d.]+)$/i.exec(plain)?.[1];
  return mapped ?? (isIPv6(plain) ? plain : address);
}

function groupsOf(address: string): string[] {
  const [left = [], right = []] = address.split("::").map((half) => half.split(":").filter(Boolean));
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill("0");
  const groups = address.includes("::") ? [...left, ...zeros, ...right] : left;
  return groups.map((group) => Number.parseInt(group, 16).toString(16));
}
