import { type Day, yearOfDay } from "@coffer/domain/time/day";
import { type BankFile, FileRefusal } from "../bank-file.ts";
import { type FileBuilder, startFile } from "../file-builder.ts";
import { referenceOf } from "../table/cell-words.ts";
import { exactOf, type Reading, readPlainAmount, roundCents } from "../text/amount.ts";
import { quoted } from "../text/plain.ts";
import { proveStatements, type Sums } from "./prove-statements.ts";

type Field = { tag: string; line: number; lines: string[] };
type Details = { name?: string | undefined; purpose?: string | undefined; kind?: string | undefined };

/** Value date, booking day (blank for some banks), mark, amount, and the bank's reference after "//". */
const STATEMENT_LINE =
  /^(\d{6})(\d{4}| {4})?(R?[CD]|E[CD])R?[A-Z]?(\d{1,15}(?:[,.]\d{0,5})?)(?:[A-Z]([A-Z0-9]{3}))?(.*)$/;
const BALANCE = /^([CD])(\d{6})([A-Z]{3})(\d{1,15}[,.]\d{0,5})/;
/** In months. A booking day further from its value date is in the previous or next year. */
const HALF_YEAR = 6;

/** Reads MT940 and MT942: each `:61:` is a movement of money, with its details in the `:86:` that follows. */
export function readMt940(text: string, latest: Day): BankFile {
  const builder = startFile("mt940", latest);
  const { file } = builder;
  const fields = fieldsOf(text);
  const accounts = new Set<string>();
  const currencies = new Set<string>();
  const statements: Sums[] = [];
  let account: string | null = null;
  let currency = "";
  let current: Sums = {};
  for (const [index, { tag, line, lines }] of fields.entries()) {
    const [first = "", ...more] = lines;
    if (tag === "20") {
      current = { sum: 0 };
      currency = "";
      statements.push(current);
    }
    if (tag === "25") {
      account =
        first
          .trim()
          .replace(/^\//, "")
          .split(" ", 1)[0]
          ?.replace(/^([A-Z]{2}\d{2}[A-Z0-9]{11,27})[A-Z]{3}$/, "$1") ?? "";
      accounts.add(account);
    }
    if (/^6[02][FM]$/.test(tag)) {
      const balance = balanceOf(builder, first);
      currency = first.slice(7, 10);
      currencies.add(currency);
      if (balance && tag.startsWith("60")) current.opening = balance.amount;
      if (balance && tag.startsWith("62")) current.closing = balance.amount;
      if (balance && tag === "62F") file.balances.push({ ...balance, amount: roundCents(balance.amount) });
    }
    const [, total] = /^\d{0,5}[A-Z]{3}(\d{1,15}[,.]?\d{0,5})$/.exec(first.trim()) ?? [];
    if ((tag === "90D" || tag === "90C") && total) {
      const amount = readPlainAmount(total);
      if ("value" in amount) current[tag === "90D" ? "debits" : "credits"] = exactOf(amount);
    }
    if (tag === "34F") {
      currency = first.slice(0, 3);
      currencies.add(currency);
    }
    if (tag !== "61") continue;
    const next = fields[index + 1];
    const about = next?.tag === "86" ? next.lines : more;
    const amount = addMovement(builder, line, first, about, more, account, currency);
    if (amount === undefined) continue;
    current.sum = (current.sum ?? 0) + amount;
    if (amount < 0) current.debitSum = (current.debitSum ?? 0) - amount;
    else current.creditSum = (current.creditSum ?? 0) + amount;
  }
  const [only = ""] = currencies;
  if (currencies.size === 1) {
    file.currency = only;
    for (const row of file.rows) row.currency = only;
  }
  file.account = accounts.size === 1 ? account : null;
  if (accounts.size > 1) file.balances = [];
  if (!fields.some(({ tag }) => tag === "61"))
    throw new FileRefusal("This MT940 file contains no transactions.");
  proveStatements(file, statements);
  return file;
}

function balanceOf(builder: FileBuilder, text: string): { date: Day; amount: number } | undefined {
  const [, mark, day = "", , digits = ""] = BALANCE.exec(text.trim()) ?? [];
  const date = builder.date(`20${day.slice(0, 2)}-${day.slice(2, 4)}-${day.slice(4)}`);
  const amount = readPlainAmount(digits, { isOut: mark === "D" });
  return "value" in date && "value" in amount ? { date: date.value, amount: exactOf(amount) } : undefined;
}

/** A field continues on lines that begin with neither a tag nor the end of a message. */
function fieldsOf(text: string): Field[] {
  const fields: Field[] = [];
  for (const [index, raw] of text.split("\n").entries()) {
    const [, tag, rest = ""] = /^:(\d\d[A-Z]?):(.*)$/.exec(raw.trimStart()) ?? [];
    if (tag) fields.push({ tag, line: index + 1, lines: [rest] });
    else if (/^[{}]/.test(raw) || raw.trim() === "-" || raw.startsWith("-}"))
      fields.push({ tag: "", line: index + 1, lines: [] });
    else if (raw.trim() !== "") fields.at(-1)?.lines.push(raw);
  }
  return fields;
}

function addMovement(
  builder: FileBuilder,
  line: number,
  text: string,
  about: string[],
  supplement: string[],
  account: string | null,
  currency: string,
): number | undefined {
  const [, valueDate = "", booked, mark = "", digits = "", , references = ""] =
    STATEMENT_LINE.exec(text.trim()) ?? [];
  if (mark === "") {
    builder.cannotRead(line, text, `${quoted(text)} is not a line of an MT940 statement.`);
    return undefined;
  }
  const { name, purpose, kind } = detailsOf(about, supplement);
  if (mark.startsWith("E")) {
    builder.leaveOut(
      line,
      "pending",
      [name, purpose].filter(Boolean).join(" · "),
      "The bank has not booked it yet.",
    );
    return undefined;
  }
  const [, bankReference = ""] = references.split("//");
  const reference = referenceOf(bankReference);
  // "RC" reverses a credit, "RD" reverses a debit.
  const amount = readPlainAmount(digits, { isOut: mark === "D" || mark === "RC" });
  const row = builder.add(line, {
    date: bookingDate(builder, valueDate, booked?.trim()),
    amount,
    description: [name, purpose, kind, supplement.join(" ")],
    notes: [purpose, name ? undefined : kind],
    reference: reference && `sta:${reference}`,
    account,
    currency,
    refund: mark === "RD",
  });
  return row && exactOf(amount);
}

/** The booking day is written without a year; it is the one nearest to the value date. */
function bookingDate(builder: FileBuilder, valueDate: string, booked: string | undefined): Reading<Day> {
  const dated = builder.date(`20${valueDate.slice(0, 2)}-${valueDate.slice(2, 4)}-${valueDate.slice(4)}`);
  if (!booked || !("value" in dated)) return dated;
  const [month, day] = [Number(booked.slice(0, 2)), Number(booked.slice(2))];
  const apart = month - Number(valueDate.slice(2, 4));
  const year = yearOfDay(dated.value) + (apart > HALF_YEAR ? -1 : apart < -HALF_YEAR ? 1 : 0);
  const isDay = month >= 1 && month <= 12 && day >= 1;
  const found = isDay ? builder.date(`${year}-${booked.slice(0, 2)}-${booked.slice(2)}`) : dated;
  return "value" in found ? found : dated;
}

/** Details have numbered parts ("?20", "^20", "~20"), parts between slashes ("/NAME/"), or none. */
function detailsOf(lines: string[], supplement: string[]): Details {
  const joined = lines.join("");
  const [, separator = ""] = /^\d{0,3}([?^~<])\d\d/.exec(joined) ?? [];
  if (separator) return numberedDetails(joined.slice(joined.indexOf(separator)), separator);
  if (/^\/[A-Z]{2,5}\//.test(joined)) return slashedDetails(joined);
  const spaced = lines
    .map((one) => one.trim())
    .join(" ")
    .trim();
  const [first = ""] = lines;
  // Some Dutch banks put the counterparty's account and name in the first line.
  const [, holder] = /^[A-Z]{2}\d\d[A-Z0-9]{8,30} (.{2,70})$/.exec(first.trim()) ?? [];
  if (holder) return { name: holder, purpose: lines.slice(1).join(" ") };
  return { purpose: spaced || supplement.join(" ") };
}

/** A part of this length was cut within a word; a shorter part ends with a word. */
const CUT = 27;

function numberedDetails(text: string, separator: string): Details {
  const parts = text
    .split(separator)
    .slice(1)
    .filter((part) => /^\d\d/.test(part))
    .map((part) => ({ code: Number(part.slice(0, 2)), text: part.slice(2) }));
  const of = (from: number, to: number) =>
    parts
      .filter(({ code }) => code >= from && code <= to)
      .map((part) => (part.text.length === CUT ? part.text : `${part.text} `))
      .join("");
  const purpose = `${of(20, 29)}${of(60, 63)}`;
  return { kind: of(0, 0).trim(), name: of(32, 33).trim(), purpose: sepaPurpose(purpose) };
}

/** The text after "SVWZ+" if the purpose consists of such parts. */
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
  const [, , counterparty] = (parts[parts.indexOf("CNTP") + 1] ?? "").split("/");
  const name = of("NAME") || of("BENM") || (parts.includes("CNTP") ? counterparty : undefined);
  return { name: name?.replace(/^NAME /, ""), purpose: of("REMI") || of("USTD"), kind: of("TRTP") };
}
