import { expect, test } from "vitest";
import { leastUsedColor, likelyIcon } from "./appearance.ts";

test.each([
  ["Groceries", "shopping_cart"],
  ["Car insurance", "directions_car"],
  ["Dining out", "restaurant"],
  ["Childcare", "category"],
  ["Emergency fund", "savings"],
  ["Miete", "home"],
  ["", "category"],
])("gives %j the icon %s", (name, icon) => {
  expect(likelyIcon(name, "expense")).toBe(icon);
});

test("gives income with any other name the icon of income", () => {
  expect(likelyIcon("Other", "income")).toBe("payments");
});

test("offers the color with the fewest categories", () => {
  expect(leastUsedColor([])).toBe("blue");
  expect(leastUsedColor([{ color: "blue" }, { color: "green" }, { color: "blue" }])).toBe("red");
});
