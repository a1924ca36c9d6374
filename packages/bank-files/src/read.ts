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
import { checkStart, type Kind, kindOf } from "./recognize.ts";
import { type Asking, asker } from "./table/asking.ts";
import type { TableLayout } from "./table/layout.ts";
import { readTable } from "./table/read-table.ts";
import { countOf, quoted } from "./text/plain.ts";

export type ReadOptions = {
  /** Rows may be dated up to a year after. */
  today: Day;
  answers?: Answers;
  /** The budget's currency, if known. A file's own currency wins. */
  currency?: string;
  memory?: readonly Remembered[];
  /** The layout as a person corrected it; the rest is detected. */
  corrected?: Partial<TableLayout> | undefined;
};

export type SourceFile = { name: string; bytes: Uint8Array };

/** Enough for 200,000 rows in formats with a line for each fact. */
const MAX_LINES = 1_400_000;

export const MAX_FILE_BYTES = 50 * 1024 * 1024;

/** Reads a file of any known format; otherwise throws FileRefusal with a sentence. */
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
      return (await import("./formats/norma43.ts")).readNorma43(text, latest);
    case "coda":
      return (await import("./formats/coda.ts")).readCoda(text, latest);
    case "abo":
      return (await import("./formats/abo.ts")).readAbo(text, latest);
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

/** The cells of a table as they were read; undefined for formats that are no tables. */
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
    `This file has ${megabytes} MB; up to 50 MB can be imported. Download a shorter time from your bank.`,
  );
}

function checkContent(file: BankFile): BankFile {
  if (file.questions.some(({ proposed }) => proposed === null)) {
    file.waiting = file.rows.length;
    file.rows = [];
  }
  const content = [file.rows, file.plans, file.questions];
  const isNoted = file.leftOut.some(({ why }) => why !== "header" && why !== "footer");
  if (content.every(({ length }) => length === 0) && !isNoted)
    throw new FileRefusal("There are no transactions in this file.");
  return file;
}

/** Shows a text that two encodings read differently, where both are likely. */
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
