import type { Day } from "@coffer/domain/day";
import { cents } from "@coffer/domain/money";
import { parseXml, XmlElement, XmlError } from "@rgrove/parse-xml";
import { readPlainAmount } from "./amount.ts";
import { readDate } from "./date.ts";
import {
  checkRowCount,
  descriptionOf,
  emptyFile,
  FileRefusal,
  notesOf,
  type ParsedFile,
  type Reading,
} from "./parsed-file.ts";

/**
 * Reads the statements of ISO 20022: CAMT.053, and 052 and 054, which have the same entries, of all versions: what
 * moved between them is looked for in both places. Entries that sum up several payments become a row for each.
 */
export function readCamt(text: string, latest: Day): ParsedFile {
  const root = parse(text);
  const file = emptyFile("CAMT");
  const lineOf = lineFinder(text);
  const statements = ["Stmt", "Rpt", "Ntfctn"].flatMap((name) => descendants(root, name, 2));
  if (statements.length === 0) throw new FileRefusal("This CAMT file holds no statement.");
  const currencies = new Set<string>();
  for (const statement of statements) {
    for (const entry of children(statement, "Ntry")) {
      addRows(file, entry, lineOf(entry.start), latest);
      checkRowCount(file);
      const currency = child(entry, "Amt")?.attributes.Ccy;
      if (currency) currencies.add(currency);
    }
  }
  if (currencies.size > 1) {
    file.notices.push(
      "The amounts are in several currencies. Nothing is converted: they come in as they stand.",
    );
  }
  return file;
}

function addRows(file: ParsedFile, entry: XmlElement, line: number, latest: Day): void {
  const status = child(entry, "Sts");
  const code = status && (textOf(status, "Cd") || status.text.trim());
  if (code === "PDNG" || code === "INFO" || code === "FUTR") {
    file.leftOut.push({ line, reason: "The bank has not booked it yet." });
    return;
  }
  const date = readDate(dateText(entry, "BookgDt") || dateText(entry, "ValDt"), "ymd", latest);
  const total = signedCents(entry, entry);
  if ("problem" in date) {
    file.unreadable.push({ line, reason: date.problem });
    return;
  }
  if ("problem" in total) {
    file.unreadable.push({ line, reason: total.problem });
    return;
  }
  const details = children(entry, "NtryDtls").flatMap((one) => children(one, "TxDtls"));
  const parts = details.map((detail) => ({ detail, amount: signedCents(detail, entry) }));
  const values = parts.map(({ amount }) => ("value" in amount ? amount.value : Number.NaN));
  const isSplit = parts.length > 1 && values.reduce((sum, value) => sum + value, 0) === total.value;
  const reference = textOf(entry, "AcctSvcrRef");
  if (isSplit) {
    parts.forEach(({ detail }, index) => {
      const own = textOf(child(detail, "Refs"), "AcctSvcrRef");
      const numbered = own && own !== reference ? own : reference && `${reference}/${index + 1}`;
      addRow(file, { entry, detail, line, date: date.value, value: values[index] ?? 0, reference: numbered });
    });
    return;
  }
  const [detail] = details;
  const own = reference || textOf(child(detail, "Refs"), "AcctSvcrRef");
  addRow(file, {
    entry,
    detail: details.length === 1 ? detail : undefined,
    line,
    date: date.value,
    value: total.value,
    reference: own,
  });
}

type Payment = {
  entry: XmlElement;
  /** Absent for an entry without details, or with several that do not come to its amount. */
  detail: XmlElement | undefined;
  line: number;
  date: Day;
  value: number;
  reference: string | undefined;
};

