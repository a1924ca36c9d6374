/**
 * The host that passkeys are bound to: the origin's, or its parent domain `relyingParty`, such as "example.com" for
 * "budget.example.com". Null for an IP address, except the loopback ones, which are replaced by "localhost".
 */
export function passkeyHost(origin: string, relyingParty?: string): { id: string; origin: string } | null {
  const { protocol, hostname, port } = new URL(origin);
  const isAddress = hostname.startsWith("[") || /^[\d.]+$/.test(hostname);
  const isLoopback = hostname === "[::1]" || hostname.startsWith("127.");
  const id = isLoopback ? "localhost" : hostname;
  if (isAddress && !isLoopback) return null;
  return { id: relyingParty ?? id, origin: `${protocol}//${id}${port && `:${port}`}` };
}
