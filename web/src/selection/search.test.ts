import * as v from "valibot";
import { expect, test } from "vitest";
import { authSearch } from "./search.ts";

test.each([
  ["/budget?month=2026-10#x", "/budget?month=2026-10#x"],
  ["/transactions?q=日本", "/transactions?q=%E6%97%A5%E6%9C%AC"],
  ["budget", undefined],
  ["javascript:alert(1)", undefined],
  ["https://elsewhere.example/", undefined],
  ["//elsewhere.example/", undefined],
  ["/\\elsewhere.example/", undefined],
  ["/\t/elsewhere.example/", undefined],
  ["/\n\\elsewhere.example/", undefined],
  ["/.//elsewhere.example/", undefined],
  ["/budget/..//elsewhere.example/", undefined],
  ["//", undefined],
])("after the sign-in, %j leads to %s", (next, path) => {
  expect(v.parse(authSearch, { next }).next).toBe(path);
});