function addRow(file: ParsedFile, { entry, detail, line, date, value, reference }: Payment): void {
  if (value === 0) {
    file.leftOut.push({ line, reason: "Its amount is zero." });
    return;
  }
  const info = textOf(entry, "AddtlNtryInf");
  const purpose = children(child(detail, "RmtInf"), "Ustrd")
    .map(({ text }) => text)
    .join(" ");
  const description = descriptionOf(counterparty(detail, value), info, purpose, textOf(detail, "AddtlTxInf"));
  // Money that comes back is a debit's reversal.
  const isReversal = textOf(entry, "RvslInd") === "true";
  file.rows.push({
    line,
    row: {
      date,
      description,
      amount: cents(Math.abs(value)),
      type: value > 0 && !isReversal ? "income" : "expense",
      ...(value > 0 && isReversal && { refund: true }),
      ...notesOf(description, purpose, info),
      ...(reference && { reference: `camt:${reference.slice(0, 200)}` }),
    },
  });
}

/** Who was paid, or who paid; a returned payment names them the other way round. */
function counterparty(detail: XmlElement | undefined, value: number): string | undefined {
  const parties = child(detail, "RltdPties");
  const [first, second] = value < 0 ? ["Cdtr", "Dbtr"] : ["Dbtr", "Cdtr"];
  for (const role of [first, `Ultmt${first}`, second]) {
    const party = child(parties, role);
    const name = textOf(party, "Nm") || textOf(child(party, "Pty"), "Nm");
    if (name) return name;
  }
  return undefined;
}

/** Positive for money that came in. A payment within an entry may leave its direction to the entry. */
function signedCents(element: XmlElement, entry: XmlElement): Reading<number> {
  const details = child(element, "AmtDtls");
  const text =
    textOf(element, "Amt") ||
    textOf(child(details, "TxAmt"), "Amt") ||
    textOf(child(details, "InstdAmt"), "Amt");
  if (!text) return { problem: "The amount is missing." };
  const amount = readPlainAmount(text);
  if ("problem" in amount) return amount;
  const direction = textOf(element, "CdtDbtInd") || textOf(entry, "CdtDbtInd");
  if (direction !== "CRDT" && direction !== "DBIT")
    return { problem: "It does not say whether money came or went." };
  return { value: direction === "CRDT" ? amount.value : -amount.value };
}

function dateText(entry: XmlElement, name: string): string {
  const date = child(entry, name);
  return (textOf(date, "Dt") || textOf(date, "DtTm")).slice(0, 10);
}

function parse(text: string): XmlElement {
  try {
    const { root } = parseXml(text.replace(/^\uFEFF/, ""), { includeOffsets: true });
    if (root) return root;
  } catch (error) {
    if (error instanceof RangeError)
      throw new FileRefusal("This file is nested too deeply to be a statement.");
    if (!(error instanceof XmlError)) throw error;
    const isCut = /<\/(?:[\w.-]{1,40}:)?Document\s{0,9}>\s{0,99}$/.test(text.slice(-200)) === false;
    throw new FileRefusal(
      isCut
        ? `This file is not whole: it ends on line ${error.line} before its statement does. Download it once more.`
        : `This file is not valid XML: line ${error.line} cannot be read. Download it once more.`,
    );
  }
  throw new FileRefusal("This CAMT file holds no statement.");
}

/** The name without the prefix of its namespace. */
function nameOf({ name }: XmlElement): string {
  return name.slice(name.indexOf(":") + 1);
}

function children(element: XmlElement | undefined, name: string): XmlElement[] {
  return (element?.children ?? []).filter(
    (one): one is XmlElement => one instanceof XmlElement && nameOf(one) === name,
  );
}

function child(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return children(element, name)[0];
}

function textOf(element: XmlElement | undefined, name: string): string {
  return child(element, name)?.text.trim() ?? "";
}

function descendants(element: XmlElement, name: string, depth: number): XmlElement[] {
  const own = children(element, name);
  if (depth === 0) return own;
  const below = element.children.filter((one) => one instanceof XmlElement);
  return [
    ...own,
    ...below.flatMap((one) => (one instanceof XmlElement ? descendants(one, name, depth - 1) : [])),
  ];
}

/** The line of an offset; offsets have to come in ascending order. */
function lineFinder(text: string): (offset: number) => number {
  let line = 1;
  let at = 0;
  return (offset) => {
    for (let next = text.indexOf("\n", at); next >= 0 && next < offset; next = text.indexOf("\n", at)) {
      line++;
      at = next + 1;
    }
    return line;
  };
}
