import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContext } from "playwright-core";
import * as v from "valibot";
import { cookiesOf } from "../../src/sign-in-check.ts";
import { runProduct } from "../running.ts";

async function idOf(response: Response): Promise<number> {
  return v.parse(v.object({ id: v.number() }), await response.json()).id;
}

/** The local product on a fresh folder, as `pnpm start` runs it, with somebody signed in. */
export async function benchProduct(environment: Record<string, string> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), "coffer-bench-"));
  const began = performance.now();
  const running = await runProduct(dataDir, environment);
  const readyAfter = performance.now() - began;

  return {
    ...running,
    ...visitorOf(running.url),
    dataDir,
    readyAfter,
    /** Another browser. */
    visitor: () => visitorOf(running.url),
    kill: () => running.end("SIGKILL"),
    async end() {
      await running.end();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
export type BenchProduct = Awaited<ReturnType<typeof benchProduct>>;

/** Runs `measure` on a product, then ends it. */
export async function onProduct(
  measure: (product: BenchProduct) => Promise<void>,
  environment?: Record<string, string>,
): Promise<void> {
  const product = await benchProduct(environment);
  try {
    await measure(product);
  } finally {
    await product.end();
  }
}

export const PASSWORD = "bench-mark";

/** Signs in a browser of the demo household, which keeps the session. */
export async function signInDemo({ request }: BrowserContext, url: string): Promise<void> {
  const answer = await request.post(`${url}/api/login`, {
    data: { email: "ana@coffer.example", password: "coffer-demo-household", rememberMe: true },
    headers: { "sec-fetch-site": "same-origin" },
  });
  if (!answer.ok()) throw new Error(`could not sign in: ${answer.status()}`);
}

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** A client without a browser. */
export function visitorOf(url: string, fetch: Fetch = globalThis.fetch) {
  let cookie = "";

  async function send(method: string, path: string, body?: unknown, headers = {}): Promise<Response> {
    return fetch(`${url}${path}`, {
      method,
      headers: {
        cookie,
        "sec-fetch-site": "same-origin",
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  }

  return {
    send,
    /** Signs in. Returns the user's id. */
    async signUp(email = "bench@example.com"): Promise<number> {
      const person = {
        firstName: "Bench",
        lastName: "Mark",
        email,
        phone: "555 0100",
        password: PASSWORD,
      };
      const response = await send("POST", "/api/register", person);
      cookie = cookiesOf(response);
      return idOf(response);
    },
    /** Returns the user. */
    async signIn(email: string, password: string): Promise<unknown> {
      const response = await send("POST", "/api/login", { email, password, rememberMe: true });
      cookie = cookiesOf(response);
      return response.json();
    },
    /** Returns the category's id. */
    addCategory: async (): Promise<number> =>
      idOf(
        await send("POST", "/api/categories", {
          name: "Groceries",
          icon: "shopping_cart",
          color: "green",
          type: "expense",
        }),
      ),
    cookie: () => cookie,
  };
}
