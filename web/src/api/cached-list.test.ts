import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { removeFromCache, upsertInCache } from "./cached-list.ts";

const KEY = ["categories"];
const [rent, food, fun] = [
  { id: 1, name: "Rent" },
  { id: 2, name: "Food" },
  { id: 3, name: "Fun" },
];

test("replaces a changed item in its place", () => {
  const client = new QueryClient();
  const before = [rent, food];
  client.setQueryData(KEY, before);
  upsertInCache(client, KEY, { id: 1, name: "Home" });
  upsertInCache(client, KEY, fun);
  expect(client.getQueryData(KEY)).toEqual([{ id: 1, name: "Home" }, food, fun]);
  removeFromCache(client, KEY, 1);
  expect(client.getQueryData(KEY)).toEqual([food, fun]);
  expect(before).toEqual([rent, food]);
});

test("sorts a changed list", () => {
  const client = new QueryClient();
  client.setQueryData(KEY, [rent]);
  upsertInCache(client, KEY, food, (a, b) => a.name.localeCompare(b.name));
  expect(client.getQueryData(KEY)).toEqual([food, rent]);
});

test("leaves a list that is not cached undefined", () => {
  const client = new QueryClient();
  upsertInCache(client, KEY, rent);
  removeFromCache(client, KEY, 1);
  expect(client.getQueryData(KEY)).toBeUndefined();
});
