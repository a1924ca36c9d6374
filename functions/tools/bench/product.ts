import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as v from "valibot";
import { runProduct } from "../../test/running.ts";

export async function idOf(response: Response): Promise<number> {
  return v.parse(v.object({ id: v.number() }), await response.json()).id;
}

/** The local product on a fresh folder, as `pnpm start` runs it, with somebody signed in. */
export async function benchProduct(environment: Record<string, string> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), "coffer-bench-"));
  const began = performance.now();
  const running = await runProduct(dataDir, environment);
  const readyAfter = performance.now() - began;
  let cookie = "";

  async function send(method: string, path: string, body?: unknown): Promise<Response> {
    return fetch(`${running.url}${path}`, {
      method,
      headers: {
        cookie,
        "sec-fetch-site": "same-origin",
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  }

  return {
    ...running,
    dataDir,
    readyAfter,
    send,
    /** Signed in; returns the user's id. */
    async signUp(): Promise<number> {
      const person = {
        firstName: "Bench",
        lastName: "Mark",
        email: "bench@example.com",
        phone: "555 0100",
        password: "bench-mark",
      };
      const response = await send("POST", "/api/register", person);
      cookie = response.headers
        .getSetCookie()
        .map((line) => line.split(";")[0])
        .join("; ");
      return idOf(response);
    },
    cookie: () => cookie,
    kill: () => running.end("SIGKILL"),
    async end() {
      await running.end();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
export type BenchProduct = Awaited<ReturnType<typeof benchProduct>>;
