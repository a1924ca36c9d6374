import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Hono } from "hono";
import { afterAll, expect, test } from "vitest";
import { SCREEN } from "../site-files.ts";
import { serveStatic } from "./static.ts";

const folder = mkdtempSync(join(tmpdir(), "coffer-static-"));
afterAll(() => rmSync(folder, { recursive: true }));
mkdirSync(join(folder, "assets"));
for (const [name, text] of [
  ["index.html", "<title>"],
  ["robots.txt", "User-agent: *"],
  ["assets/app-1234.js", "app()"],
  ["notes.txt", "not for the site"],
] as const)
  writeFileSync(join(folder, name), text);
const app = new Hono().use(serveStatic(folder));
const get = async (path: string) => {
  const answer = await app.request(path);
  return [answer.status, answer.status === 404 ? "" : await answer.text()];
};

for (const path of ["/", "/budget", "/unsubscribe/4523987.a-b_c", "/index.html"])
  test(`${path} is the shell`, async () => expect(await get(path)).toEqual([200, "<title>"]));

for (const path of ["/wp-login.php", "/notes.txt", "/Budget", "/budget/2026", "/budget.html"])
  test(`${path} is not found`, async () => {
    const answer = await app.request(path);
    expect([answer.status, await answer.text()]).toEqual([404, "<title>"]);
  });

test("files are served unchanged", async () => {
  expect(await get("/robots.txt")).toEqual([200, "User-agent: *"]);
  expect(await get("/assets/app-1234.js")).toEqual([200, "app()"]);
});

test("an asset of an earlier build is not found", async () =>
  expect(await get("/assets/gone.js")).toEqual([404, ""]));

test("assets are cached for a year", async () => {
  const cacheControl = async (path: string) => (await app.request(path)).headers.get("cache-control");
  expect(await cacheControl("/assets/app-1234.js")).toBe("public, max-age=31536000, immutable");
  expect(await cacheControl("/unsubscribe/4523987.a-b_c")).toBe("no-cache");
  expect(await cacheControl("/robots.txt")).toBe("no-cache");
});

test("the shell contains the local server's hints for a request", async () => {
  writeFileSync(join(folder, "index.html"), "<head></head>");
  const local = new Hono().use(
    serveStatic(folder, (http) => ({
      "coffer-demo": "ana@coffer.example coffer-demo-household",
      "coffer-outbox": http.req.header("x-forwarded-for") ? undefined : "/_outbox",
    })),
  );
  const shellOf = async (headers: Record<string, string>) =>
    (await local.request("/auth", { headers })).text();
  const demo = '<meta name="coffer-demo" content="ana@coffer.example coffer-demo-household" />';
  expect(await shellOf({})).toBe(`<head>${demo}<meta name="coffer-outbox" content="/_outbox" /></head>`);
  expect(await shellOf({ "x-forwarded-for": "203.0.113.7" })).toBe(`<head>${demo}</head>`);
  expect(await (await new Hono().use(serveStatic(folder)).request("/auth")).text()).toBe("<head></head>");
});

test("SCREEN matches every screen of the web app", () => {
  const routes = readFileSync(join(import.meta.dirname, "../../../web/src/routes.tsx"), "utf8");
  const paths = [...routes.matchAll(/(?:path: |screen\(\s*|mailedLink\()"(\/[^"]*)"/g)].flatMap(
    ([, path = ""]) =>
      path.includes("{-$")
        ? [path.replace(/\/\{.*/, ""), path.replace(/\{.*\}/, "a.b-c")]
        : [path.replace(/\$\w+/, "a.b-c")],
  );
  expect(paths.length).toBeGreaterThan(14);
  expect(paths.filter((path) => path !== "/$" && !SCREEN.test(path))).toEqual([]);
});
