import { csvOf } from "@coffer/domain/text/csv";
import { toDay } from "@coffer/domain/time/day";
import { describe, expect, test } from "vitest";
import { decode } from "../decode.ts";
import type { Layout } from "../parsed-file.ts";
import { type KnownLayout, readCsv } from "./read-csv.ts";

const LATEST = toDay(2027, 11, 21);
const read = (text: string, known?: KnownLayout) =>
  readCsv(decode(new TextEncoder().encode(text)), LATEST, known);
/** Date, signed cents, description, notes: what matters of a row, in one line. */
const rowsOf = (text: string, known?: KnownLayout) =>
  read(text, known).rows.map(({ row }) =>
    [row.date, (row.type === "income" || row.refund ? 1 : -1) * row.amount, row.description, row.notes]
      .filter((part) => part !== undefined)
      .join(" | "),
  );

describe("a statement is understood", () => {
  test("of an American bank", () => {
    const text = [
      "Details,Posting Date,Description,Amount,Type,Balance,Check or Slip #",
      'DEBIT,11/05/2026,"CORNER COFFEE, SEATTLE",-3.50,DEBIT_CARD,1234.56,,',
      "CREDIT,11/25/2026,ACME PAYROLL,2500.00,ACH_CREDIT,3734.56,,",
    ].join("\n");
    expect(rowsOf(text)).toEqual([
      "2026-11-05 | -350 | CORNER COFFEE, SEATTLE",
      "2026-11-25 | 250000 | ACME PAYROLL",
    ]);
    expect(read(text).questions).toEqual([]);
  });

  test("of a German bank, with what it writes above the header", () => {
    const text = [
      '"Kontonummer:";"DE02120300000000202051 / Girokonto";',
      '"Zeitraum:";"01.11.2026 - 30.11.2026";',
      '"Kontostand vom 30.11.2026:";"1.234,56 EUR";',
      "",
      '"Buchungstag";"Wertstellung";"Buchungstext";"Auftraggeber / Begünstigter";"Verwendungszweck";"Betrag (EUR)"',
      '"05.11.2026";"06.11.2026";"Lastschrift";"REWE Berlin";"Einkauf 4711";"-1.023,50"',
      '"25.11.2026";"25.11.2026";"Gutschrift";"ACME GmbH";"Gehalt";"2.500,00"',
    ].join("\r\n");
    expect(rowsOf(text)).toEqual([
      "2026-11-05 | -102350 | REWE Berlin | Einkauf 4711",
      "2026-11-25 | 250000 | ACME GmbH | Gehalt",
    ]);
    expect(read(text).rows.map(({ line }) => line)).toEqual([6, 7]);
  });

  test("of a British bank, with a column for each direction", () => {
    const text = [
      "Transaction Date,Transaction Type,Sort Code,Account Number,Transaction Description,Debit Amount,Credit Amount,Balance",
      "25/11/2026,BGC,'77-01-02,12345678,ACME LTD,,2500.00,3000.00",
      "05/11/2026,DEB,'77-01-02,12345678,CORNER COFFEE,3.50,,500.00",
    ].join("\n");
    expect(rowsOf(text)).toEqual(["2026-11-25 | 250000 | ACME LTD", "2026-11-05 | -350 | CORNER COFFEE"]);
  });

  test("of a Dutch bank, with a column that says the direction", () => {
    const text = [
      '"Datum";"Naam / Omschrijving";"Rekening";"Tegenrekening";"Code";"Af Bij";"Bedrag (EUR)";"MutatieSoort";"Mededelingen"',
      '"20261105";"Albert Heijn";"NL01";"";"BA";"Af";"12,50";"Betaalautomaat";"Pas 1"',
      '"20261125";"Acme BV";"NL01";"NL02";"OV";"Bij";"2500,00";"Overschrijving";"Salaris"',
    ].join("\n");
    expect(rowsOf(text)).toEqual([
      "2026-11-05 | -1250 | Albert Heijn | Pas 1",
      "2026-11-25 | 250000 | Acme BV | Salaris",
    ]);
  });

  test("of a French bank, with tabs and spaces in thousands", () => {
    const text = [
      "Date\tLibellé\tDébit euros\tCrédit euros",
      "05/11/2026\tCARTE CAFE DU COIN\t-3,50\t",
      "25/11/2026\tVIREMENT SALAIRE\t\t2 500,00",
    ].join("\n");
    expect(rowsOf(text)).toEqual([
      "2026-11-05 | -350 | CARTE CAFE DU COIN",
      "2026-11-25 | 250000 | VIREMENT SALAIRE",
    ]);
  });

  test("of an app, by the date on which a payment was completed", () => {
    const text = [
      "Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance",
      "CARD_PAYMENT,Current,2026-11-04 23:10:00,2026-11-05 08:00:00,Corner Coffee,-3.50,0.00,EUR,COMPLETED,10.00",
    ].join("\n");
    expect(rowsOf(text)).toEqual(["2026-11-05 | -350 | Corner Coffee"]);
  });

  test("without a header", () => {
    const text = [
      '"11/05/2026","-3.50","*","","CORNER COFFEE SEATTLE"',
      '"11/25/2026","2500.00","*","","ACME PAYROLL NOVEMBER"',
    ].join("\n");
    expect(rowsOf(text)).toEqual([
      "2026-11-05 | -350 | CORNER COFFEE SEATTLE",
      "2026-11-25 | 250000 | ACME PAYROLL NOVEMBER",
    ]);
    expect(read(text).layout.header).toBe(-1);
  });

  test("with a header in a language that is not known", () => {
    const text = ["Päiväys;Kuvaus;Euroa", "05.11.2026;Kahvila;-3,50", "25.11.2026;Palkka;2500,00"].join("\n");
    expect(rowsOf(text)).toEqual(["2026-11-05 | -350 | Kahvila", "2026-11-25 | 250000 | Palkka"]);
  });

  test("with the separator that its first line declares", () => {
    expect(rowsOf("sep=;\nDate;Description;Amount\n2026-11-05;Coffee, black;-3.50\n")).toEqual([
      "2026-11-05 | -350 | Coffee, black",
    ]);
  });

  test("with cells of several lines", () => {
    const file = read('Date,Description,Amount\n2026-11-05,"Corner\nCoffee",-3.50\n2026-11-06,Bakery,x\n');
    expect(file.rows[0]?.row.description).toBe("Corner Coffee");
    expect(file.unreadable).toEqual([{ line: 4, reason: "“x” is not an amount." }]);
  });

  test("with amounts in two currencies, and says that nothing is converted", () => {
    const { notices } = read("Date,Payee,Amount,Currency\n2026-11-05,A,-1.00,EUR\n2026-11-05,B,-1.00,USD\n");
    expect(notices).toEqual([
      "The amounts are in EUR and USD. Nothing is converted: they are imported as they are.",
    ]);
  });
});

