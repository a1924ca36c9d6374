import { endpointList } from "@coffer/contract/endpoints";
import { expect, test } from "vitest";
import { NOUNS_BY_SEGMENT } from "./routes.ts";

test("names for each path the nouns that have endpoints below it, and no others", () => {
  const nouns = Map.groupBy(endpointList, ([, { path }]) => path.split("/")[2] ?? "");
  const expected = [...nouns].map(([segment, calls]) => [
    segment,
    [...new Set(calls.map(([name]) => name.split(".")[0]))].sort(),
  ]);
  const actual = [...NOUNS_BY_SEGMENT].map(([segment, names]) => [segment, [...names].sort()]);
  expect(actual.sort()).toEqual(expected.sort());
});
