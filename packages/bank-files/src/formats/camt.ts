import type { Day } from "@coffer/domain/time/day";
import type { XmlElement } from "@rgrove/parse-xml";
import { type BankFile, FileRefusal } from "../bank-file.ts";
import { type FileBuilder, startFile } from "../file-builder.ts";
import { child, children, lineFinder, localName, parseDocument, textIn } from "../grid/xml.ts";
import { referenceOf } from "../table/cell-words.ts";
import { exactOf, isSameAmount, NO_AMOUNT, type Reading, readPlainAmount } from "../text/amount.ts";
import { proveStatements, type Sums } from "./prove-statements.ts";

/** The statements of CAMT.053, the reports of 052 and the notifications of 054 have the same entries. */
const STATEMENTS = ["Stmt", "Rpt", "Ntfctn"];

/** Reads all versions of ISO 20022: elements that moved between versions are looked up in both places. */
export function readCamt(text: string, latest: Day): BankFile {
  const builder = startFile("camt", latest);
  const { file } = builder;
  const lineOf = lineFinder(text);
  const statements = statementsIn(parseDocument(text), 3);
  if (statements.length === 0) throw new FileRefusal("This CAMT file contains no statement.");
  const accounts = new Set<string>();
  const sums: Sums[] = [];
  for (const statement of statements) {
    const account = textIn(statement, "Acct", "Id", "IBAN") || textIn(statement, "Acct", "Id", "Othr", "Id");
    if (account) accounts.add(account);
    const sum = balancesOf(builder, statement);
    sums.push(sum);
    for (const entry of children(statement, "Ntry"))
      sum.sum = (sum.sum ?? 0) + addEntry(builder, lineOf(entry.start), entry, account);
  }
  const currencies = new Set(file.rows.map(({ currency }) => currency));
  const [currency = null] = currencies;
  file.currency = currencies.size === 1 ? currency : null;
  file.account = accounts.size === 1 ? ([...accounts][0] ?? null) : null;
  if (accounts.size > 1) file.balances = [];
  proveStatements(file, sums);
  return file;
}

function balancesOf(builder: FileBuilder, statement: XmlElement): Sums {
  const sums: Sums = { sum: 0 };
  for (const balance of children(statement, "Bal")) {
    const code = textIn(balance, "Tp", "CdOrPrtry", "Cd");
    const amount = signedCents(balance, balance);
    const date = builder.date(dateText(balance, "Dt"));
    if (!("value" in amount)) continue;
    if (code === "OPBD" || code === "PRCD") sums.opening ??= exactOf(amount);
    if (code !== "CLBD") continue;
    sums.closing = exactOf(amount);
    if ("value" in date) builder.file.balances.push({ date: date.value, amount: amount.value });
  }
  return sums;
}

/** Adds the payments of an entry; returns their sum. */
function addEntry(builder: FileBuilder, line: number, entry: XmlElement, account: string): number {
  const status = textIn(entry, "Sts", "Cd") || textIn(entry, "Sts");
  const info = textIn(entry, "AddtlNtryInf");
  if (["PDNG", "INFO", "FUTR"].includes(status)) {
    builder.leaveOut(line, "pending", info, "The bank has not booked it yet.");
    return 0;
  }
  const date = builder.date(dateText(entry, "BookgDt") || dateText(entry, "ValDt"));
  const amount = signedCents(entry, entry);
  const details = children(entry, "NtryDtls").flatMap((one) => children(one, "TxDtls"));
  const amounts = details.map((detail) => signedCents(detail, entry));
  const sum = amounts.reduce((all, one) => all + exactOf(one), 0);
  const isSplit = details.length > 1 && "value" in date && isSameAmount(sum, exactOf(amount));
  const reference = referenceOf(textIn(entry, "AcctSvcrRef"));
  const ownReference = (detail: XmlElement | undefined) => referenceOf(textIn(detail, "Refs", "AcctSvcrRef"));
  const currency = child(entry, "Amt")?.attributes.Ccy ?? "";

  function addPayment(detail: XmlElement | undefined, amount: Reading<number>, reference: string): number {
    const purpose = children(child(detail, "RmtInf"), "Ustrd")
      .map(({ text }) => text)
      .join(" ");
    const isOut = "value" in amount && amount.value < 0;
    const row = builder.add(line, {
      date,
      amount,
      description: [counterparty(detail, isOut), info, purpose, textIn(detail, "AddtlTxInf")],
      notes: [purpose, info],
      reference: reference && `camt:${reference}`,
      currency,
      account,
      // Only the reversal of a debit is a refund: `add` ignores the mark on outgoing money.
      refund: textIn(entry, "RvslInd") === "true",
    });
    return row ? exactOf(amount) : 0;
  }

  if (!isSplit) {
    const [first] = details;
    // Details whose sum differs from the entry's amount are not its parts.
    return addPayment(details.length === 1 ? first : undefined, amount, reference || ownReference(first));
  }
  let total = 0;
  for (const [index, detail] of details.entries()) {
    const own = ownReference(detail);
    const numbered = own && own !== reference ? own : reference && `${reference}/${index + 1}`;
    total += addPayment(detail, amounts[index] ?? amount, numbered);
  }
  return total;
}

/** The payee or the payer. A returned payment names them in reverse. */
function counterparty(detail: XmlElement | undefined, isOut: boolean): string | undefined {
  const [first, second] = isOut ? ["Cdtr", "Dbtr"] : ["Dbtr", "Cdtr"];
  return [first, `Ultmt${first}`, second]
    .map((role) => child(detail, "RltdPties", role))
    .map((party) => textIn(party, "Nm") || textIn(party, "Pty", "Nm"))
    .find(Boolean);
}

/** Positive for incoming money. A payment without a direction has that of its entry. */
function signedCents(element: XmlElement, entry: XmlElement): Reading<number> {
  const text =
    textIn(element, "Amt") ||
    textIn(element, "AmtDtls", "TxAmt", "Amt") ||
    textIn(element, "AmtDtls", "InstdAmt", "Amt");
  if (!text) return NO_AMOUNT;
  const direction = textIn(element, "CdtDbtInd") || textIn(entry, "CdtDbtInd");
  const amount = readPlainAmount(text, { isOut: direction === "DBIT" });
  return "problem" in amount || direction === "CRDT" || direction === "DBIT"
    ? amount
    : { problem: "It does not say whether money came or went." };
}

function dateText(entry: XmlElement, name: string): string {
  return (textIn(entry, name, "Dt") || textIn(entry, name, "DtTm")).slice(0, 10);
}

function statementsIn(element: XmlElement, depth: number): XmlElement[] {
  return children(element).flatMap((one) => {
    if (STATEMENTS.includes(localName(one))) return [one];
    return depth > 0 ? statementsIn(one, depth - 1) : [];
  });
}
