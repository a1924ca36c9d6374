import { expect, test } from "vitest";
import { rememberedPayer, rememberPayer } from "./remembered-payers.ts";

test("remembers whose account the files of a bank are of, and survives what is no such note", () => {
  const values = new Map<string, string>([["coffer.import.payers", "[nonsense"]]);
  const store = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  };
  expect(rememberedPayer(store, "7 N26")).toBeUndefined();
  rememberPayer(store, "7 N26", 3);
  rememberPayer(store, "7 DKB", 4);
  expect(rememberedPayer(store, "7 N26")).toBe(3);
  expect(rememberedPayer(store, "8 N26")).toBeUndefined();
});
