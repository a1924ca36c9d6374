import { toDay } from "@coffer/domain/time/day";
import { describe, expect, test } from "vitest";
import { asImported } from "../../test/as-imported.ts";
import type { Answers } from "../memory.ts";
import { asker } from "../table/asking.ts";
import { readQif } from "./qif.ts";

function read(text: string, given: Answers = {}) {
  const [questions, answered] = [[], []];
  const file = readQif(
    text,
    toDay(2027, 11, 21),
    "",
    asker(questions, answered, { given, remembered: {}, offered: {} }),
  );
  return asImported({ ...file, questions, answered });
}
const COFFEE = "D11/25/26\nPCorner Coffee\nT-3.50\n^\n";

test("a statement gives date, amount, payee, memo and category", () => {
  const file = read(
    "!Type:Bank\nD11/25/26\nT-1,003.50\nPCorner Coffee\nMwith Ana\nLEating out:Coffee/Trip\nN1001\nCX\n^\n",
  );
  expect(file).toMatchObject({
    source: "QIF",
    rows: [
      {
        line: 2,
        row: {
          date: "2026-11-25",
          amount: 100_350,
          type: "expense",
          description: "Corner Coffee",
          notes: "with Ana",
          category: "Coffee",
        },
      },
    ],
    categories: [{ name: "Coffee", type: "expense", group: "Eating out" }],
    questions: [],
  });
});

test("Quicken's dates are read", () => {
  const file = read("!Type:Bank\nD11/25'26\nT-1\n^\nD 1/ 5' 8\nT-1\n^\n");
  expect(file.rows.map(({ row }) => row.date)).toEqual(["2026-11-25", "2008-01-05"]);
});

test("a German program's dates and amounts are read", () => {
  const [first] = read("!Type:Bank\nD05.11.2026\nT-1.003,50\nPCafé\n^\n").rows;
  expect(first?.row).toMatchObject({ date: "2026-11-05", amount: 100_350 });
});

test("ambiguous dates are asked about", () => {
  const text = "!Type:Bank\nD01/05/2026\nT-1.00\n^\n";
  expect(read(text).questions).toEqual(["dateOrder"]);
  const corrected = read(text, { dateOrder: "mdy", decimalMark: "." });
  expect(corrected.questions).toEqual([]);
  expect(corrected.rows[0]?.row.date).toBe("2026-01-05");
});

test("a transaction split between categories becomes a row for each", () => {
  const file = read(
    "!Type:CCard\nD11/25/2026\nT-30.00\nPMarket\nSFood\nEfruit\n$-20.00\nSHome\n$-12.00\nS[Savings]\n$2.00\n^\n",
  );
  expect(file.rows.map(({ row }) => [row.amount, row.category, row.notes])).toEqual([
    [2000, "Food", "fruit"],
    [1200, "Home", undefined],
  ]);
  expect(file.leftOut).toEqual([{ line: 2, reason: "It is a transfer between accounts." }]);
});

test("incoming money in an expense category is a refund", () => {
  const file = read(
    "!Type:Bank\nD11/25/2026\nT-20.00\nLFood\n^\nD11/26/2026\nT5.00\nLFood\n^\nD11/27/2026\nT9.00\nLSalary\n^\n",
  );
  expect(file.rows.map(({ row }) => [row.type, row.refund])).toEqual([
    ["expense", undefined],
    ["expense", true],
    ["income", undefined],
  ]);
});

test("lists other than transactions are skipped", () => {
  const file = read(
    [
      "!Option:AutoSwitch",
      "!Account\nNChecking\nTBank\n^",
      "!Type:Cat\nNFood\nE\n^\nNSalary\nI\n^",
      `!Type:Bank\n${COFFEE}`,
      "!Type:Invst\nD11/25/26\nNBuy\nYACME\nT100.00\n^",
      `!Type:Oth L\n${COFFEE}`,
    ].join("\n"),
  );
  expect(file.rows).toHaveLength(2);
  expect(file.leftOut).toEqual([{ line: 20, reason: "It buys, sells or moves an investment." }]);
});

describe("a transfer or a starting balance", () => {
  test("is left out", () => {
    const file = read(
      `!Type:Bank\nD11/01/26\nT100.00\nPOpening Balance\nL[Checking]\n^\nD11/25/26\nT-50\nL[Savings]\n^\n${COFFEE}`,
    );
    expect(file.leftOut).toEqual([
      { line: 2, reason: "It is the opening balance of an account." },
      { line: 7, reason: "It is a transfer between accounts." },
    ]);
    expect(file.rows).toHaveLength(1);
  });
});

describe("a damaged file", () => {
  test("reports what cannot be read", () => {
    const file = read(`!Type:Bank\nDsoon\nT-1\n^\nD11/25/26\nTmuch\n^\nD11/25/26\n^\n${COFFEE}`);
    expect(file.unreadable).toEqual([
      { line: 2, reason: "“soon” is not a date." },
      { line: 5, reason: "“much” is not an amount." },
      { line: 8, reason: "The amount is missing." },
    ]);
    expect(file.rows).toHaveLength(1);
  });

  test("that is truncated keeps complete transactions", () => {
    const file = read(`!Type:Bank\n${COFFEE}D11/26/26\nT-9`);
    expect(file.rows).toHaveLength(1);
    expect(file.unreadable).toEqual([
      { line: 6, reason: "The file ends in the middle of this transaction." },
    ]);
  });

  test("without transactions is refused", () => {
    expect(() => read("!Type:Cat\nNFood\n^\n")).toThrow("This QIF file contains no transactions.");
  });
});
