/**
 * The host that passkeys are bound to: the origin's, or a `relyingParty` above it, as "example.com" above
 * "budget.example.com". Null for an IP address, except this machine's own, whose name is "localhost".
 */
export function passkeyHost(origin: string, relyingParty?: string): { id: string; origin: string } | null {
  const { protocol, hostname, port } = new URL(origin);
  const isAddress = hostname.startsWith("[") || /^[\d.]+$/.test(hostname);
  const isOwn = hostname === "[::1]" || hostname.startsWith("127.");
  const id = isOwn ? "localhost" : hostname;
  if (isAddress && !isOwn) return null;
  return { id: relyingParty ?? id, origin: `${protocol}//${id}${port && `:${port}`}` };
}
