/** Code could not be loaded because the server, or the way to it, is gone. */
export class ServerGone extends Error {
  override readonly name = "ServerGone";
}

export async function isServerReachable(): Promise<boolean> {
  try {
    return (await fetch("/", { method: "HEAD", cache: "no-store" })).ok;
  } catch {
    return false;
  }
}
