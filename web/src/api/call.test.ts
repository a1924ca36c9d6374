import { figures } from "@coffer/contract/figures";
import { rules } from "@coffer/contract/rule";
import { afterEach, expect, test, vi } from "vitest";
import { call } from "./call.ts";
import { NotSent } from "./wire.ts";

afterEach(() => vi.unstubAllGlobals());

/** Serves one page after the other; returns the requested URLs. */
function servePages(pages: object[]): string[] {
  const urls: string[] = [];
  vi.stubGlobal("fetch", async (url: string) => {
    urls.push(url);
    const at = Number(new URL(url, "http://coffer.test").searchParams.get("cursor"));
    const headers = at + 1 < pages.length ? { "x-next-cursor": String(at + 1) } : undefined;
    return Response.json(pages[at], { headers });
  });
  return urls;
}

test("reads all pages of a list", async () => {
  const [first, second, third] = [1, 2, 3].map((id) => ({ id, contains: "Market", categoryId: 1 }));
  const urls = servePages([[first, second], [third], []]);
  expect(await call(rules.list, {})).toEqual([first, second, third]);
  expect(urls).toEqual(["/api/rules", "/api/rules?cursor=1", "/api/rules?cursor=2"]);
});

test("takes the page of a network that asks to sign in for no answer", async () => {
  vi.stubGlobal(
    "fetch",
    async () => new Response("<h1>Hotel</h1>", { headers: { "content-type": "text/html" } }),
  );
  await expect(call(rules.list, {})).rejects.toBeInstanceOf(NotSent);
});

test("reads all pages of the rows in a reply", async () => {
  const row = (categoryId: number) => ({ categoryId, cells: [] });
  servePages([1, 2].map((id) => ({ months: [], rows: [row(id)] })));
  const { rows } = await call(figures.year, { query: { from: "2026-01" } });
  expect(rows).toEqual([row(1), row(2)]);
});
