import { toDay } from "@coffer/domain/day";
import { describe, expect, test } from "vitest";
import { type Readable, readFile } from "./read-file.ts";

const options = { today: toDay(2026, 11, 21) };
const file = (content: string | Uint8Array<ArrayBuffer>, name = "statement"): Readable =>
  Object.assign(new Blob([content]), { name });
const read = (content: string | Uint8Array<ArrayBuffer>, name?: string) =>
  readFile(file(content, name), options);

describe("the format is known by what stands in the file, whatever its name", () => {
  test.each([
    ["csv", "Date,Payee,Amount\n2026-11-05,Coffee,-3.50\n"],
    [
      "ofx",
      "OFXHEADER:100\n\n<OFX><BANKTRANLIST><STMTTRN><DTPOSTED>20261105<TRNAMT>-3.50<NAME>Coffee</STMTTRN></BANKTRANLIST></OFX>",
    ],
    [
      "ofx",
      '<?xml version="1.0"?>\n<?OFX OFXHEADER="200"?><OFX><STMTTRN><DTPOSTED>20261105</DTPOSTED><TRNAMT>-3.50</TRNAMT><NAME>Coffee</NAME></STMTTRN></OFX>',
    ],
    ["qif", "!Type:Bank\nD2026-11-05\nT-3.50\nPCoffee\n^\n"],
    [
      "camt",
      '<?xml version="1.0"?><Document><BkToCstmrStmt><Stmt><Ntry><Amt>3.50</Amt><CdtDbtInd>DBIT</CdtDbtInd><BookgDt><Dt>2026-11-05</Dt></BookgDt><AddtlNtryInf>Coffee</AddtlNtryInf></Ntry></Stmt></BkToCstmrStmt></Document>',
    ],
    [
      "coffer",
      '{"format":"coffer","version":1,"items":[{"kind":"transaction","date":"2026-11-05","description":"Coffee","amount":3.5,"type":"expense"}]}',
    ],
  ])("%s", async (kind, text) => {
    const found = await read(text, "download.txt");
    expect(found.kind).toBe(kind);
    expect(found.file.rows.map(({ row }) => [row.date, row.description, row.amount, row.type])).toEqual([
      ["2026-11-05", "Coffee", 350, "expense"],
    ]);
  });
});

describe("a file is refused with a sentence", () => {
  test("before it is read, when it is too large", async () => {
    const large: Readable = {
      name: "all.csv",
      size: 200 * 1024 * 1024,
      arrayBuffer: () => Promise.reject(new Error("was read")),
    };
    await expect(readFile(large, options)).rejects.toThrow(
      "This file has 200 MB; up to 50 MB can be imported. Download a shorter time from your bank.",
    );
  });

  test.each([
    ["empty", "", "This file is empty."],
    ["blank", " \n\n \n", "This file is empty."],
    ["a PDF", "%PDF-1.7\n…", /^This is a PDF\./],
    ["a ZIP archive", "PK\u0003\u0004…", /^This is a ZIP archive\./],
    ["a web page", "<!DOCTYPE html><html><body>Please sign in</body></html>", /^This is a web page\./],
    [
      "other XML",
      '<?xml version="1.0"?><rss></rss>',
      "This XML file is neither a CAMT.053 statement nor OFX.",
    ],
    ["prose", "Dear Ana\nthank you\nBen", "This file is not a table: no line of it has two columns."],
    ["OFX without transactions", "OFXHEADER:100\n<OFX></OFX>", "There are no transactions in this file."],
  ])("%s", async (_, text, message) => {
    await expect(read(text)).rejects.toThrow(message);
  });

  test("a workbook", async () => {
    await expect(read("PK\u0003\u0004…", "statement.xlsx")).rejects.toThrow(/^This is a workbook\./);
  });

  test("noise", async () => {
    const noise = Uint8Array.from({ length: 10_000 }, (_, index) => (index * index * 31) % 256);
    await expect(read(noise)).rejects.toThrow(
      "This file is not text, so there are no transactions to read in it.",
    );
  });
});

test("characters that are lost are told", async () => {
  const bytes = new TextEncoder().encode(
    "Date,Payee,Amount\n2026-11-05,Größe Café,-3.50\n2026-11-06,Caf?,-1.00\n",
  );
  bytes[bytes.indexOf(0x3f)] = 0xe9;
  const { file: mixed } = await read(bytes);
  expect(mixed.rows).toHaveLength(2);
  expect(mixed.notices).toEqual([
    "One character could not be read: the file was cut off, or mixes encodings.",
  ]);
});

test("dates may lie up to a year ahead", async () => {
  const { file: ahead } = await read("Date,Payee,Amount\n2027-11-21,Rent,-1.00\n2027-12-21,Rent,-1.00\n");
  expect(ahead.rows).toHaveLength(1);
  expect(ahead.unreadable).toEqual([{ line: 3, reason: "“2027-12-21” lies more than a year ahead." }]);
});

test("fifty thousand rows come in with all their lines", async () => {
  const lines = Array.from({ length: 50_000 }, (_, index) => `2026-11-05,Shop ${index},-${index + 1}.00`);
  const { file: long } = await read(`Date,Payee,Amount\n${lines.join("\n")}`);
  expect(long.rows).toHaveLength(50_000);
  expect(long.rows.at(-1)?.line).toBe(50_001);
});
