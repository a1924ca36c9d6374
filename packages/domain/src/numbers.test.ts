import { describe, expect, test } from "vitest";
import { numbersIn, withoutNames } from "./numbers.ts";

test.each([
  ["nothing to see", []],
  ["$1,234.50 of 2,000 (62%)", ["1234.5", "2000", "62"]],
  ["1234.5, 12.00 and 007.", ["1234.5", "12", "7"]],
  ["-$5 or +.5", ["5", "0.5"]],
  ["5k, 2 million, 3 hundred", ["5000", "2000000", "300"]],
  ["5 months, 3 kilos, 10m away", ["5", "3", "10000000"]],
  ["a thousand, some hundreds", ["thousand", "hundreds"]],
  ["５００ and ٥٠٠", ["500", "٥٠٠"]],
  ["about fifty percent, Ninety-nine over", ["fifty", "ninety", "nine"]],
  ["twice as much, a third of it, half a dozen", ["twice", "third", "half", "dozen"]],
  ["doubled; three subscriptions in the tens", ["doubled", "three", "tens"]],
  ["one of the first, a second look, quarterly, often, weight, attend, tenant", []],
  ["½ of x²", ["1", "2", "2"]],
  ["1e9", ["1", "9"]],
])("the numbers in %j", (text, expected) => expect(numbersIn(text)).toEqual(expected));

describe("digits inside a name are no numbers", () => {
  test.each([
    ["Room 12 costs 5", ["Room 12"], ["5"]],
    ["room 12, ROOM 12's", ["Room 12"], []],
    ["Room 123 and Room 12", ["Room 12"], ["123"]],
    ["5 is at 50, 5.25, 1.5, 1,500 and 5", ["5"], ["50", "5.25", "1.5", "1500"]],
    ["Plan 401(k)+ is at 401", ["Plan 401(k)+"], ["401"]],
    ["24/7 Gym at 24", ["24/7", "24/7 Gym"], ["24"]],
    ["Food at 12", ["Food", ""], ["12"]],
    ["Two Rivers Gym and two others", ["Two Rivers Gym"], ["two"]],
  ])("%j with %j", (text, names, expected) => expect(numbersIn(withoutNames(text, names))).toEqual(expected));
});
