import type { Day } from "@coffer/domain/time/day";
import { parseXml, XmlElement, XmlError } from "@rgrove/parse-xml";
import { readPlainAmount } from "./amount.ts";
import { readDate } from "./date.ts";
import {
  addRow,
  checkRowCount,
  descriptionOf,
  emptyFile,
  FileRefusal,
  LEFT_OUT,
  NO_AMOUNT,
  type ParsedFile,
  type Reading,
} from "./parsed-file.ts";

/**
 * Reads the statements of ISO 20022: CAMT.053, and 052 and 054, which have the same entries, of all versions: what
 * moved between them is looked for in both positions. Entries that sum up several payments become a row for each.
 */
export function readCamt(text: string, latest: Day): ParsedFile {
  const root = parse(text);
  const file = emptyFile("CAMT");
  const lineOf = lineFinder(text);
  const statements = ["Stmt", "Rpt", "Ntfctn"].flatMap((name) => descendants(root, name, 2));
  if (statements.length === 0) throw new FileRefusal("This CAMT file holds no statement.");
  for (const statement of statements) {
    for (const entry of children(statement, "Ntry")) {
      addRows(file, entry, lineOf(entry.start), latest);
      checkRowCount(file);
      const currency = child(entry, "Amt")?.attributes.Ccy;
      if (currency) file.currencies.add(currency);
    }
  }
  return file;
}

function addRows(file: ParsedFile, entry: XmlElement, line: number, latest: Day): void {
  const status = child(entry, "Sts");
  const code = status && (textOf(status, "Cd") || status.text.trim());
  if (code === "PDNG" || code === "INFO" || code === "FUTR") {
    file.leftOut.push({ line, reason: LEFT_OUT.pending });
    return;
  }
  const date = readDate(dateText(entry, "BookgDt") || dateText(entry, "ValDt"), "ymd", latest);
  const amount = signedCents(entry, entry);
  const details = children(entry, "NtryDtls").flatMap((one) => children(one, "TxDtls"));
  const amounts = details.map((detail) => signedCents(detail, entry));
  const sum = amounts.reduce((all, one) => all + ("value" in one ? one.value : Number.NaN), 0);
  const isSplit = details.length > 1 && "value" in date && "value" in amount && sum === amount.value;
  const reference = textOf(entry, "AcctSvcrRef");
  const ownOf = (detail: XmlElement | undefined) => textOf(child(detail, "Refs"), "AcctSvcrRef");
  if (!isSplit) {
    const [detail] = details;
    const only = details.length === 1 ? detail : undefined;
    addPayment(file, line, { entry, detail: only, date, amount, reference: reference || ownOf(detail) });
    return;
  }
  details.forEach((detail, index) => {
    const own = ownOf(detail);
    const numbered = own && own !== reference ? own : reference && `${reference}/${index + 1}`;
    addPayment(file, line, { entry, detail, date, amount: amounts[index] ?? amount, reference: numbered });
  });
}

type Payment = {
  entry: XmlElement;
  /** Absent for an entry without details, or with several that do not come to its amount. */
  detail: XmlElement | undefined;
  date: Reading<Day>;
  amount: Reading<number>;
  reference: string;
};

function addPayment(file: ParsedFile, line: number, payment: Payment): void {
  const { entry, detail, date, amount, reference } = payment;
  const info = textOf(entry, "AddtlNtryInf");
  const purpose = children(child(detail, "RmtInf"), "Ustrd")
    .map(({ text }) => text)
    .join(" ");
  const isOut = "value" in amount && amount.value < 0;
  addRow(file, line, {
    date,
    amount,
    description: descriptionOf(counterparty(detail, isOut), info, purpose, textOf(detail, "AddtlTxInf")),
    notes: [purpose, info],
    reference: reference && `camt:${reference.slice(0, 200)}`,
    // Money that comes back is a debit's reversal.
    refund: textOf(entry, "RvslInd") === "true",
  });
}

/** The payee, or the payer; a returned payment names them the other way round. */
function counterparty(detail: XmlElement | undefined, isOut: boolean): string | undefined {
  const parties = child(detail, "RltdPties");
  const [first, second] = isOut ? ["Cdtr", "Dbtr"] : ["Dbtr", "Cdtr"];
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
  if (!text) return NO_AMOUNT;
  const amount = readPlainAmount(text);
  if ("problem" in amount) return amount;
  const direction = textOf(element, "CdtDbtInd") || textOf(entry, "CdtDbtInd");
  if (direction !== "CRDT" && direction !== "DBIT")
    return { problem: "It does not say whether money came or went." };
  return { ...amount, value: direction === "CRDT" ? amount.value : -amount.value };
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
    const isCut = !/<\/(?:[\w.-]{1,40}:)?Document\s{0,9}>\s{0,99}$/.test(text.slice(-200));
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
  const below = element.children.flatMap((one) =>
    one instanceof XmlElement ? descendants(one, name, depth - 1) : [],
  );
  return [...own, ...below];
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
