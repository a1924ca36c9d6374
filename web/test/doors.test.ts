import { createServer } from "node:http";
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from "vitest";
import { notedEngine } from "../../functions/src/local/data-folder.ts";
import { secretAddress } from "../../functions/src/local/database.ts";
import { openPage, openWindow } from "./browser.ts";

// A page of another site that is open in a browser on Coffer's machine (docs/promises.md S13).

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

/** What a foreign page learns from a request: nothing, that something answers, or the answer. */
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
  // At its own address the page gets an answer: only the address keeps it out.
  expect(await tried(engine.href)).toMatch(/^read: healthy/);
  for (const name of ["127.0.0.1", "localhost", "[::1]", "127.0.0.2", "127.1.1.1"])
    expect(await tried(`http://${name}:${engine.port}/`)).toBe("nothing is there");
});

/** Waits for every request whose end a browser reports: some report nothing for a refused frame. */
const everyWayTo = (place: string) => `(async () => {
  const ended = (target) => new Promise((resolve) => {
    for (const type of ["load", "error", "close"]) target.addEventListener(type, resolve);
    // WebKit does not report the end of some.
    setTimeout(resolve, 5_000);
  });
  const frame = Object.assign(document.createElement("iframe"), { name: "answer", src: "http://${place}/" });
  const form = Object.assign(document.createElement("form"), { method: "post", target: "answer" });
  form.action = "http://${place}/";
  document.body.append(frame, form);
  form.submit();
  const parts = ["img", "script", "link"].map((name) => {
    const part = document.createElement(name);
    part.rel = "stylesheet";
    part[name === "link" ? "href" : "src"] = "http://${place}/";
    document.body.append(part);
    return ended(part);
  });
  navigator.sendBeacon("http://${place}/", "{}");
  const connections = [() => new WebSocket("ws://${place}/"), () => new EventSource("http://${place}/")].map(
    // Some browsers refuse at once.
    async (open) => { try { await ended(open()); } catch {} },
  );
  await Promise.all([...parts, ...connections]);
})()`;

// Some systems, such as macOS, have only 127.0.0.1 (docs/decisions/041-a-household-server.md).
test("no page reaches a database on 127.0.0.1 itself, by whatever it loads, sends or opens", async () => {
  const { host, port } = await secretAddress("127.0.0.1");
  let knocks = 0;
  const database = createServer((_, response) => response.end()).on("connection", () => {
    knocks += 1;
  });
  await new Promise<void>((resolve) => database.listen(port, host, resolve));
  onTestFinished(() => void database.close());
  for (const name of ["127.0.0.1", "localhost", "127.1"])
    for (const request of [{}, { method: "POST", body: "{}" }])
      expect(await tried(`http://${name}:${port}/`, request)).toBe("nothing is there");
  await stranger.evaluate(everyWayTo(`127.0.0.1:${port}`));
  expect(knocks).toBe(0);
});

test("no page reads the API or the mail", async () => {
  for (const path of ["/api/health", "/api/user", "/_outbox"])
    expect(await tried(`${inject("product")}${path}`)).not.toContain("read");
});
