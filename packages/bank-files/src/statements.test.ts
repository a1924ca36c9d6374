import { toDay } from "@coffer/domain/time/day";
import { describe, expect, test } from "vitest";
import { readBankFile } from "./read.ts";

const read = async (text: string) => {
  const bytes = new TextEncoder().encode(text);
  const file = await readBankFile({ name: "file.csv", bytes }, { today: toDay(2026, 11, 21) });
  expect(file.questions).toEqual([]);
  return file;
};
/** A row's date, signed cents and description in one line. */
const rowsOf = async (text: string) =>
  (await read(text)).rows.map(({ date, amount, description }) => [date, amount, description].join(" | "));

describe("reads a statement", () => {
  test("of an American bank", async () => {
    const text = [
      "Details,Posting Date,Description,Amount,Type,Balance,Check or Slip #",
      'DEBIT,11/05/2026,"CORNER COFFEE, SEATTLE",-3.50,DEBIT_CARD,1234.56,,',
      "CREDIT,11/25/2026,ACME PAYROLL,2500.00,ACH_CREDIT,3734.56,,",
    ].join("\n");
    expect(await rowsOf(text)).toEqual([
      "2026-11-05 | -350 | CORNER COFFEE, SEATTLE",
      "2026-11-25 | 250000 | ACME PAYROLL",
    ]);
  });

  test("of a German bank, with lines above the header", async () => {
    const text = [
      '"Kontonummer:";"DE02120300000000202051 / Girokonto";',
      '"Zeitraum:";"01.11.2026 - 30.11.2026";',
      '"Kontostand vom 30.11.2026:";"1.234,56 EUR";',
      "",
      '"Buchungstag";"Wertstellung";"Buchungstext";"Auftraggeber / Begünstigter";"Verwendungszweck";"Betrag (EUR)"',
      '"05.11.2026";"06.11.2026";"Lastschrift";"REWE Berlin";"Einkauf 4711";"-1.023,50"',
      '"25.11.2026";"25.11.2026";"Gutschrift";"ACME GmbH";"Gehalt";"2.500,00"',
    ].join("\r\n");
    expect(await rowsOf(text)).toEqual([
      "2026-11-05 | -102350 | REWE Berlin",
      "2026-11-25 | 250000 | ACME GmbH",
    ]);
    expect((await read(text)).rows.map(({ line }) => line)).toEqual([6, 7]);
  });

  test("of a British bank, with a column for each direction", async () => {
    const text = [
      "Transaction Date,Transaction Type,Sort Code,Account Number,Transaction Description,Debit Amount,Credit Amount,Balance",
      "25/11/2026,BGC,'77-01-02,12345678,ACME LTD,,2500.00,3000.00",
      "05/11/2026,DEB,'77-01-02,12345678,CORNER COFFEE,3.50,,500.00",
    ].join("\n");
    expect(await rowsOf(text)).toEqual([
      "2026-11-25 | 250000 | ACME LTD",
      "2026-11-05 | -350 | CORNER COFFEE",
    ]);
  });

  test("of a Dutch bank, with a direction column", async () => {
    const text = [
      '"Datum";"Naam / Omschrijving";"Rekening";"Tegenrekening";"Code";"Af Bij";"Bedrag (EUR)";"MutatieSoort";"Mededelingen"',
      '"20261105";"Albert Heijn";"NL01";"";"BA";"Af";"12,50";"Betaalautomaat";"Pas 1"',
      '"20261125";"Acme BV";"NL01";"NL02";"OV";"Bij";"2500,00";"Overschrijving";"Salaris"',
    ].join("\n");
    expect(await rowsOf(text)).toEqual([
      "2026-11-05 | -1250 | Albert Heijn",
      "2026-11-25 | 250000 | Acme BV",
    ]);
  });

  test("of a French bank, with tabs and thousands separated by spaces", async () => {
    const text = [
      "Date\tLibellé\tDébit euros\tCrédit euros",
      "05/11/2026\tCARTE CAFE DU COIN\t-3,50\t",
      "25/11/2026\tVIREMENT SALAIRE\t\t2 500,00",
    ].join("\n");
    expect(await rowsOf(text)).toEqual([
      "2026-11-05 | -350 | CARTE CAFE DU COIN",
      "2026-11-25 | 250000 | VIREMENT SALAIRE",
    ]);
  });

  test("of an app, with the day on which a payment was completed", async () => {
    const text = [
      "Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance",
      "CARD_PAYMENT,Current,2026-11-04 23:10:00,2026-11-05 08:00:00,Corner Coffee,-3.50,0.00,EUR,COMPLETED,10.00",
    ].join("\n");
    expect(await rowsOf(text)).toEqual(["2026-11-05 | -350 | Corner Coffee"]);
  });

  test("without a header", async () => {
    const text = [
      '"11/05/2026","-3.50","*","","CORNER COFFEE SEATTLE"',
      '"11/25/2026","2500.00","*","","ACME PAYROLL NOVEMBER"',
    ].join("\n");
    expect(await rowsOf(text)).toEqual([
      "2026-11-05 | -350 | CORNER COFFEE SEATTLE",
      "2026-11-25 | 250000 | ACME PAYROLL NOVEMBER",
    ]);
    expect((await read(text)).table?.layout.header).toBe(-1);
  });

  test("with a header in an unknown language", async () => {
    const text = ["Päiväys;Kuvaus;Euroa", "05.11.2026;Kahvila;-3,50", "25.11.2026;Palkka;2500,00"].join("\n");
    expect(await rowsOf(text)).toEqual(["2026-11-05 | -350 | Kahvila", "2026-11-25 | 250000 | Palkka"]);
  });

  test("with a first line that declares the separator", async () => {
    expect(await rowsOf("sep=;\nDate;Description;Amount\n2026-11-05;Coffee, black;-3.50\n")).toEqual([
      "2026-11-05 | -350 | Coffee, black",
    ]);
  });

  test("with cells that have several lines", async () => {
    const file = await read(
      'Date,Description,Amount\n2026-11-05,"Corner\nCoffee",-3.50\n2026-11-06,Bakery,x\n',
    );
    expect(file.rows[0]?.description).toBe("Corner Coffee");
    const unreadable = file.leftOut.filter((line) => line.unreadable);
    expect(unreadable).toMatchObject([{ line: 4, reason: "“x” is not an amount." }]);
  });
});
