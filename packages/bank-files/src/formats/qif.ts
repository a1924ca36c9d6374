import type { Day } from "@coffer/domain/time/day";
import { type BankFile, FileRefusal } from "../bank-file.ts";
import { CUT_OFF, type FileBuilder, startFile } from "../file-builder.ts";
import { categoryKey, resolveCategories } from "../programs/program.ts";
import type { Asking } from "../table/asking.ts";
import { askDecimals } from "../table/decimals.ts";
import { type DecimalMark, findDecimalMark, NO_AMOUNT, type Reading } from "../text/amount.ts";
import { digitsOf } from "../text/currency.ts";
import { type DateOrder, findDateOrder, orderBySequence } from "../text/date.ts";
import { quoted } from "../text/plain.ts";

/** Fields by the first letter of their line. */
type Fields = Partial<Record<string, string>>;
type Entry = { line: number; isInvestment: boolean; fields: Fields; parts: Fields[] };

/** Lists of transactions; other lists contain accounts, categories or prices. */
const MONEY_LISTS = /^!Type:\s?(bank|cash|ccard|oth a|oth l)\b/i;
const EXAMPLES = 3;
const INVESTMENTS = /^!Type:\s?Invst/i;

/** Reads QIF. A transaction split between categories becomes a row for each. */
export function readQif(text: string, latest: Day, currency: string, ask: Asking): BankFile {
  const { entries, unfinished } = entriesOf(text);
  if (entries.length === 0 && unfinished === undefined)
    throw new FileRefusal("This QIF file contains no transactions.");
  const builder = startFile("qif", latest);
  const money = entries.filter(({ isInvestment }) => !isInvestment);
  const examples = money.slice(0, EXAMPLES).map(({ line, fields }) => ({
    line,
    text: [fields.D, fields.P, amountOf(fields)].filter(Boolean).join(" · ").slice(0, 200),
  }));
  const asking: Asking = (question) => ask({ ...question, examples });
  const dates = money.map(({ fields }) => fields.D ?? "");
  const amounts = money.flatMap(({ fields, parts }) => [amountOf(fields), ...parts.map(({ $ = "" }) => $)]);
  const order = orderOf(dates, asking);
  const mark = markOf(amounts, currency, asking);
  const isTurned = askCharges(text, money, asking);
  for (const entry of entries) {
    if (entry.isInvestment)
      builder.leaveOut(entry.line, "other", "", "It buys, sells or moves an investment.");
    else addRows(builder, entry, order, mark, isTurned);
  }
  if (unfinished !== undefined) builder.cannotRead(unfinished, "", CUT_OFF);
  resolveCategories(builder.file);
  return builder.file;
}

function orderOf(dates: readonly string[], asking: Asking): DateOrder {
  const found = findDateOrder(dates);
  if (!found || found.sure) return found?.order ?? "mdy";
  const bySequence = orderBySequence(dates);
  if (bySequence) return bySequence;
  const answer = asking({
    id: "dateOrder",
    text: `Which day is ${quoted(dates[0] ?? "")}?`,
    options: [
      { value: "dmy", text: "Day, month, year" },
      { value: "mdy", text: "Month, day, year" },
    ],
    proposed: null,
    lines: [],
  });
  return answer === "dmy" || answer === "mdy" ? answer : found.order;
}

function markOf(amounts: readonly string[], currency: string, asking: Asking): DecimalMark {
  const { mark, thousandths } = findDecimalMark(amounts);
  if (!thousandths) return mark;
  if (currency) return digitsOf(currency) === 3 ? thousandths : mark;
  return askDecimals(amounts, asking) ?? mark;
}

const turned = (amount: Reading<number>, isTurned: boolean): Reading<number> =>
  isTurned && "value" in amount ? { value: -amount.value || 0 } : amount;

/** In a card's list without a minus sign the amounts may be charges. */
function askCharges(text: string, entries: readonly Entry[], asking: Asking): boolean {
  const amounts = entries.map(({ fields }) => amountOf(fields));
  const [first] = entries;
  if (!first || !/^!Type:\s?CCard/im.test(text) || amounts.some((amount) => amount.startsWith("-")))
    return false;
  const answer = asking({
    id: "sign",
    text: `Is ${quoted(`${first.fields.P ?? ""} ${amounts[0]}`)} (line ${first.line}) money you spent?`,
    options: [
      { value: "positive", text: "Yes: amounts without a minus went out" },
      { value: "negative", text: "No: amounts without a minus came in" },
    ],
    proposed: null,
    lines: entries.map(({ line }) => line),
  });
  return answer === "positive";
}

/** The entries, and the line of a last entry without an end. */
function entriesOf(text: string) {
  const entries: Entry[] = [];
  let list: "money" | "investments" | "other" = "other";
  let entry: Entry | undefined;
  for (const [index, raw] of text.split("\n").entries()) {
    const content = raw.trim();
    if (/^!(Option|Clear):/i.test(content)) continue;
    if (content.startsWith("!")) {
      list = MONEY_LISTS.test(content) ? "money" : INVESTMENTS.test(content) ? "investments" : "other";
      entry = undefined;
    } else if (content.startsWith("^")) {
      if (entry) entries.push(entry);
      entry = undefined;
    } else if (content !== "" && list !== "other") {
      entry ??= { line: index + 1, isInvestment: list === "investments", fields: {}, parts: [] };
      addField(entry, content.charAt(0).toUpperCase(), content.slice(1).trim());
    }
  }
  return { entries, unfinished: entry?.isInvestment ? undefined : entry?.line };
}

function addField({ fields, parts }: Entry, code: string, value: string): void {
  const part = parts.at(-1);
  if (code === "S") parts.push({ S: value });
  else if (code !== "E" && code !== "$") fields[code] = value;
  else if (part) part[code] = value;
}

const amountOf = ({ T, U }: Fields) => T || U || "";

function addRows(
  builder: FileBuilder,
  { line, fields, parts }: Entry,
  order: DateOrder,
  mark: DecimalMark,
  isTurned: boolean,
): void {
  const { P: payee = "", M: memo = "", L: category } = fields;
  const date = builder.date(fields.D ?? "", order);
  // An unreadable date is reported once, not for each part.
  const isSplit = parts.length > 0 && "value" in date;
  for (const part of isSplit ? parts : [{ S: category, $: amountOf(fields), E: "" }]) {
    const description = payee.replaceAll("&amp;", "&");
    const { S: name = "", $: amount, E: partMemo } = part;
    const isMove = name.startsWith("[");
    if (isMove && /^opening balance$/i.test(payee)) {
      builder.leaveOut(line, "balance", payee, "It is the opening balance of an account.");
      continue;
    }
    builder.add(line, {
      date,
      amount: amount ? turned(builder.amount(amount, mark), isTurned) : NO_AMOUNT,
      description: [description, memo, partMemo, fields.N, name.replace(/[[\]]/g, "")],
      notes: [memo, partMemo],
      category: isMove ? "" : categoryOf(name),
      transfer: isMove,
      ...(isSplit && { split: { of: `${line}` } }),
    });
  }
}

/** "Group:Name/Class" without its class. */
function categoryOf(text: string): string {
  const [name = ""] = text.split("/");
  const colon = name.indexOf(":");
  return categoryKey(name.slice(colon + 1), name.slice(0, Math.max(0, colon)));
}
