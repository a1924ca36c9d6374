import { expect, test } from "vitest";
import { rememberAnswers, rememberedAnswers, rememberedPayer, rememberPayer } from "./remembered.ts";

function storage(initial?: string, name = "import.answers") {
  const values = new Map<string, string>();
  if (initial !== undefined) values.set(name, initial);
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  };
}

const CARD = { key: "csv|date|amount", identity: "…1234", answers: { sign: "positive" } };

test("keeps answers by header and account, latest first", () => {
  const store = storage();
  rememberAnswers(store, CARD);
  rememberAnswers(store, { ...CARD, identity: "…5678" });
  rememberAnswers(store, { ...CARD, answers: { sign: "negative" } });
  expect(rememberedAnswers(store)).toEqual([
    { ...CARD, answers: { sign: "negative" } },
    { ...CARD, identity: "…5678" },
  ]);
});

test("keeps the latest sixty answers", () => {
  const store = storage();
  for (let account = 0; account < 70; account++)
    rememberAnswers(store, { ...CARD, identity: String(account) });
  expect(rememberedAnswers(store)).toHaveLength(60);
  expect(rememberedAnswers(store)[0]?.identity).toBe("69");
});

test.each(["nonsense", "{}", '[["a"]]', '[{"key":"a","identity":1,"answers":{}}]'])(
  "ignores stored answers that are %s",
  (stored) => expect(rememberedAnswers(storage(stored))).toEqual([]),
);

test("keeps the payer of an account", () => {
  const store = storage();
  rememberPayer(store, "1 Bank", 7);
  expect(rememberedPayer(store, "1 Bank")).toBe(7);
  expect(rememberedPayer(store, "1 Card")).toBeUndefined();
});

test("remembers nothing if the browser blocks its storage", () => {
  const forbidden = {
    getItem: () => {
      throw new Error("forbidden");
    },
    setItem: () => {
      throw new Error("forbidden");
    },
  };
  rememberAnswers(forbidden, CARD);
  expect(rememberedAnswers(forbidden)).toEqual([]);
});
