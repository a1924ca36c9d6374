import { csvOf } from "@coffer/domain/text/csv";
import { AMERICAN } from "@coffer/domain/text/locale";
import { toDay } from "@coffer/domain/time/day";
import { describe, expect, test } from "vitest";
import { type ReadOptions, readBankFile } from "./read.ts";
import type { DateOrder } from "./text/date.ts";

const read = (text: string | Uint8Array, corrected?: ReadOptions["corrected"]) => {
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  return readBankFile({ name: "file.csv", bytes }, { today: toDay(2026, 11, 26), corrected });
};
const rowsOf = async (text: string | Uint8Array, corrected?: ReadOptions["corrected"]) =>
  (await read(text, corrected)).rows.map(
    ({ date, amount, description }) => `${date} ${amount} ${description}`,
  );

describe("a line", () => {
  test("that is bad is reported with its number and a reason", async () => {
    const { rows, leftOut } = await read(
      [
        "Date,Description,Amount",
        "2026-11-05,Coffee,-3.50",
        "2026-02-30,Coffee,-3.50",
        "2026-11-05,Coffee,12 bananas",
        "1899-12-30,Coffee,-3.50",
        "2999-01-01,Coffee,-3.50",
        ",Coffee,-3.50",
        "2026-11-05,Nothing,0.00",
        "2026-11-06,Bakery,-2.00",
        "2026-11-07,Market,-4.00",
      ].join("\n"),
    );
    const reasons = leftOut.flatMap(({ line, reason, unreadable }) => (unreadable ? [{ line, reason }] : []));
    expect(reasons).toEqual([
      { line: 3, reason: "“2026-02-30” is not a date that exists." },
      { line: 4, reason: "“12 bananas” is not an amount." },
      { line: 5, reason: "“1899-12-30” is not a date." },
      { line: 6, reason: "“2999-01-01” lies more than a year ahead." },
      { line: 7, reason: "Its date is missing." },
    ]);
    expect(rows.map(({ line }) => line)).toEqual([2, 9, 10]);
  });

  test("with an unclosed quotation mark ends the table", async () => {
    const { rows, leftOut } = await read(
      'Date,Description,Amount\n2026-11-05,Coffee,-3.50\n2026-11-06,"Bakery,-2.00\n2026-11-07,Bar,-9\n',
    );
    expect(rows).toHaveLength(1);
    expect(leftOut).toContainEqual(expect.objectContaining({ line: 3, unreadable: true }));
  });

  test("with HTML or a formula is ordinary text", async () => {
    const text = csvOf(
      [
        ["Date", "Description", "Amount"],
        ["2026-11-05", '=HYPERLINK("http://example.com")', -3.5],
        ["2026-11-06", "<script>alert(1)</script>", -2],
      ],
      AMERICAN,
    );
    expect((await read(text)).rows.map(({ description }) => description)).toEqual([
      '=HYPERLINK("http://example.com")',
      "<script>alert(1)</script>",
    ]);
  });
});

describe("numbers are read as dates", () => {
  const named = (...days: string[]) =>
    ["Date,Description,Amount", ...days.map((day, index) => `${day},Shop ${index},-${index + 1}.50`)].join(
      "\n",
    );
  const daysIn = async (text: string) => (await read(text)).rows.map(({ date }) => date);
  const asksOf = async (text: string) => (await read(text)).questions.map(({ id }) => id);

  test.each([
    ["seconds since 1970", "1733184000", "1733270400"],
    ["milliseconds since 1970", "1733184000000", "1733270400000"],
    ["days of the year", "2024/338", "2024/339"],
    ["a spreadsheet's numbers", "45629", "45630"],
  ])("in a column called Date: %s", async (_, ...days) => {
    expect(await daysIn(named(...days))).toEqual(["2024-12-03", "2024-12-04"]);
  });

  test("if the dates show the order of their parts", async () => {
    expect(await daysIn(named("031224", "251224"))).toEqual(["2024-12-03", "2024-12-25"]);
    expect(await daysIn(named("241203", "251204"))).toEqual(["2024-12-03", "2025-12-04"]);
  });

  test("in the order of parts that is asked for", async () => {
    expect(await asksOf(named("031224", "041124"))).toEqual(["dateOrder"]);
  });

  test("in a sorted column without a name", async () => {
    const text = named("2024/338", "2024/339", "2024/339", "2024/341").split("\n").slice(1).join("\n");
    expect(await daysIn(text)).toEqual(["2024-12-03", "2024-12-04", "2024-12-04", "2024-12-06"]);
  });

  test.each([
    ["of long ago", ["1033184000", "1033270400"]],
    ["that lie ahead", ["2027/338", "2027/339"]],
    ["of which one is no day", ["031224", "993312"]],
  ])("but not numbers %s", async (_, days) => {
    expect(await daysIn(named(...days))).toEqual([]);
  });
});

