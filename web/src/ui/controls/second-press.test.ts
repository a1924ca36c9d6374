import { expect, test } from "vitest";
import { secondPresses } from "./second-press.ts";

const first = { detail: 1, timeStamp: 1000, clientX: 600, clientY: 300 };

test.each([
  ["the second of a double click", { ...first, detail: 2, timeStamp: 1150 }, true],
  ["a second tap that the browser does not count", { ...first, timeStamp: 1150 }, true],
  ["a second tap a finger's width away", { ...first, timeStamp: 1150, clientX: 612, clientY: 309 }, true],
  ["a later press", { ...first, timeStamp: 1500 }, false],
  ["a press on the row below", { ...first, timeStamp: 1150, clientY: 344 }, false],
  ["a press elsewhere on the next screen", { ...first, timeStamp: 1150, clientX: 300, clientY: 220 }, false],
  ["a key", { detail: 0, timeStamp: 1150, clientX: 0, clientY: 0 }, false],
])("tells whether it is a second press: %s", (_, press, isSecond) => {
  const isSecondPress = secondPresses();
  expect(isSecondPress(first)).toBe(false);
  expect(isSecondPress(press)).toBe(isSecond);
});

test("of fast presses at one place, one each half second counts", () => {
  const isSecondPress = secondPresses();
  const presses = [0, 300, 600, 900, 1200].map((after, index) => ({
    ...first,
    timeStamp: first.timeStamp + after,
    detail: index + 1,
  }));
  expect(presses.map(isSecondPress)).toEqual([false, true, false, true, false]);
});