describe("what cannot be told is asked", () => {
  const AMBIGUOUS = "Date,Payee,Amount\n01/05/2026,Coffee,-3.50\n02/05/2026,Bakery,-2.00\n";

  test("the order of dates, with a proposal", () => {
    expect(read(AMBIGUOUS).questions).toEqual(["dateOrder"]);
    expect(read(AMBIGUOUS).layout.dateOrder).toBe("dmy");
  });

  test("and is not asked again when it was corrected", () => {
    const corrected: Layout = { ...read(AMBIGUOUS).layout, dateOrder: "mdy" };
    expect(read(AMBIGUOUS, { corrected }).questions).toEqual([]);
    expect(rowsOf(AMBIGUOUS, { corrected })[0]).toBe("2026-01-05 | -350 | Coffee");
  });

  test("nor when the layout of this header is remembered", () => {
    const { headerKey, layout } = read(AMBIGUOUS);
    const remembered = new Map<string, Layout>([[headerKey, { ...layout, dateOrder: "mdy" }]]);
    const next = `Account 1\n\n${AMBIGUOUS}`;
    expect(read(next, { remembered }).questions).toEqual([]);
    expect(rowsOf(next, { remembered })[1]).toBe("2026-02-05 | -200 | Bakery");
  });

  test("the decimal mark", () => {
    expect(read("Date,Payee,Amount\n2026-01-05,Car,-1.234\n").questions).toEqual(["decimalMark"]);
  });

  test("which sign expenses have, where hardly any amount has another", () => {
    const card = read("Date,Description,Amount\n2026-11-05,Coffee,3.50\n2026-11-06,Bakery,2.00\n");
    expect(card.questions).toEqual(["outIs"]);
    expect(card.rows.map(({ row }) => row.type)).toEqual(["expense", "expense"]);
  });

  test("which columns are which", () => {
    const file = read("Who,What\nAna,Coffee\nBen,Bakery\n");
    expect(file).toMatchObject({ questions: ["columns"], rows: [], header: ["Who", "What"] });
    expect(file.sample[0]).toEqual(["Ana", "Coffee"]);
  });

  test("and columns that a person chose are read", () => {
    const text = "When,Who,How much\n2026-11-05,Coffee,3.50\n";
    const { layout } = read(text);
    const corrected: Layout = { ...layout, columns: { date: 0, description: 1, in: 2 } };
    expect(rowsOf(text, { corrected })).toEqual(["2026-11-05 | 350 | Coffee"]);
  });
});

