import type { Day } from "@coffer/domain/time/day";
import { findDecimalMark, readFileAmount } from "./amount.ts";
import { findDateOrder } from "./date.ts";
import { CUT_OFF, type FileBuilder, NO_AMOUNT, startFile } from "./file-builder.ts";
import { FileRefusal, type ParsedFile, type QifLayout } from "./parsed-file.ts";
import { categoryKey, resolveCategories } from "./programs/program.ts";

/** By the letter that their line begins with. */
type Fields = Partial<Record<string, string>>;
type Entry = { line: number; isInvestment: boolean; fields: Fields; parts: Fields[] };

export type ParsedQif = ParsedFile & { layout: QifLayout };

/** Lists whose entries are money in and out; others are of accounts, categories, prices. */
const MONEY_LISTS = /^!Type:\s?(bank|cash|ccard|oth a|oth l)\b/i;
const INVESTMENTS = /^!Type:\s?Invst/i;

/** Reads QIF. A transaction that is split between categories becomes a row for each. */
export function readQif(text: string, latest: Day, corrected?: Partial<QifLayout>): ParsedQif {
  const { entries, unfinished } = entriesOf(text);
  if (entries.length === 0 && unfinished === undefined)
    throw new FileRefusal("This QIF file holds no transactions.");
  const money = entries.filter(({ isInvestment }) => !isInvestment);
  const dates = findDateOrder(money.map(({ fields }) => fields.D ?? ""));
  const decimals = findDecimalMark(
    money.flatMap(({ fields, parts }) => [amountOf(fields), ...parts.map(({ $ = "" }) => $)]),
  );
  const layout = { dateOrder: dates?.order ?? "mdy", decimalMark: decimals.mark, ...corrected };
  const file = startFile("QIF", latest);
  if (!corrected && dates && !dates.sure) file.parsed.questions.push("dateOrder");
  if (!corrected && !decimals.sure) file.parsed.questions.push("decimalMark");
  for (const entry of entries) {
    if (entry.isInvestment) file.leaveOut(entry.line, "investment");
    else addRows(file, entry, layout);
  }
  if (unfinished !== undefined) file.cannotRead(unfinished, CUT_OFF);
  resolveCategories(file.parsed);
  return { ...file.parsed, layout };
}

/** The entries, and the line of a last one that has no end. */
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

function addRows(file: FileBuilder, { line, fields, parts }: Entry, layout: QifLayout): void {
  const { P: payee = "", M: memo = "", L: category } = fields;
  const date = file.date(fields.D ?? "", layout.dateOrder);
  // One note for all of its parts.
  const isSplit = parts.length > 0 && "value" in date;
  for (const part of isSplit ? parts : [{ S: category, $: amountOf(fields), E: "" }]) {
    const description = payee.replaceAll("&amp;", "&");
    const { S: name = "", $: amount, E: partMemo } = part;
    file.add(
      line,
      {
        date,
        amount: amount ? readFileAmount(amount, layout.decimalMark) : NO_AMOUNT,
        description: [description, memo, partMemo],
        notes: [memo, partMemo],
        category: categoryOf(name),
      },
      (row) => {
        if (!name.startsWith("[")) return row;
        return /^opening balance$/i.test(payee) ? "opening" : "transfer";
      },
    );
  }
}

/** "Group:Name/Class" without its class. */
function categoryOf(text: string): string {
  const [name = ""] = text.split("/");
  const colon = name.indexOf(":");
  return categoryKey(name.slice(colon + 1), name.slice(0, Math.max(0, colon)));
}
