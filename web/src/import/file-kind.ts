import { FileRefusal } from "./parsed-file.ts";

type FileKind = "csv" | "ofx" | "qif" | "camt" | "mt940" | "coffer";

const MAX_FILE_BYTES = 50 * 1024 * 1024;

/** Beginnings of files that people drop by mistake, and what to do instead. */
const OTHERS: readonly [start: string, sentence: string][] = [
  ["%PDF", "This is a PDF. Download the statement as CSV, OFX, QIF or CAMT.053 from your bank instead."],
  ["PK\u0003\u0004", "This is a ZIP archive. Unpack it and drop the files that are in it."],
  ["\u00d0\u00cf\u0011\u00e0", "This is an Excel workbook. Save it as CSV and drop that file."],
  ["SQLite format 3", "This is a database. Export the transactions as CSV and drop that file."],
  ["\u001f\u008b", "This is a compressed file. Unpack it and drop the file that is in it."],
  ["\u0089PNG", "This is a picture. Download the statement as CSV, OFX, QIF or CAMT.053 instead."],
  ["\u00ff\u00d8\u00ff", "This is a picture. Download the statement as CSV, OFX, QIF or CAMT.053 instead."],
];
const WORKBOOK = "This is a workbook. Save its sheet as CSV and drop that file.";

/** Refuses a file by what is known of it before it is read. */
export function checkSize({ size }: { size: number }): void {
  if (size === 0) throw new FileRefusal("This file is empty.");
  if (size > MAX_FILE_BYTES) {
    const megabytes = Math.round(size / 1024 / 1024).toLocaleString("en-US");
    throw new FileRefusal(
      `This file has ${megabytes} MB; up to 50 MB can be imported. Download a shorter time from your bank.`,
    );
  }
}

/** Refuses a file that is plainly of another kind, by its first bytes and its name. */
export function checkStart(bytes: Uint8Array, name: string): void {
  const start = String.fromCharCode(...bytes.subarray(0, 16));
  for (const [bytesOfKind, sentence] of OTHERS) {
    if (!start.startsWith(bytesOfKind)) continue;
    throw new FileRefusal(
      bytesOfKind.startsWith("PK") && /\.(xlsx|ods|numbers)$/i.test(name) ? WORKBOOK : sentence,
    );
  }
}

/** The kind of a file by its content: banks name their files as they like. */
export function kindOf(text: string): FileKind {
  const start = text.slice(0, 20_000).trimStart();
  if (start === "" && text.trim() === "") throw new FileRefusal("This file is empty.");
  if (/^OFXHEADER\s{0,9}:|<\?OFX\s|<OFX\s{0,9}>/i.test(start)) return "ofx";
  if (/^!(?:Type|Account|Option|Clear)\b/i.test(start)) return "qif";
  if (/^<\?xml|^<(?:\w{1,40}:)?Document\b/i.test(start)) {
    if (/BkToCstmr(?:Stmt|AcctRpt|DbtCdtNtfctn)/.test(start)) return "camt";
    throw new FileRefusal("This XML file is neither a CAMT.053 statement nor OFX.");
  }
  if (/^<(?:!doctype html|html|head|body)\b/i.test(start)) {
    throw new FileRefusal(
      "This is a web page. Your bank may have signed you out: download the file once more.",
    );
  }
  // Some banks send it in its SWIFT envelope, which begins with a brace.
  if (/^:20:/m.test(start) && /^:(?:25|28C?|60[FM]|61):/m.test(start)) return "mt940";
  if (start.startsWith("{")) return "coffer";
  return "csv";
}
