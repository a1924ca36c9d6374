import type { Day } from "@coffer/domain/time/day";
import { type BankFile, FileRefusal, type FileRow, tooManyRows } from "../bank-file.ts";
import { CUT_OFF, type FileBuilder, startFile } from "../file-builder.ts";
import { decodeEntities } from "../grid/entities.ts";
import { referenceOf } from "../table/cell-words.ts";
import { type DecimalMark, findDecimalMark, NO_AMOUNT, readAmount, readPlainAmount } from "../text/amount.ts";
import { countOf, MAX_VALUE } from "../text/plain.ts";

const FIELDS = new Set([
  "TRNTYPE",
  "DTPOSTED",
  "DTUSER",
  "TRNAMT",
  "FITID",
  "NAME",
  "MEMO",
  "CHECKNUM",
  "CURSYM",
]);
const INVESTMENTS = /^(BUY|SELL)(DEBT|MF|OPT|OTHER|STOCK)$|^(REINVEST|TRANSFER|SPLIT|CLOSUREOPT)$/;
const OUT_TYPES = /^(?:DEBIT|ATM|POS|FEE|SRVCHG|PAYMENT|CHECK|CASH|DIRECTDEBIT|REPEATPMT)$/i;

const IN_TYPES = /^(?:CREDIT|DEP|DIRECTDEP|INT|DIV)$/i;

const CDATA = "<![CDATA[";

/** Reads tag by tag, which works for SGML (a value ends at the next tag), for XML, and for the mixtures that banks write. */
export function readOfx(text: string, latest: Day): BankFile {
  const builder = startFile("ofx", latest);
  const { file } = builder;
  const start = text.search(/<OFX\s{0,9}>/i);
  if (start < 0) throw new FileRefusal("This OFX file contains no statement.");
  const accounts = new Set<string>();
  const currencies = new Set<string>();
  const typed: Typed[] = [];
  let open: Transaction | undefined;
  let balance: { amount?: string; date?: string } | undefined;
  let isPending = false;
  // ORIGCURRENCY contains the shop's currency. The amount is in the account's.
  let isConverted = false;
  let isWhole = false;
  let account = "";
  let currency = "";
  const decimalMark = decimalMarkIn(text);
  const finish = () => {
    if (open) typed.push(...addTransaction(builder, open, { account, currency, decimalMark }));
    open = undefined;
  };
  for (const { name, value, line } of tagsOf(text, start)) {
    if (name === "STMTTRN") {
      finish();
      open = { line, fields: new Map() };
    } else if (name === "/STMTTRN" || name === "/BANKTRANLIST") finish();
    else if (name === "STMTTRNP") isPending = true;
    else if (name === "/STMTTRNP") {
      builder.leaveOut(line, "pending", "", "The bank has not booked it yet.");
      isPending = false;
    } else if (name === "/OFX") isWhole = true;
    else if (name === "CURDEF" && value) {
      currency = value.toUpperCase();
      currencies.add(currency);
    } else if (name === "ORIGCURRENCY") isConverted = true;
    else if (name === "CURSYM" && isConverted) isConverted = false;
    else if (name === "ACCTID" && value && !open) {
      account = value;
      accounts.add(account);
    } else if (name === "LEDGERBAL") balance = {};
    else if (balance && name === "BALAMT") balance.amount = value;
    else if (balance && name === "DTASOF") balance.date = value;
    else if (name === "/LEDGERBAL" || name === "AVAILBAL") {
      const amount = readPlainAmount(balance?.amount ?? "");
      const date = builder.date((balance?.date ?? "").slice(0, 8));
      if ("value" in amount && "value" in date)
        file.balances.push({ date: date.value, amount: amount.value });
      balance = undefined;
    } else if (INVESTMENTS.test(name))
      builder.leaveOut(line, "other", name, "It buys, sells or moves an investment.");
    else if (open && !isPending && FIELDS.has(name) && value && !open.fields.has(name))
      open.fields.set(name, value);
  }
  if (open) builder.cannotRead(open.line, open.fields.get("NAME") ?? "", CUT_OFF);
  else if (!isWhole)
    file.notices.push("The file ends before its statement does: transactions may be missing at its end.");
  withSigns(typed);
  const [only = null] = accounts;
  file.account = accounts.size === 1 ? only : null;
  file.currency = currencies.size === 1 ? currency || null : null;
  if (accounts.size > 1) file.balances = [];
  return file;
}

