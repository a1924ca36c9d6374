import { EXPORT_FORMAT } from "@coffer/domain/portability/export";
import { addDays, type Day } from "@coffer/domain/time/day";
import {
  type Answered,
  type BankFile,
  FileRefusal,
  type Format,
  type Question,
  tooManyRows,
} from "./bank-file.ts";
import { type DecodedText, decode } from "./decode/decode.ts";
import type { Grid } from "./grid/grid.ts";
import { type Answers, type Remembered, recall } from "./memory.ts";
import { type Asking, asker } from "./table/asking.ts";
import type { TableLayout } from "./table/layout.ts";
import { readTable } from "./table/read-table.ts";
import { countOf, quoted } from "./text/plain.ts";

export type ReadOptions = {
  /** Rows may be dated up to a year later. */
  today: Day;
  answers?: Answers;
  /** The budget's currency, if known. A file's own currency wins. */
  currency?: string;
  memory?: readonly Remembered[];
  /** What a person corrected in the layout. The rest is detected. */
  corrected?: Partial<TableLayout> | undefined;
};

export type SourceFile = { name: string; bytes: Uint8Array };

/** Enough for 200,000 rows in formats with a line for each field. */
const MAX_LINES = 1_400_000;

export const MAX_FILE_BYTES = 50 * 1024 * 1024;

/** Reads a file of any known format. Throws FileRefusal, with a message for the person, if it cannot. */
export async function readBankFile({ name, bytes }: SourceFile, options: ReadOptions): Promise<BankFile> {
  checkSize(bytes.length);
  const container = checkStart(bytes, name);
  const latest = addDays(options.today, 366);
  const { answers = {}, memory = [], corrected, currency = "" } = options;
  const table = (grid: Grid, format: Format, encoding: string) =>
    readTable(grid, { format, latest, encoding, name, memory, answers, corrected, currency });
  if (container) {
    const { readWorkbook } = await import("./grid/workbook.ts");
    return checkContent(table(await readWorkbook(bytes), container, ""));
  }
  const chosen = corrected?.encoding || answers.encoding;
  const decoded = decode(bytes, chosen);
  const questions: Question[] = [];
  const answered: Answered[] = [];
  const { offered } = recall(memory, "qif", "", false);
  const asking = asker(questions, answered, { given: answers, remembered: {}, offered });
  const separator = corrected?.separator || undefined;
  const file = await readText(
    decoded,
    kindOf(decoded.text, name),
    latest,
    currency,
    asking,
    table,
    separator,
  );
  file.questions.push(...questions);
  file.answered.push(...answered);
  askEncoding(file, decoded);
  if (decoded.damaged > 0) {
    const count =
      decoded.damaged === 1 ? "One character" : `${decoded.damaged.toLocaleString("en-US")} characters`;
    file.notices.push(`${count} could not be read: the file was cut off, or mixes encodings.`);
  }
  return checkContent(file);
}

/** Loads each parser when the first file of its kind is read. */
async function readText(
  decoded: DecodedText,
  kind: Kind,
  latest: Day,
  currency: string,
  asking: Asking,
  table: (grid: Grid, format: Format, encoding: string) => BankFile,
  separator: Exclude<Grid["separator"], ""> | undefined,
): Promise<BankFile> {
  const { text, encoding } = decoded;
  if (countOf(text, "\n") > MAX_LINES) throw tooManyRows();
  switch (kind) {
    case "csv":
      return table((await import("./grid/csv.ts")).readCsv(text, separator), "csv", encoding);
    case "html":
      return table((await import("./grid/html.ts")).readHtml(text), "html", encoding);
    case "xml":
      return table((await import("./grid/xml-table.ts")).readXmlTable(text), "xml", encoding);
    case "qif":
      return (await import("./formats/qif.ts")).readQif(text, latest, currency, asking);
    case "ofx":
      return (await import("./formats/ofx.ts")).readOfx(text, latest);
    case "camt":
      return (await import("./formats/camt.ts")).readCamt(text, latest);
    case "mt940":
      return (await import("./formats/mt940.ts")).readMt940(text, latest);
    case "norma43":
      return (await import("./formats/fixed-width.ts")).readNorma43(text, latest);
    case "coda":
      return (await import("./formats/fixed-width.ts")).readCoda(text, latest);
    case "abo":
      return (await import("./formats/fixed-width.ts")).readAbo(text, latest);
    case "1c":
      return (await import("./formats/one-c.ts")).readOneC(text, latest);
    case "json": {
      const { parseJson, readJsonTable } = await import("./grid/json.ts");
      const document = parseJson(text);
      const { isItem, readCoffer } = await import("./formats/coffer-json.ts");
      if (isItem(document) && document.format === EXPORT_FORMAT) return readCoffer(document, latest);
      return table(readJsonTable(document), "json", encoding);
    }
  }
}

