import { addDays, type Day } from "@coffer/domain/time/day";
import type { KnownLayout, ParsedCsv } from "./csv/read-csv.ts";
import { type DecodedText, decode } from "./decode.ts";
import { FileRefusal, type ParsedFile } from "./parsed-file.ts";
import type { ParsedQif } from "./qif.ts";

export type ReadFile =
  | { kind: "csv"; file: ParsedCsv }
  | { kind: "qif"; file: ParsedQif }
  | { kind: "ofx" | "camt" | "mt940" | "coffer"; file: ParsedFile };

export type ReadOptions = KnownLayout & {
  /** Rows may be dated up to a year after. */
  today: Day;
};

export type Readable = Pick<Blob, "size" | "arrayBuffer"> & { name: string };

const MAX_FILE_BYTES = 50 * 1024 * 1024;

/** Reads a file of any of the known formats; throws FileRefusal with a sentence for one that is none. */
export async function readFile(source: Readable, options: ReadOptions): Promise<ReadFile> {
  checkSize(source);
  const bytes = new Uint8Array(await source.arrayBuffer());
  checkStart(bytes, source.name);
  const decoded = decode(bytes, options.corrected?.encoding);
  const read = await parse(decoded, options);
  const { file } = read;
  if (decoded.damaged > 0) {
    const count =
      decoded.damaged === 1 ? "One character" : `${decoded.damaged.toLocaleString("en-US")} characters`;
    file.notices.push(`${count} could not be read: the file was cut off, or mixes encodings.`);
  }
  const content = [file.rows, file.plans, file.unreadable, file.leftOut, file.questions];
  if (content.every(({ length }) => length === 0))
    throw new FileRefusal("There are no transactions in this file.");
  return read;
}

/** Loads each parser when the first file of its kind is read. */
async function parse(decoded: DecodedText, options: ReadOptions): Promise<ReadFile> {
  const { text } = decoded;
  const latest = addDays(options.today, 366);
  const kind = kindOf(text);
  switch (kind) {
    case "csv":
      return { kind, file: (await import("./csv/read-csv.ts")).readCsv(decoded, latest, options) };
    case "qif":
      return { kind, file: (await import("./qif.ts")).readQif(text, latest, options.corrected) };
    case "ofx":
      return { kind, file: (await import("./ofx.ts")).readOfx(text, latest) };
    case "camt":
      return { kind, file: (await import("./camt.ts")).readCamt(text, latest) };
    case "mt940":
      return { kind, file: (await import("./mt940.ts")).readMt940(text, latest) };
    case "coffer":
      return { kind, file: (await import("./coffer-json.ts")).readCoffer(text, latest) };
  }
}

function checkSize({ size }: Readable): void {
  if (size === 0) throw new FileRefusal("This file is empty.");
  if (size > MAX_FILE_BYTES) {
    const megabytes = Math.round(size / 1024 / 1024).toLocaleString("en-US");
    throw new FileRefusal(
      `This file has ${megabytes} MB; up to 50 MB can be imported. Download a shorter time from your bank.`,
    );
  }
}

const PICTURE = "This is a picture. Download the statement as CSV, OFX, QIF or CAMT.053 instead.";
/** Beginnings of files that people drop by mistake, and what to do instead. */
const OTHERS = [
  ["%PDF", "This is a PDF. Download the statement as CSV, OFX, QIF or CAMT.053 from your bank instead."],
  ["PK\u0003\u0004", "This is a ZIP archive. Unpack it and drop the files that are in it."],
  ["\u00d0\u00cf\u0011\u00e0", "This is an Excel workbook. Save it as CSV and drop that file."],
  ["SQLite format 3", "This is a database. Export the transactions as CSV and drop that file."],
  ["\u001f\u008b", "This is a compressed file. Unpack it and drop the file that is in it."],
  ["\u0089PNG", PICTURE],
  ["\u00ff\u00d8\u00ff", PICTURE],
] as const;

function checkStart(bytes: Uint8Array, name: string): void {
  const start = String.fromCharCode(...bytes.subarray(0, 16));
  const [known, sentence] = OTHERS.find(([known]) => start.startsWith(known)) ?? [];
  if (known?.startsWith("PK") && /\.(xlsx|ods|numbers)$/i.test(name))
    throw new FileRefusal("This is a workbook. Save its sheet as CSV and drop that file.");
  if (sentence) throw new FileRefusal(sentence);
}

/** The kind of a file by its content: banks name their files as they like. */
function kindOf(text: string): ReadFile["kind"] {
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
  return start.startsWith("{") ? "coffer" : "csv";
}
