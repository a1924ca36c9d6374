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

test("gives income of any name the icon of income", () => {
  expect(likelyIcon("Other", "income")).toBe("payments");
});

test("offers the colour that the fewest categories have, in the order of the palette", () => {
  expect(leastUsedColor([])).toBe("blue");
  expect(leastUsedColor([{ color: "blue" }, { color: "green" }, { color: "blue" }])).toBe("red");
});