describe("a bad line", () => {
  test("is reported with its number and a reason, and the others come in", () => {
    const file = read(
      [
        "Date,Description,Amount",
        "2026-11-05,Coffee,-3.50",
        "2026-02-30,Coffee,-3.50",
        "2026-11-05,Coffee,12 bananas",
        "1899-12-30,Coffee,-3.50",
        "2999-01-01,Coffee,-3.50",
        "2026-11-05,Coffee,",
        ",Coffee,-3.50",
        "2026-11-05,Coffee",
        "2026-11-05,Nothing,0.00",
        "2026-11-05,,-3.50",
      ].join("\n"),
    );
    expect(file.unreadable).toEqual([
      { line: 3, reason: "“2026-02-30” is not a date that exists." },
      { line: 4, reason: "“12 bananas” is not an amount." },
      { line: 5, reason: "“1899-12-30” lies outside the years 1900 to 2999." },
      { line: 6, reason: "“2999-01-01” lies more than a year ahead." },
      { line: 7, reason: "The amount is missing." },
      { line: 8, reason: "The date is missing." },
      { line: 9, reason: "The amount is missing." },
    ]);
    expect(file.leftOut).toEqual([{ line: 10, reason: "Its amount is zero." }]);
    expect(file.rows.map(({ line }) => line)).toEqual([2, 11]);
    expect(file.rows[1]?.row.description).toBe("No description");
  });

  test("with a quotation mark that never closes ends the table", () => {
    const file = read(
      'Date,Description,Amount\n2026-11-05,Coffee,-3.50\n2026-11-06,"Bakery,-2.00\n2026-11-07,Bar,-9\n',
    );
    expect(file.rows).toHaveLength(1);
    expect(file.unreadable).toEqual([
      { line: 3, reason: "A quotation mark opens here and is never closed, so the rest cannot be read." },
    ]);
  });

  test("of HTML or a formula is text like any other", () => {
    const text = csvOf([
      ["Date", "Description", "Amount"],
      ["2026-11-05", '=HYPERLINK("http://example.com")', -3.5],
      ["2026-11-06", "<script>alert(1)</script>", -2],
    ]);
    expect(read(text).rows.map(({ row }) => row.description)).toEqual([
      '=HYPERLINK("http://example.com")',
      "<script>alert(1)</script>",
    ]);
  });
});

describe("a table that is none is refused", () => {
  test.each([
    [
      "with a million columns",
      `Date,Amount\n${"1,".repeat(1_000_000)}`,
      "Line 2 has 2,000,000 characters, which is no list of transactions.",
    ],
    [
      "with three hundred columns",
      `Date,Amount\n${"1,".repeat(300)}`,
      "Line 2 has more than 200 columns, which is no list of transactions.",
    ],
    ["with a header alone", "Date,Description,Amount\n", "This file has no rows below its header."],
    [
      "of one column",
      "Dear Ana,\n\nthank you.\nBen".replace(",", ""),
      "This file is not a table: no line of it has two columns.",
    ],
  ])("%s", (_, text, message) => {
    expect(() => read(text)).toThrow(message);
  });
});

describe("a file is read again as a person corrects it", () => {
  const text = ["Girokonto,Stand", "Datum;Text;Betrag", "05.11.2026;Bäcker, Mitte;-3,50"].join("\n");

  test("with another separator, whose columns are found anew", () => {
    expect(rowsOf(text, { corrected: { separator: ";" } })).toEqual(["2026-11-05 | -350 | Bäcker, Mitte"]);
    expect(read(text, { corrected: { separator: ";" } }).header).toEqual(["Datum", "Text", "Betrag"]);
  });

  test("without a row of names", () => {
    const rows = "05.11.2026;Bäcker;-3,50\n06.11.2026;Markt;-4,50";
    const { layout, header } = read(rows, { corrected: { header: -1 } });
    expect(layout.header).toBe(-1);
    expect(header).toEqual(["Column 1", "Column 2", "Column 3"]);
    expect(rowsOf(rows, { corrected: { header: -1 } })).toHaveLength(2);
  });

  test("in another encoding", () => {
    const bytes = Buffer.from("Date,Text,Amount\n2026-11-05,Caf\xe9,-3.50", "latin1");
    const { rows, layout } = readCsv(decode(bytes, "windows-1252"), LATEST, {
      corrected: { encoding: "windows-1252" },
    });
    expect(rows[0]?.row.description).toBe("Café");
    expect(layout.encoding).toBe("windows-1252");
  });
});