describe("a person can correct a file by choosing", () => {
  test("another separator, for which the columns are detected again", async () => {
    const text = ["Girokonto,Stand", "Datum;Text;Betrag", "05.11.2026;Bäcker, Mitte;-3,50"].join("\n");
    expect(await rowsOf(text, { separator: ";" })).toEqual(["2026-11-05 -350 Bäcker, Mitte"]);
    expect((await read(text, { separator: ";" })).table?.header).toEqual(["Datum", "Text", "Betrag"]);
  });

  test("no header", async () => {
    const rows = "05.11.2026;Bäcker;-3,50\n06.11.2026;Markt;-4,50";
    expect((await read(rows, { header: -1 })).table?.header).toEqual(["Column 1", "Column 2", "Column 3"]);
    expect(await rowsOf(rows, { header: -1 })).toHaveLength(2);
  });

  test("another encoding", async () => {
    const bytes = new Uint8Array(Buffer.from("Date,Text,Amount\n2026-11-05,Caf\xe9,-3.50", "latin1"));
    expect(await rowsOf(bytes, { encoding: "windows-1252" })).toEqual(["2026-11-05 -350 Café"]);
  });

  test.each<[title: string, first: string, second: string, order?: DateOrder]>([
    ["a spreadsheet's numbers", "45629", "45630.5"],
    ["seconds since 1970", "1733184000", "1733270400.25"],
    ["milliseconds since 1970", "1733184000000", "1733270400000"],
    ["days of the year", "2024/338", "2024339"],
    ["day, month and year without marks", "031224", "041224"],
    ["month, day and year without marks", "120324", "120424", "mdy"],
    ["year, month and day without marks", "241203", "241204", "ymd"],
  ])("by a column of days that a person named: %s", async (_, first, second, dateOrder = "dmy") => {
    const columns = { date: 0, amount: 1, description: [2] };
    const rows = `${first},-7,Bakery\n${second},-8,Market\n`;
    for (const [header, text] of [
      [0, `aaa,bbb,ccc\n${rows}`],
      [-1, rows],
    ] as const)
      expect(await rowsOf(text, { header, columns, dateOrder })).toEqual([
        "2024-12-03 -700 Bakery",
        "2024-12-04 -800 Market",
      ]);
  });

  test("the columns", async () => {
    const text = "aaa,bbb,ccc\nx,2026-11-05,7\ny,2026-11-06,8\n";
    const columns = { date: 1, amount: 2, description: [0] };
    const corrected = { header: 0, columns, outIs: "positive" as const };
    expect(await rowsOf(text, corrected)).toEqual(["2026-11-05 -700 x", "2026-11-06 -800 y"]);
  });
});

test("reads the sheet with the most transactions of a workbook, and names the other sheets with transactions", async () => {
  const { utils, write } = await import("@e965/xlsx");
  const book = utils.book_new();
  const add = (name: string, rows: unknown[][]) =>
    utils.book_append_sheet(book, utils.aoa_to_sheet([["Date", "Description", "Amount"], ...rows]), name);
  add("Card", [["2026-03-13", "ZARA", -12.34]]);
  add("Account", [
    ["2026-03-13", "REWE", -2],
    ["2026-03-12", "ACME", 500],
  ]);
  add("Help", [["Write to us", "", ""]]);
  const bytes = new Uint8Array(write(book, { type: "array" }));
  const { rows, notices } = await readBankFile({ name: "a.xlsx", bytes }, { today: toDay(2026, 11, 26) });
  expect(rows.map(({ description }) => description)).toEqual(["REWE", "ACME"]);
  expect(notices).toEqual(["The sheet “Card” was not read. Save it as a separate file to import it too."]);
});
