import type { Server } from "node:net";

/** Starts a server on a free local port and returns its address. */
export async function listenLocally(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (!address || typeof address === "string") throw new Error("the server has no port");
  return `http://127.0.0.1:${address.port}`;
}
