import type { Day } from "@coffer/domain/time/day";
import { type DecimalMark, findDecimalMark, readFileAmount } from "./amount.ts";
import { type DateOrder, findDateOrder, readDate } from "./date.ts";
import {
  addRow,
  CUT_OFF,
  checkRowCount,
  descriptionOf,
  emptyFile,
  FileRefusal,
  LEFT_OUT,
  MAX_ROWS,
  NO_AMOUNT,
  type ParsedFile,
  tooManyRows,
} from "./parsed-file.ts";
import { inGroup, resolveCategories } from "./programs/file-categories.ts";

type Part = { category: string; memo: string; amount: string };
type Entry = {
  line: number;
  date: string;
  amount: string;
  payee: string;
  memo: string;
  category: string;
  parts: Part[];
};

/** The forms of dates and amounts in a QIF file, which the format leaves to the program that wrote it. */
export type QifLayout = { dateOrder: DateOrder; decimalMark: DecimalMark };

export type ParsedQif = ParsedFile & { layout: QifLayout; questions: ("dateOrder" | "decimalMark")[] };

/** Lists whose entries are money in and out; others are of accounts, categories, prices. */
const MONEY_LISTS = /^!Type:\s?(bank|cash|ccard|oth a|oth l)\b/i;

/** Reads QIF. A transaction that is split between categories becomes a row for each. */
export function readQif(text: string, latest: Day, corrected?: QifLayout): ParsedQif {
  const { entries, unfinished, investments } = entriesOf(text);
  const dates = findDateOrder(entries.map(({ date }) => date));
  const decimals = findDecimalMark(
    entries.flatMap(({ amount, parts }) => [amount, ...parts.map((part) => part.amount)]),
  );
  const layout = corrected ?? { dateOrder: dates?.order ?? "mdy", decimalMark: decimals.mark };
  const questions: ParsedQif["questions"] = [];
  if (!corrected && dates && !dates.sure) questions.push("dateOrder");
  if (!corrected && !decimals.sure) questions.push("decimalMark");

  const file = emptyFile("QIF");
  for (const entry of entries) {
    addRows(file, entry, layout, latest);
    checkRowCount(file);
  }
  for (const line of investments) file.leftOut.push({ line, reason: LEFT_OUT.investment });
  if (unfinished !== undefined) file.unreadable.push({ line: unfinished, reason: CUT_OFF });
  if (entries.length === 0 && unfinished === undefined && investments.length === 0) {
    throw new FileRefusal("This QIF file holds no transactions.");
  }
  resolveCategories(file);
  return { ...file, layout, questions };
}

function entriesOf(text: string): {
  entries: Entry[];
  unfinished: number | undefined;
  investments: number[];
} {
  const entries: Entry[] = [];
  const investments: number[] = [];
  let list: "money" | "investments" | "other" = "other";
  let entry: Entry | undefined;
  for (const [index, raw] of text.split("\n").entries()) {
    const content = raw.trim();
    if (content.startsWith("!")) {
      if (/^!(Option|Clear):/i.test(content)) continue;
      list = MONEY_LISTS.test(content) ? "money" : /^!Type:\s?Invst/i.test(content) ? "investments" : "other";
      entry = undefined;
      continue;
    }
    if (content === "" || list === "other") continue;
    if (content.startsWith("^")) {
      if (entry && list === "money") entries.push(entry);
      else if (entry) investments.push(entry.line);
      entry = undefined;
      continue;
    }
    entry ??= { line: index + 1, date: "", amount: "", payee: "", memo: "", category: "", parts: [] };
    addField(entry, content.charAt(0).toUpperCase(), content.slice(1).trim());
  }
  return { entries, unfinished: entry && list === "money" ? entry.line : undefined, investments };
}

function addField(entry: Entry, code: string, value: string): void {
  const part = entry.parts.at(-1);
  if (code === "D") entry.date = value;
  else if (code === "T" || (code === "U" && !entry.amount)) entry.amount = value;
  else if (code === "P") entry.payee = value.replaceAll("&amp;", "&");
  else if (code === "M") entry.memo = value;
  else if (code === "L") entry.category = value;
  else if (code === "S") entry.parts.push({ category: value, memo: "", amount: "" });
  else if (code === "E" && part) part.memo = value;
  else if (code === "$" && part) part.amount = value;
}

function addRows(file: ParsedFile, entry: Entry, layout: QifLayout, latest: Day): void {
  const { line, payee, memo } = entry;
  const date = readDate(entry.date, layout.dateOrder, latest);
  // One note for all of its parts.
  const parts = entry.parts.length > 0 && "value" in date ? entry.parts : [{ ...entry, memo: "" }];
  if (parts.length > MAX_ROWS) throw tooManyRows();
  for (const part of parts) {
    addRow(
      file,
      line,
      {
        date,
        amount: part.amount ? readFileAmount(part.amount, layout.decimalMark) : NO_AMOUNT,
        description: descriptionOf(payee, memo, part.memo),
        notes: [memo, part.memo],
        category: categoryOf(part.category),
      },
      (row) => {
        if (!part.category.startsWith("[")) return { row };
        return { leftOut: /^opening balance$/i.test(payee) ? LEFT_OUT.opening : LEFT_OUT.transfer };
      },
    );
  }
}

/** "Group:Name/Class" without its class. */
function categoryOf(text: string): string {
  const [name = ""] = text.split("/");
  const colon = name.indexOf(":");
  return colon < 0 ? inGroup(undefined, name) : inGroup(name.slice(0, colon), name.slice(colon + 1));
}
