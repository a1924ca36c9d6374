import { toDay } from "@coffer/domain/time/day";
import { expect, test } from "vitest";
import { asImported } from "../../test/as-imported.ts";
import { FileRefusal } from "../bank-file.ts";
import { readMt940 } from "./mt940.ts";

const read = (...lines: string[]) =>
  asImported(
    readMt940(
      [":20:STARTUMS", ":25:10020030/1234567", ":60F:C261101EUR100,00", ...lines, "-"].join("\n"),
      toDay(2027, 11, 21),
    ),
  );
const rows = (...lines: string[]) => read(...lines).rows.map(({ row }) => row);

test("reads numbered details", () => {
  expect(
    rows(
      ":61:2611051106D1234,56N024NONREF//B6K05",
      ":86:106?00KARTENZAHLUNG?109248?20EREF+2611?21SVWZ+REWE SAGT DANKE Einkau?22f 05.11.?30BANK",
      "DEFF?31DE02?32REWE Markt?33 GmbH?34011",
    ),
  ).toEqual([
    {
      date: "2026-11-06",
      description: "REWE Markt GmbH",
      amount: 1234_56,
      type: "expense",
      notes: "REWE SAGT DANKE Einkauf 05.11.",
      reference: "sta:B6K05",
    },
  ]);
});

test("reads details between slashes over several lines", () => {
  expect(
    rows(
      ":61:2611051105C50,00NTRFEREF//123",
      "/TRCD/00100/",
      ":86:/TRTP/SEPA OVERBOEKING/IBAN/NL12/BIC/ABNANL2A",
      "/NAME/J. JANSEN/REMI/Dinner/EREF/NOTPROVIDED",
    ),
  ).toMatchObject([{ description: "J. JANSEN", notes: "Dinner", amount: 50_00, type: "income" }]);
});

test("reads reversals", () => {
  expect(rows(":61:261105D3,5NMSCNONREF", ":86:Coffee", "at the corner")).toMatchObject([
    { description: "Coffee at the corner", amount: 3_50, type: "expense" },
  ]);
  expect(rows(":61:261105RD3,5NMSCNONREF", ":86:Coffee")).toMatchObject([{ type: "expense", refund: true }]);
  expect(rows(":61:261105RC3,5NMSCNONREF", ":86:Salary")).toMatchObject([{ type: "expense" }]);
});

test("infers the year of a booking day around the turn of the year", () => {
  expect(rows(":61:2512311231D1,NMSCNONREF", ":61:2512310102D1,NMSCNONREF")).toMatchObject([
    { date: "2025-12-31" },
    { date: "2026-01-02" },
  ]);
  expect(rows(":61:2601011230D1,NMSCNONREF")).toMatchObject([{ date: "2025-12-30" }]);
});

test("reports unreadable lines", () => {
  expect(read(":61:nonsense", ":61:261305D1,NMSCNONREF").unreadable.map(({ line }) => line)).toEqual([4, 5]);
  expect(() => read(":62F:C261101EUR100,00")).toThrow(FileRefusal);
});

test("gives each row the currency of its statement", () => {
  const { file } = read(
    ":61:2611051106D10,00NTRFNONREF",
    ":62F:C261106EUR90,00",
    "-",
    ":20:SECOND",
    ":25:10020030/7654321",
    ":60F:C261101CHF0,00",
    ":61:2611051106C5,00NTRFNONREF",
    ":62F:C261106CHF5,00",
  );
  expect(file.rows.map(({ currency, account }) => [currency, account])).toEqual([
    ["EUR", "10020030/1234567"],
    ["CHF", "10020030/7654321"],
  ]);
  // Of several accounts, no balance says whose it is.
  expect(file.balances).toEqual([]);
});
