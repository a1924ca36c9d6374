import { FileRefusal } from "@coffer/bank-files/bank-file";
import { MAX_FILE_BYTES, readBankFile } from "@coffer/bank-files/read";
import { addDays, toDay } from "@coffer/domain/time/day";
import { zip } from "../../../packages/bank-files/test/zip.ts";
import { atMost, ms, print } from "./table.ts";

const TODAY = toDay(2026, 11, 26);
const ROWS = 10_000;

/** docs/promises.md P29: files of ten thousand rows in each kind of format, and hostile files of the allowed size. */
export async function files(): Promise<void> {
  const honest = [];
  for (const [name, text] of Object.entries(HONEST))
    honest.push(atMost(name, await timeOf(new TextEncoder().encode(text())), 1_000, ms));
  print(`A file of ${ROWS.toLocaleString("en-US")} rows read (P29)`, honest);
  const hostile = [];
  for (const [name, bytes] of Object.entries(HOSTILE))
    hostile.push(atMost(name, await timeOf(bytes()), 2_000, ms));
  print("A hostile file of the allowed size (P29)", hostile);
}

async function timeOf(bytes: Uint8Array): Promise<number> {
  const began = performance.now();
  await readBankFile({ name: "file", bytes }, { today: TODAY }).catch((error: unknown) => {
    if (!(error instanceof FileRefusal)) throw error;
  });
  return performance.now() - began;
}

const rows = (write: (day: string, index: number) => string, separator = "\n") =>
  Array.from({ length: ROWS }, (_, index) => write(addDays(TODAY, -Math.floor(index / 7)), index)).join(
    separator,
  );
const balance = (index: number) => ((ROWS - index) * 1.5 + 100).toFixed(2);

const HONEST: Record<string, () => string> = {
  "CSV with a balance": () =>
    `Date,Payee,Amount,Balance\n${rows((day, index) => `${day},Shop ${index},-1.50,${(index * 1.5).toFixed(2)}`)}`,
  "CSV without a header": () =>
    rows((day, index) => `${day};Shop ${index} Berlin;-${index % 90},50;${balance(index).replace(".", ",")}`),
  "CSV that nothing proves": () => `Date,Payee,Amount\n${rows((day, index) => `${day},Shop ${index},1.50`)}`,
  HTML: () =>
    `<table><tr><th>Datum<th>Text<th>Betrag</tr>${rows((day, index) => `<tr><td>${day}<td>Shop ${index}<td>-1,50</tr>`)}</table>`,
  OFX: () =>
    `<OFX><BANKTRANLIST>${rows((day, index) => `<STMTTRN><DTPOSTED>${day.replaceAll("-", "")}<TRNAMT>-1.50<FITID>${index}<NAME>Shop ${index}</STMTTRN>`)}</BANKTRANLIST></OFX>`,
  "CAMT.053": () =>
    `<Document><BkToCstmrStmt><Stmt>${rows((day, index) => `<Ntry><Amt Ccy="EUR">1.50</Amt><CdtDbtInd>DBIT</CdtDbtInd><BookgDt><Dt>${day}</Dt></BookgDt><AddtlNtryInf>Shop ${index}</AddtlNtryInf></Ntry>`)}</Stmt></BkToCstmrStmt></Document>`,
  MT940: () =>
    `:20:1\n:25:1\n:60F:C261126EUR0,\n${rows((day, index) => `:61:${day.slice(2).replaceAll("-", "")}D1,50NMSC\n:86:Shop ${index}`)}`,
  JSON: () =>
    `[${rows((day, index) => JSON.stringify({ date: day, name: `Shop ${index}`, amount: -1.5 }), ",")}]`,
};

/** Repeats a text to the size of the largest allowed file. */
const filled = (text: string, before = "", after = "") => {
  const bytes = Buffer.alloc(MAX_FILE_BYTES, text);
  bytes.write(before);
  bytes.write(after, MAX_FILE_BYTES - after.length);
  return new Uint8Array(bytes);
};

const HOSTILE: Record<string, () => Uint8Array> = {
  commas: () => filled("a,"),
  quotation: () => filled('"'),
  "one line": () => filled("x"),
  "blank lines": () => filled("\n"),
  "lines of one cell": () => filled("12.34\n"),
  movements: () => filled("2026-03-05,a,-1.00\n"),
  "movements of long texts": () => filled(`2026-03-05,${"word ".repeat(600)},-1.00\n`),
  "numbers alone": () => filled("1,234.56;"),
  "a JSON list": () => filled("1,", "[", "1]"),
  "JSON objects": () => filled('{"a":1},', "[", "{}]"),
  "JSON nested": () => filled("["),
  "XML tags": () => filled("<a>", "<Document><BkToCstmrStmt>"),
  "CAMT entries": () => filled("<Ntry></Ntry>", "<Document><BkToCstmrStmt><Stmt>"),
  "HTML rows": () => filled("<tr><td>1</td></tr>", "<table>"),
  "HTML in rows": () => filled("<tr><td>", "<table>"),
  "OFX tags": () => filled("<STMTTRN>", "<OFX>"),
  "OFX without end": () => filled("<A>", "<OFX>"),
  "MT940 lines": () => filled(":61:2603050305D1,00NMSC\n", ":20:1\n:25:1\n:60F:C260305EUR1,00\n"),
  "QIF lines": () => filled("D1/1/26\nT1\n^\n", "!Type:Bank\n"),
  "QIF splits": () => filled("S\n$1\n", "!Type:Bank\nD1/1/26\n"),
  "Norma 43": () => filled("22\n", `11${"0".repeat(30)}1${"0".repeat(17)}\n22\n`),
  CODA: () => filled("3100\n", `0000${"0".repeat(9)}   05\n`),
  ABO: () => filled("078text\n", `074${"0".repeat(16)}\n`),
  "1C": () => filled("A=1\n", "1CClientBankExchange\n"),
  "random bytes": () => Uint8Array.from({ length: MAX_FILE_BYTES }, (_, index) => (index * 7_919) % 251),
  "UTF-16": () => filled("1\0,\0", "\u00ff\u00fe"),
  "bytes of two": () => filled("\u00e4\u00f6,1\n"),
  "a ZIP that lies about its size": () =>
    zip(Buffer.alloc(400 * 1024 * 1024, "<row><c><v>1</v></c></row>"), 1_000),
};
