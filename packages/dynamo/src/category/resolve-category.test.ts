import { expect, test } from "vitest";
import { createResolver, type Tombstone } from "./resolve-category.ts";

const moved = (movedTo: number | null, deletedAt = 1): Tombstone => ({
  deletedAt,
  movedTo,
  state: "restorable",
});
const target = (id: number, ...categories: [number, Tombstone | null][]) =>
  createResolver(new Map(categories))(id).categoryId;

test("a live category resolves to itself, an unknown one to none", () => {
  expect(target(1, [1, null])).toBe(1);
  expect(target(2, [1, null])).toBe(null);
});

test("a deleted category resolves to the end of its moves, or to none", () => {
  expect(target(1, [1, moved(2)], [2, moved(3)], [3, null])).toBe(3);
  expect(target(1, [1, moved(2)], [2, moved(null)])).toBe(null);
  expect(target(1, [1, moved(2)])).toBe(null);
});

test("each category of a chain resolves to the chain's last move", () => {
  const resolve = createResolver(
    new Map([
      [1, moved(2, 10)],
      [2, moved(3, 20)],
      [3, moved(null, 30)],
    ]),
  );
  expect([2, 1, 3].map((id) => resolve(id).lastMove?.deletedAt)).toEqual([30, 30, 30]);
  expect(
    createResolver(
      new Map([
        [1, moved(2, 10)],
        [2, null],
      ]),
    )(1).lastMove?.deletedAt,
  ).toBe(10);
});

test("a chain of a hundred thousand moves is followed to its end from each of them", () => {
  const length = 100_000;
  const chain = Array.from({ length }, (_, id): [number, Tombstone | null] => [id, moved(id + 1)]);
  const resolve = createResolver(new Map([...chain, [length, null]]));
  expect(new Set(chain.map(([id]) => resolve(id).categoryId))).toEqual(new Set([length]));
});

test("a cycle of moves, which no deletion makes, resolves to none", () => {
  expect(target(1, [1, moved(2)], [2, moved(1)])).toBe(null);
});
