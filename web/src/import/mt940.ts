import { type Day, yearOfDay } from "@coffer/domain/time/day";
import { readPlainAmount } from "./amount.ts";
import { type FileBuilder, startFile } from "./file-builder.ts";
import { FileRefusal, type ParsedFile, quoted, type Reading } from "./parsed-file.ts";

type Field = { tag: string; line: number; lines: string[] };
type Details = { name?: string | undefined; purpose?: string | undefined; kind?: string | undefined };

/** Value date, booking day, mark, amount, then the bank's reference behind "//". */
const STATEMENT_LINE = /^(\d{6})(\d{4})?(R?[CD])[A-Z]?(\d{1,15}[,.]\d{0,5})[A-Z]([A-Z0-9]{3})(.*)$/;
/** Booking days this far from their value date are of the year before or after. */
const HALF_A_YEAR = 6;

/** Reads MT940, as `.sta` files: each `:61:` is a movement of money, with its details in the `:86:` that follows. */
export function readMt940(text: string, latest: Day): ParsedFile {
  const file = startFile("MT940", latest);
  const fields = fieldsOf(text);
  for (const [index, { tag, line, lines }] of fields.entries()) {
    const [first = "", ...more] = lines;
    if (tag === "60F" || tag === "60M") file.parsed.currencies.add(first.slice(7, 10));
    if (tag !== "61") continue;
    const next = fields[index + 1];
    addMovement(file, line, first, next?.tag === "86" ? next.lines : more);
  }
  if (!fields.some(({ tag }) => tag === "61"))
    throw new FileRefusal("This MT940 file holds no transactions.");
  return file.parsed;
}

/** A field goes on in the lines below that begin with neither a tag nor the end of a message. */
function fieldsOf(text: string): Field[] {
  const fields: Field[] = [];
  for (const [index, raw] of text.split("\n").entries()) {
    const [, tag, rest = ""] = /^:(\d\d[A-Z]?):(.*)$/.exec(raw) ?? [];
    if (tag) fields.push({ tag, line: index + 1, lines: [rest] });
    else if (/^[{}]/.test(raw) || raw.trim() === "-" || raw.startsWith("-}"))
      fields.push({ tag: "", line: index + 1, lines: [] });
    else if (raw !== "") fields.at(-1)?.lines.push(raw);
  }
  return fields;
}

function addMovement(file: FileBuilder, line: number, text: string, about: string[]): void {
  const [, valueDate = "", booked, mark = "", digits = "", , references = ""] =
    STATEMENT_LINE.exec(text.trim()) ?? [];
  if (mark === "") {
    file.cannotRead(line, `${quoted(text)} is not a line of an MT940 statement.`);
    return;
  }
  const { name, purpose, kind } = detailsOf(about);
  const [, bankReference] = references.split("//");
  file.add(line, {
    date: bookingDate(file, valueDate, booked),
    // "RC" takes back money that came, "RD" brings back what was paid.
    amount: readPlainAmount(digits, { isOut: mark === "D" || mark === "RC" }),
    description: [name, purpose, kind],
    notes: [purpose, name ? undefined : kind],
    reference: bankReference?.trim() && `sta:${bankReference.trim()}`,
    refund: mark === "RD",
  });
}

/** The booking day has no year of its own: it is the one that is nearest to the value date. */
function bookingDate(file: FileBuilder, valueDate: string, booked: string | undefined): Reading<Day> {
  const dated = file.date(`20${valueDate.slice(0, 2)}-${valueDate.slice(2, 4)}-${valueDate.slice(4)}`);
  if (!booked || !("value" in dated)) return dated;
  const [month, day] = [Number(booked.slice(0, 2)), Number(booked.slice(2))];
  const apart = month - Number(valueDate.slice(2, 4));
  const year = yearOfDay(dated.value) + (apart > HALF_A_YEAR ? -1 : apart < -HALF_A_YEAR ? 1 : 0);
  const isDay = month >= 1 && month <= 12 && day >= 1;
  return isDay ? file.date(`${year}-${booked.slice(0, 2)}-${booked.slice(2)}`) : dated;
}

/** Details have numbered parts ("?20"), parts between slashes ("/NAME/"), or none. */
function detailsOf(lines: string[]): Details {
  const joined = lines.join("");
  const numbered = joined.slice(0, 4).indexOf("?");
  if (numbered >= 0) return numberedDetails(joined.slice(numbered));
  if (/^\/[A-Z]{2,5}\//.test(joined)) return slashedDetails(joined);
  return { purpose: lines.join(" ") };
}

/** Parts of 27 characters were cut off within a word; shorter ones end at one. */
const CUT = 27;

function numberedDetails(text: string): Details {
  const parts = text
    .split("?")
    .slice(1)
    .map((part) => ({ code: Number(part.slice(0, 2)), text: part.slice(2) }));
  const of = (from: number, to: number) =>
    parts
      .filter(({ code }) => code >= from && code <= to)
      .map((part) => (part.text.length === CUT ? part.text : `${part.text} `))
      .join("");
  const purpose = `${of(20, 29)}${of(60, 63)}`;
  return { kind: of(0, 0), name: of(32, 33).trim(), purpose: sepaPurpose(purpose) };
}

/** The text behind "SVWZ+", where the purpose is made of such parts. */
function sepaPurpose(purpose: string): string {
  const parts = purpose.split(/\b(EREF|KREF|MREF|CRED|DEBT|SVWZ|ABWA|ABWE|IBAN|BIC)\+/);
  const at = parts.indexOf("SVWZ");
  return (at < 0 ? purpose : (parts[at + 1] ?? "")).trim();
}

function slashedDetails(text: string): Details {
  const parts = text.split(/\/([A-Z]{2,5})\//);
  const of = (name: string) => {
    const at = parts.indexOf(name);
    return at < 0 ? undefined : parts[at + 1]?.replaceAll("/", " ").trim();
  };
  return { name: of("NAME"), purpose: of("REMI") || of("USTD"), kind: of("TRTP") };
}
