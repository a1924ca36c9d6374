import { parseDay } from "@coffer/domain/time/day";
import { describe, expect, test } from "vitest";
import { zip } from "../test/zip.ts";
import { FileRefusal } from "./bank-file.ts";
import { checkSize, MAX_FILE_BYTES, readBankFile } from "./read.ts";

const TODAY = parseDay("2026-11-26");
const bytesOf = (text: string) => new TextEncoder().encode(text);

async function read(bytes: Uint8Array) {
  if (!TODAY) throw new Error("no day");
  return readBankFile({ name: "file", bytes }, { today: TODAY });
}

describe("a file that no bank writes is refused with an explanation:", () => {
  const files: [title: string, bytes: () => Uint8Array, sentence: RegExp][] = [
    ["an empty file", () => new Uint8Array(), /is empty/],
    ["only blank lines", () => bytesOf("\n".repeat(100_000)), /is empty/],
    ["zeros", () => new Uint8Array(1_000_000), /not text/],
    ["random bytes", () => Uint8Array.from({ length: 100_000 }, (_, i) => (i * 7_919) % 251), /not text/],
    ["a picture", () => Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0), /picture/],
    ["a PDF", () => bytesOf("%PDF-1.7\n"), /PDF.*CSV, OFX/],
    ["an archive", () => Uint8Array.of(0x50, 0x4b, 3, 4, 20, 0, 0, 0, 0, 0), /ZIP archive/],
    ["an endless line", () => bytesOf(`Date,Amount\n${"x".repeat(1_000_000)}`), /Line 2 has/],
    ["nothing but separators", () => bytesOf(`${"a,".repeat(150)}\n`.repeat(40_000)), /5,000,000 cells/],
    ["three hundred columns", () => bytesOf(`Date,Amount\n${"1,".repeat(300)}\n`), /200 columns/],
    ["a workbook that states a false size", () => zip(Buffer.alloc(60_000_000), 1_000), /more than 50 MB/],
    ["a million rows", () => bytesOf("2026-03-05,a,-1.00\n".repeat(1_000_000)), /200,000 rows/],
    [
      "entities that multiply",
      () =>
        bytesOf(
          '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><Document>&b;</Document>',
        ),
      /its own entities/,
    ],
    [
      "XML without end",
      () => bytesOf("<Document><BkToCstmrStmt>".concat("<a>".repeat(200_000))),
      /nested too deeply/,
    ],
    ["JSON without end", () => bytesOf("[".repeat(1_000_000)), /damaged|nested/],
    ["two million lines", () => bytesOf("!Type:Bank\n".concat("^\n".repeat(2_000_000))), /200,000 rows/],
    ["OFX without end", () => bytesOf("<OFX>".concat("<A>".repeat(3_000_000))), /200,000 rows/],
    [
      "nested rows of a page",
      () => bytesOf(`<html><table>${"<tr><td>".repeat(100_000)}`),
      /nested too deeply/,
    ],
    [
      "a truncated workbook",
      () => Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 1, 2, 3),
      /workbook is damaged|no columns with dates/,
    ],
    ["another XML", () => bytesOf("<note><to>Ana</to></note>"), /no table/],
    ["another JSON", () => bytesOf('{"a":1}'), /no list of transactions/],
    ["a letter", () => bytesOf("Dear Ana,\n\nthank you.\nBen"), /no columns with dates/],
  ];
  test.each(files)("%s", async (_, bytes, sentence) => {
    await expect(read(bytes())).rejects.toThrow(sentence);
    await expect(read(bytes())).rejects.toBeInstanceOf(FileRefusal);
  });

  test("more than 50 MB, before reading it", () => {
    expect(() => checkSize(MAX_FILE_BYTES + 1)).toThrow(/up to 50 MB/);
  });
});

test("columns may have the names of inherited properties", async () => {
  const file = await read(
    bytesOf("Date,__proto__,constructor,Amount\n2026-03-05,Bakery,x,-1.00\n2026-03-06,Market,x,-2.00\n"),
  );
  expect(file.rows.map(({ description, amount }) => [description, amount])).toEqual([
    ["Bakery", -100],
    ["Market", -200],
  ]);
});

test("answers with the names of inherited properties are ignored", async () => {
  const text = "03/03/2026,KINO,13.50\n09/03/2026,CYCLES,48.20\n";
  const answers = JSON.parse('{"__proto__":"positive","constructor":"positive"}');
  if (!TODAY) throw new Error("no day");
  const file = await readBankFile({ name: "file", bytes: bytesOf(text) }, { today: TODAY, answers });
  expect(file.questions.map(({ id }) => id)).toEqual(["dateOrder", "sign"]);
  expect(file.rows).toEqual([]);
});

test("ten thousand rows are proved by their balance", async () => {
  const lines = Array.from(
    { length: 10_000 },
    (_, i) =>
      `${String((i % 28) + 1).padStart(2, "0")}/03/2026,SHOP ${i},-1.50,${((20_000 - i) * 1.5).toFixed(2)}`,
  );
  const file = await read(bytesOf(`Date,Description,Amount,Balance\n${lines.join("\n")}`));
  expect(file.rows).toHaveLength(10_000);
  expect(file.proved).toBe("balance");
});