/** The cells of a table as they were read; undefined for formats that are not tables. */
export async function gridOf(
  bytes: Uint8Array,
  name: string,
  layout: TableLayout,
): Promise<Grid | undefined> {
  if (checkStart(bytes, name)) return (await import("./grid/workbook.ts")).readWorkbook(bytes);
  const { text } = decode(bytes, layout.encoding || undefined);
  switch (kindOf(text, name)) {
    case "csv":
      return (await import("./grid/csv.ts")).readCsv(text, layout.separator || undefined);
    case "html":
      return (await import("./grid/html.ts")).readHtml(text);
    case "xml":
      return (await import("./grid/xml-table.ts")).readXmlTable(text);
    case "json": {
      const { parseJson, readJsonTable } = await import("./grid/json.ts");
      return readJsonTable(parseJson(text));
    }
    default:
      return undefined;
  }
}

export function checkSize(bytes: number): void {
  if (bytes === 0) throw new FileRefusal("This file is empty.");
  if (bytes <= MAX_FILE_BYTES) return;
  const megabytes = Math.round(bytes / 1024 / 1024).toLocaleString("en-US");
  throw new FileRefusal(
    `This file has ${megabytes} MB; up to 50 MB can be imported. Download a shorter period from your bank.`,
  );
}

function checkContent(file: BankFile): BankFile {
  if (file.questions.some(({ proposed }) => proposed === null)) {
    file.waiting = file.rows.length;
    file.rows = [];
  }
  const content = [file.rows, file.plans, file.questions];
  const hasNoted = file.leftOut.some(({ why }) => why !== "header" && why !== "footer");
  if (content.every(({ length }) => length === 0) && !hasNoted)
    throw new FileRefusal("There are no transactions in this file.");
  return file;
}

