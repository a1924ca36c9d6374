import { addDays, type Day } from "@coffer/domain/time/day";
import type { KnownLayout, ParsedCsv } from "./csv/read-csv.ts";
import { decode, type Encoding } from "./decode.ts";
import { checkSize, checkStart, kindOf } from "./file-kind.ts";
import { FileRefusal, type ParsedFile } from "./parsed-file.ts";
import type { ParsedQif, QifLayout } from "./qif.ts";

export type ReadFile =
  | { kind: "csv"; file: ParsedCsv }
  | { kind: "qif"; file: ParsedQif }
  | { kind: "ofx" | "camt" | "mt940" | "coffer"; file: ParsedFile };

export type ReadOptions = KnownLayout & {
  /** Rows may be dated up to a year after. */
  today: Day;
  correctedQif?: QifLayout | undefined;
};

/** The parts of a file that reading needs: a File of the browser is one. */
export type Readable = Pick<Blob, "size" | "arrayBuffer"> & { name: string };

/**
 * Reads a file of any of the known formats; throws FileRefusal with a sentence for one that is none. Each parser is
 * loaded when the first file of its kind is read.
 */
export async function readFile(source: Readable, options: ReadOptions): Promise<ReadFile> {
  checkSize(source);
  const bytes = new Uint8Array(await source.arrayBuffer());
  checkStart(bytes, source.name);
  const encoding: Encoding | undefined = options.corrected?.encoding ?? options.format?.encoding;
  const decoded = decode(bytes, encoding);
  const latest = addDays(options.today, 366);
  const read = await readText();
  if (decoded.damaged > 0) {
    const count =
      decoded.damaged === 1 ? "One character" : `${decoded.damaged.toLocaleString("en-US")} characters`;
    read.file.notices.push(`${count} could not be read: the file was cut off, or mixes encodings.`);
  }
  const { rows, plans, unreadable, leftOut } = read.file;
  if (rows.length + plans.length + unreadable.length + leftOut.length === 0 && !hasQuestions(read)) {
    throw new FileRefusal("There are no transactions in this file.");
  }
  return read;

  async function readText(): Promise<ReadFile> {
    const kind = kindOf(decoded.text);
    switch (kind) {
      case "csv": {
        const { readCsv } = await import("./csv/read-csv.ts");
        return { kind, file: readCsv(decoded, latest, options) };
      }
      case "qif": {
        const { readQif } = await import("./qif.ts");
        return { kind, file: readQif(decoded.text, latest, options.correctedQif) };
      }
      case "ofx": {
        const { readOfx } = await import("./ofx.ts");
        return { kind, file: readOfx(decoded.text, latest) };
      }
      case "camt": {
        const { readCamt } = await import("./camt.ts");
        return { kind, file: readCamt(decoded.text, latest) };
      }
      case "mt940": {
        const { readMt940 } = await import("./mt940.ts");
        return { kind, file: readMt940(decoded.text, latest) };
      }
      case "coffer": {
        const { readCoffer } = await import("./coffer-json.ts");
        return { kind, file: readCoffer(decoded.text, latest) };
      }
    }
  }
}

function hasQuestions(read: ReadFile): boolean {
  return (read.kind === "csv" || read.kind === "qif") && read.file.questions.length > 0;
}
