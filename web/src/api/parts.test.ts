import { figures } from "@coffer/contract/figures";
import { rules } from "@coffer/contract/rule";
import { afterEach, expect, test, vi } from "vitest";
import { call } from "./call.ts";

afterEach(() => vi.unstubAllGlobals());

/** A server that answers with one part after the other. */
function answering(parts: object[]): string[] {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (url: string) => {
    asked.push(url);
    const at = Number(new URL(url, "http://coffer.test").searchParams.get("cursor"));
    const headers = at + 1 < parts.length ? { "x-next-cursor": String(at + 1) } : undefined;
    return Response.json(parts[at], { headers });
  });
  return asked;
}

test("a list that comes in parts is read whole", async () => {
  const [first, second, third] = [1, 2, 3].map((id) => ({ id, contains: "Market", categoryId: 1 }));
  const asked = answering([[first, second], [third], []]);
  expect(await call(rules.list, {})).toEqual([first, second, third]);
  expect(asked).toEqual(["/api/rules", "/api/rules?cursor=1", "/api/rules?cursor=2"]);
});

test("the rows in a reply, too", async () => {
  const row = (categoryId: number) => ({ categoryId, cells: [] });
  answering([1, 2].map((id) => ({ months: [], rows: [row(id)] })));
  const { rows } = await call(figures.year, { query: { from: "2026-01" } });
  expect(rows).toEqual([row(1), row(2)]);
});
