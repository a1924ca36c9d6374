import { toDay } from "@coffer/domain/time/day";
import { describe, expect, test } from "vitest";
import { type Readable, readFile } from "./read-file.ts";

const HEADER = "Date,Payee,Amount\n";
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
    ["mt940", ":20:1\r\n:60F:C261104EUR0,\r\n:61:2611051105D3,5NMSCNONREF\r\n:86:Coffee\r\n-\r\n"],
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

  const TOO_MANY = "This file has more than 200,000 rows. Download a shorter time from your bank.";
  const STATEMENT = "<Document><BkToCstmrStmt><Stmt>";
  test.each([
    [
      "a million columns",
      `Date,Payee,Amount${",x".repeat(1_000_000)}\n`,
      /^Line 1 has 2,000,017 characters, which/,
    ],
    ["a row of a million cells", `${HEADER}2026-11-05,Shop,-1.00${",".repeat(1_000_000)}`, /^Line 2 has/],
    ["300 columns", `Date,Payee,Amount${",x".repeat(297)}\n`, "Line 1 has more than 200 columns, which is"],
    ["50 MB in one line", "a".repeat(50 * 1024 * 1024), /^Line 1 has 52,428,800 characters, which/],
    ["50 MB of quotation marks", `${HEADER}${'""'.repeat(25_000_000)}`, /^Line 2 has/],
    ["a cell of a million letters", `${HEADER}2026-11-05,${"x".repeat(1_000_000)},-1.00`, /^Line 2 has/],
    ["rows without end", `${HEADER}${"2026-11-05,Shop,-1.00\n".repeat(200_001)}`, TOO_MANY],
    ["OFX that only begins transactions", `OFXHEADER:100\n<OFX>${"<STMTTRN>".repeat(1_000_000)}`, TOO_MANY],
    ["QIF with splits without end", `!Type:Bank\nD2026-11-05\n${"SFood\n$1\n".repeat(200_001)}^\n`, TOO_MANY],
    [
      "CAMT that is nested without end",
      `<?xml version="1.0"?>${STATEMENT}${"<a>".repeat(100_000)}`,
      "This file is nested too deeply",
    ],
    [
      "XML whose entities grow",
      `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${STATEMENT}<Ntry><Amt>&b;</Amt></Ntry></Stmt></BkToCstmrStmt></Document>`,
      "This file is not valid XML",
    ],
    [
      "JSON that is nested without end",
      `{"format":"coffer","version":1,"items":${"[".repeat(100_000)}`,
      "This file is not whole",
    ],
    [
      "an export that was cut off",
      '{"format":"coffer","version":1,"items":[{"kind"',
      "This file is not whole",
    ],
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

test("of a hostile file, each row comes in as it stands or says in a sentence why not", async () => {
  const rows = [
    ["1899-12-31,Old,-1.00", "“1899-12-31” lies outside the years 1900 to 2999."],
    ["2999-01-01,Far,-1.00", "“2999-01-01” lies more than a year ahead."],
    ["2026-02-30,Never,-1.00", "“2026-02-30” is not a date that exists."],
    ["2026-11-05,Letters,12a3", "“12a3” is not an amount."],
    ["2026-11-05,Exponent,1e5", "“1e5” is not an amount."],
    ["2026-11-05,Formula,=2+3", "“=2+3” is not an amount."],
    ["2026-11-05,Too much,-10000000000.00", "“-10000000000.00” is more than 9,999,999,999.99."],
    ["2026-11-05,<script>alert(1)</script>,-1.00", undefined],
    ['2026-11-05,"=HYPERLINK(""http://a.example"")",-1.00', undefined],
    ["2026-11-06,Cut o", "The amount is missing."],
  ] as const;
  const { file: hostile } = await read(HEADER + rows.map(([row]) => row).join("\n"));
  expect(hostile.unreadable).toEqual(
    rows.flatMap(([, reason], index) => (reason === undefined ? [] : [{ line: index + 2, reason }])),
  );
  expect(hostile.rows.map(({ row }) => row.description)).toEqual([
    "<script>alert(1)</script>",
    '=HYPERLINK("http://a.example")',
  ]);
});

test("a name of OFX that goes on without end is cut before it is decoded", async () => {
  const transaction = `<STMTTRN><DTPOSTED>20261105<TRNAMT>-3.50<NAME>${"&amp;".repeat(1_000_000)}</STMTTRN>`;
  const { file: long } = await read(`OFXHEADER:100\n<OFX>${transaction}</OFX>`);
  expect(long.rows.map(({ row }) => row.description)).toEqual(["&".repeat(200)]);
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