type Transaction = { line: number; fields: Map<string, string> };
type Typed = { row: FileRow; type: string };

/** Returns the added row, if it could be read, with its type. */
function addTransaction(
  builder: FileBuilder,
  { line, fields }: Transaction,
  of: { account: string; currency: string; decimalMark: DecimalMark },
): Typed[] {
  const [amount, memo = "", id = "", name = "", type = ""] = [
    "TRNAMT",
    "MEMO",
    "FITID",
    "NAME",
    "TRNTYPE",
  ].map((one) => fields.get(one));
  const reference = referenceOf(id);
  const row = builder.add(line, {
    date: builder.date((fields.get("DTPOSTED") ?? fields.get("DTUSER") ?? "").slice(0, 8)),
    amount: amount === undefined ? NO_AMOUNT : readAmount(amount, of.decimalMark),
    // Names end after 32 characters; some banks begin the memo with the whole name.
    description: [name.length >= 30 && memo.startsWith(name) ? memo : name, memo, type],
    notes: [memo],
    reference: reference && `ofx:${reference}`,
    currency: fields.get("CURSYM") ?? of.currency,
    account: of.account,
  });
  return row ? [{ row, type }] : [];
}

/** A comma begins the decimals unless other amounts of the file have a point there. */
function decimalMarkIn(text: string): DecimalMark {
  const amounts = [...text.slice(0, 2_000_000).matchAll(/<TRNAMT>([^<\n]{1,40})/gi)];
  const { mark, thousandths } = findDecimalMark(amounts.map(([, amount = ""]) => amount.trim()));
  return thousandths ?? mark;
}

/**
 * Some banks write no minus and leave the direction to the type. Others write charges to a card as positive and
 * payments as negative.
 */
function withSigns(typed: readonly Typed[]): void {
  const outs = typed.filter(({ type }) => OUT_TYPES.test(type));
  const ins = typed.filter(({ type }) => IN_TYPES.test(type));
  if (typed.every(({ row }) => row.amount > 0)) {
    for (const { row } of outs) row.amount = -row.amount;
    return;
  }
  const isTurned = outs.every(({ row }) => row.amount > 0) && ins.every(({ row }) => row.amount < 0);
  if (isTurned && outs.length + ins.length > 0) for (const { row } of typed) row.amount = -row.amount;
}

/** Enough for 200,000 rows with ten facts each. */
const MAX_TAGS = 2_500_000;

/** The tags in order, each with the text that follows; closing tags as "/NAME". */
function* tagsOf(text: string, start: number): Generator<{ name: string; value: string; line: number }> {
  let count = 0;
  let line = 1 + countOf(text.slice(0, start), "\n");
  let at = start;
  while (at >= 0) {
    if (++count > MAX_TAGS) throw tooManyRows();
    const close = text.indexOf(">", at);
    if (close < 0) return;
    const dataEnd = text.startsWith(CDATA, close + 1) ? text.indexOf("]]>", close) : -1;
    const isData = dataEnd >= 0;
    const next = text.indexOf("<", isData ? dataEnd : close);
    const name = text
      .slice(at + 1, Math.min(close, at + 60))
      .trim()
      .toUpperCase();
    const begin = close + 1 + (isData ? CDATA.length : 0);
    const end = isData ? dataEnd : next < 0 ? text.length : next;
    const raw = text.slice(begin, Math.min(end, begin + MAX_VALUE)).trim();
    yield { name, value: isData ? raw : decodeEntities(raw), line };
    line += countOf(text.slice(at, Math.max(at, next)), "\n");
    at = next;
  }
}