/** If two encodings are likely, asks which of them reads a text correctly. */
function askEncoding(file: BankFile, { encoding, doubt, text }: DecodedText): void {
  if (!doubt) return;
  const theirs = doubt.text.split(/[\n;,\t"]/);
  const ours = text.slice(0, 200_000).split(/[\n;,\t"]/);
  const at = ours.findIndex((part, index) => part !== theirs[index] && /\p{L}{3}/u.test(part));
  if (at < 0) return;
  file.questions.push({
    id: "encoding",
    text: `Which is right: ${quoted(ours[at] ?? "")} or ${quoted(theirs[at] ?? "")}?`,
    options: [
      { value: encoding, text: quoted(ours[at] ?? "") },
      { value: doubt.encoding, text: quoted(theirs[at] ?? "") },
    ],
    proposed: encoding,
    lines: [],
  });
}

type Kind =
  | "csv"
  | "html"
  | "xml"
  | "qif"
  | "ofx"
  | "camt"
  | "mt940"
  | "norma43"
  | "coda"
  | "abo"
  | "1c"
  | "json";

const OFFERS =
  "Your bank's website also offers CSV, OFX or CAMT.053, usually under “Export” or “Download transactions”.";
const PICTURE = `This is a picture, in which no amounts can be read. ${OFFERS}`;
/** The first bytes of files that people drop by mistake, and what to do instead. */
const OTHERS = [
  ["%PDF", `This is a PDF, which is made for printing: its amounts cannot be read safely. ${OFFERS}`],
  ["SQLite format 3", "This is a database. Export the transactions as CSV and drop that file."],
  ["\u001f\u008b", "This is a compressed file. Unpack it and drop the file that is in it."],
  ["7z\u00bc\u00af", "This is a compressed file. Unpack it and drop the file that is in it."],
  ["Rar!", "This is a compressed file. Unpack it and drop the file that is in it."],
  ["{\\rtf", `This is a text document. ${OFFERS}`],
  ["\u0089PNG", PICTURE],
  ["\u00ff\u00d8\u00ff", PICTURE],
  ["GIF8", PICTURE],
  ["RIFF", PICTURE],
] as const;

/** Refuses unreadable files; returns the kind of workbook. */
function checkStart(bytes: Uint8Array, name: string): "xlsx" | "xls" | undefined {
  const start = String.fromCharCode(...bytes.subarray(0, 1_024));
  const [, sentence] = OTHERS.find(([known]) => start.startsWith(known)) ?? [];
  if (sentence) throw new FileRefusal(sentence);
  // Some servers put a blank line or a byte order mark before.
  if (/^[\s\u00ef\u00bb\u00bf]{0,20}%PDF-/.test(start)) throw new FileRefusal(OTHERS[0][1]);
  if (start.startsWith("\u00d0\u00cf\u0011\u00e0")) return "xls";
  // Old servers write BIFF without its container.
  if (bytes[0] === 9 && [0, 2, 4, 8].includes(bytes[1] ?? 1) && bytes[3] === 0) return "xls";
  if (!start.startsWith("PK\u0003\u0004")) return undefined;
  const names = new TextDecoder("latin1").decode(bytes.length > 2_000_000 ? bytes.subarray(-200_000) : bytes);
  if (/xl\/(?:workbook|worksheets)|content\.xml|xl\//.test(names)) return "xlsx";
  if (/\.(?:xlsx|xlsm|ods)$/i.test(name)) return "xlsx";
  if (/word\/document/.test(names)) throw new FileRefusal(`This is a text document. ${OFFERS}`);
  throw new FileRefusal("This is a ZIP archive. Unpack it and drop the files that are in it.");
}

/** Detects a file's kind by its content, because banks name files as they like. */
function kindOf(text: string, name: string): Kind {
  const start = text
    .slice(0, 20_000)
    .replace(/^\uFEFF/, "")
    .trimStart();
  if (start === "" && text.trim() === "") throw new FileRefusal("This file is empty.");
  if (/^OFXHEADER\s{0,9}:|<\?OFX\s|<OFX\s{0,9}>/i.test(start)) return "ofx";
  if (/^!(?:Type|Account|Option|Clear)\b/i.test(start)) return "qif";
  if (/^1CClientBankExchange/i.test(start)) return "1c";
  if (/^074\d{16}/.test(start) || (/^075\d{32}/.test(start) && /\.(?:gpc|abo)$/i.test(name))) return "abo";
  if (
    /^0000\d{9}[\d ]{3}05/.test(start) ||
    (/^0000\d/.test(start) && /^1[0-3]\d{3}/m.test(start) && /^21\d{8}/m.test(start))
  )
    return "coda";
  if (/^11\d{30}[12]\d{17}/.test(start) && /^(?:22|33|88)/m.test(start)) return "norma43";
  // Some files have a SWIFT envelope, so ":20:" need not be at the start.
  if (/^:20:/m.test(start) && /^:(?:25|28C?|60[FM]|61|34F):/m.test(start)) return "mt940";
  if (start.startsWith("<")) return markupKind(start, text);
  return /^[[{]\s{0,99}["{[\]}]/.test(start) ? "json" : "csv";
}

const SIGNED_OUT =
  /type\s?=\s?["']?password|sign[ -]?in|log[ -]?in|session (?:has )?(?:ended|expired)|anmelden|anmeldung|se connecter|iniciar sesi|accedi\b|inloggen|zaloguj|přihlá|войти|вход/i;

function markupKind(start: string, text: string): Kind {
  const isPage =
    /^(?:<!--[^>]{0,2000}-->\s{0,99})?<(?:!doctype html|html|head|body|table|meta|style|div|title)\b/i.test(
      start,
    ) || /<html[\s>]/i.test(start.slice(0, 3_000));
  if (!isPage) {
    if (/BkToCstmr(?:Stmt|AcctRpt|DbtCdtNtfctn)/.test(start)) return "camt";
    return "xml";
  }
  const rows = countRows(text);
  const hasPassword = /type\s?=\s?["']?password/i.test(text.slice(0, 200_000));
  if (rows >= 2 && !hasPassword) return "html";
  throw new FileRefusal(
    SIGNED_OUT.test(text.slice(0, 200_000))
      ? "This is a web page that asks to sign in, not a list of transactions. Sign in at your bank and download the file again."
      : "This is a web page without a table of transactions. Use your bank's download of CSV, OFX or CAMT.053.",
  );
}

function countRows(text: string): number {
  let rows = 0;
  for (let at = text.search(/<tr[\s>]/i); at >= 0 && rows < 3; rows++) {
    const next = text.slice(at + 3, at + 2_000_000).search(/<tr[\s>]/i);
    at = next < 0 ? -1 : at + 3 + next;
  }
  return rows;
}
