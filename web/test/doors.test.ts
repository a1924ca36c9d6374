import { createServer } from "node:http";
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from "vitest";
import { notedEngine } from "../../functions/src/local/data-folder.ts";
import { secretAddress, startEngine } from "../../functions/src/local/engine.ts";
import { openPage, openWindow } from "./browser.ts";

// A page of another site, open in a browser on the machine that Coffer runs on (docs/promises.md S13).

const site = createServer((_, response) =>
  response.setHeader("content-type", "text/html").end("<p>Elsewhere"),
);
let stranger: Awaited<ReturnType<typeof openPage>>["page"];
const engine = new URL(notedEngine(inject("dataDir"))?.endpoint ?? "");

beforeAll(async () => {
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  const address = site.address();
  const port = address && typeof address === "object" ? address.port : 0;
  const window = await openWindow({ baseURL: `http://127.0.0.1:${port}` });
  ({ page: stranger } = await openPage(window));
  await stranger.goto("/");
});
afterAll(async () => {
  await stranger.context().close();
  site.close();
});

/** What a foreign page learns from a request: nothing, that something is there, or its answer. */
const tried = (url: string, request: { method?: string; body?: string } = {}) =>
  stranger.evaluate(
    async ([url, request]) => {
      const open = await fetch(url, request).catch(() => undefined);
      if (open) return `read: ${await open.text()}`;
      const blind = await fetch(url, { ...request, mode: "no-cors" }).catch(() => undefined);
      return blind ? "something is there" : "nothing is there";
    },
    [url, request] as const,
  );

test("no page finds the database on the names it can guess", async () => {
  // At its own address it would answer the page: nothing but the address keeps it out.
  expect(await tried(engine.href)).toMatch(/^read: healthy/);
  for (const name of ["127.0.0.1", "localhost", "[::1]", "127.0.0.2", "127.1.1.1"])
    expect(await tried(`http://${name}:${engine.port}/`)).toBe("nothing is there");
});

// Some systems, such as macOS, have only 127.0.0.1 (docs/decisions/041-a-household-server.md).
test("no page reaches a database on 127.0.0.1 itself", async () => {
  const engine = await startEngine(undefined, () => secretAddress("127.0.0.1"));
  onTestFinished(engine.stop);
  for (const name of ["127.0.0.1", "localhost", "127.1"])
    for (const request of [{}, { method: "POST", body: "{}" }])
      expect(await tried(`http://${name}:${engine.address.port}/`, request)).toBe("nothing is there");
});

test("no page reads the API or the mail", async () => {
  for (const path of ["/api/health", "/api/user", "/_outbox"])
    expect(await tried(`${inject("product")}${path}`)).not.toContain("read");
});
