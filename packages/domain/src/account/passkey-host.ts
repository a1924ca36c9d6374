/** The host that passkeys belong to, and the origin that the page has there. */
export type PasskeyHost = { id: string; origin: string };

/**
 * Null where there are no passkeys: they belong to a name, never to an address. This machine's own addresses have one,
 * "localhost", under which the same product is reached.
 */
export function passkeyHost(origin: string): PasskeyHost | null {
  const { protocol, hostname, port } = new URL(origin);
  const isAddress = hostname.startsWith("[") || /^[\d.]+$/.test(hostname);
  const isOwn = hostname === "[::1]" || hostname.startsWith("127.");
  const id = isOwn ? "localhost" : hostname;
  if (isAddress && !isOwn) return null;
  return { id, origin: `${protocol}//${id}${port && `:${port}`}` };
}
