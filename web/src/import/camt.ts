import type { Day } from "@coffer/domain/time/day";
import { parseXml, XmlElement, XmlError } from "@rgrove/parse-xml";
import { readPlainAmount } from "./amount.ts";
import { type FileBuilder, NO_AMOUNT, startFile } from "./file-builder.ts";
import { FileRefusal, type ParsedFile, type Reading } from "./parsed-file.ts";

/** The statements of CAMT.053, the reports of 052 and the notifications of 054 have the same entries. */
const STATEMENTS = ["Stmt", "Rpt", "Ntfctn"];

/** Reads ISO 20022 of all versions: what moved between them is looked for in both positions. */
export function readCamt(text: string, latest: Day): ParsedFile {
  const file = startFile("CAMT", latest);
  const lineOf = lineFinder(text);
  const statements = statementsIn(parse(text), 2);
  if (statements.length === 0) throw new FileRefusal("This CAMT file holds no statement.");
  for (const entry of statements.flatMap((statement) => children(statement, "Ntry"))) {
    addEntry(file, lineOf(entry.start), entry);
    const currency = child(entry, "Amt")?.attributes.Ccy;
    if (currency) file.parsed.currencies.add(currency);
  }
  return file.parsed;
}

function addEntry(file: FileBuilder, line: number, entry: XmlElement): void {
  const status = textOf(entry, "Sts", "Cd") || textOf(entry, "Sts");
  if (["PDNG", "INFO", "FUTR"].includes(status)) {
    file.leaveOut(line, "pending");
    return;
  }
  const date = file.date(dateText(entry, "BookgDt") || dateText(entry, "ValDt"));
  const amount = signedCents(entry, entry);
  const details = children(entry, "NtryDtls").flatMap((one) => children(one, "TxDtls"));
  const amounts = details.map((detail) => signedCents(detail, entry));
  const sum = amounts.reduce((all, one) => all + ("value" in one ? one.value : Number.NaN), 0);
  const isSplit = details.length > 1 && "value" in date && "value" in amount && sum === amount.value;
  const reference = textOf(entry, "AcctSvcrRef");
  const ownReference = (detail: XmlElement | undefined) => textOf(detail, "Refs", "AcctSvcrRef");
  const info = textOf(entry, "AddtlNtryInf");

  function addPayment(detail: XmlElement | undefined, amount: Reading<number>, reference: string): void {
    const purpose = children(child(detail, "RmtInf"), "Ustrd")
      .map(({ text }) => text)
      .join(" ");
    const isOut = "value" in amount && amount.value < 0;
    file.add(line, {
      date,
      amount,
      description: [counterparty(detail, isOut), info, purpose, textOf(detail, "AddtlTxInf")],
      notes: [purpose, info],
      reference: reference && `camt:${reference.slice(0, 200)}`,
      // Money that comes back is a debit's reversal.
      refund: textOf(entry, "RvslInd") === "true",
    });
  }

  if (!isSplit) {
    const [first] = details;
    // Several details that do not come to the entry's amount describe no part of it.
    addPayment(details.length === 1 ? first : undefined, amount, reference || ownReference(first));
    return;
  }
  for (const [index, detail] of details.entries()) {
    const own = ownReference(detail);
    const numbered = own && own !== reference ? own : reference && `${reference}/${index + 1}`;
    addPayment(detail, amounts[index] ?? amount, numbered);
  }
}

/** The payee, or the payer; a returned payment names them the other way round. */
function counterparty(detail: XmlElement | undefined, isOut: boolean): string | undefined {
  const [first, second] = isOut ? ["Cdtr", "Dbtr"] : ["Dbtr", "Cdtr"];
  return [first, `Ultmt${first}`, second]
    .map((role) => child(detail, "RltdPties", role))
    .map((party) => textOf(party, "Nm") || textOf(party, "Pty", "Nm"))
    .find(Boolean);
}

/** Positive for money that came in. A payment within an entry may leave its direction to the entry. */
function signedCents(element: XmlElement, entry: XmlElement): Reading<number> {
  const text =
    textOf(element, "Amt") ||
    textOf(element, "AmtDtls", "TxAmt", "Amt") ||
    textOf(element, "AmtDtls", "InstdAmt", "Amt");
  if (!text) return NO_AMOUNT;
  const direction = textOf(element, "CdtDbtInd") || textOf(entry, "CdtDbtInd");
  const amount = readPlainAmount(text, { isOut: direction === "DBIT" });
  return "problem" in amount || direction === "CRDT" || direction === "DBIT"
    ? amount
    : { problem: "It does not say whether money came or went." };
}

function dateText(entry: XmlElement, name: string): string {
  return (textOf(entry, name, "Dt") || textOf(entry, name, "DtTm")).slice(0, 10);
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

/** The elements within, of that name where one is given, whatever the prefix of its namespace. */
function children(element: XmlElement | undefined, name?: string): XmlElement[] {
  const elements = element?.children.filter((one) => one instanceof XmlElement) ?? [];
  return name === undefined ? elements : elements.filter((one) => localName(one) === name);
}

const localName = ({ name }: XmlElement) => name.slice(name.indexOf(":") + 1);

function child(element: XmlElement | undefined, ...path: string[]): XmlElement | undefined {
  return path.reduce((parent, name) => children(parent, name)[0], element);
}

function textOf(element: XmlElement | undefined, ...path: string[]): string {
  return child(element, ...path)?.text.trim() ?? "";
}

function statementsIn(element: XmlElement, depth: number): XmlElement[] {
  return children(element).flatMap((one) => {
    if (STATEMENTS.includes(localName(one))) return [one];
    return depth > 0 ? statementsIn(one, depth - 1) : [];
  });
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
