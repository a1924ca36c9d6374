import { FLOWS } from "@coffer/domain/category/choices";
import { NAME_MAX } from "@coffer/domain/definition/values";
import { type Cents, fromDecimal } from "@coffer/domain/money/money";
import { EXPORT_VERSION, readDetails } from "@coffer/domain/portability/export";
import type { Day } from "@coffer/domain/time/day";
import { parseMonth } from "@coffer/domain/time/month";
import { type BankFile, type FileCategory, FileRefusal } from "../bank-file.ts";
import { type FileBuilder, startFile } from "../file-builder.ts";
import { oneLine } from "../text/plain.ts";

type Item = { readonly [name: string]: unknown };

/** Reads Coffer's own export to add it to a budget in use. For an empty budget the whole file is restored instead. */
export function readCoffer(whole: Item, latest: Day): BankFile {
  if (typeof whole.version !== "number" || whole.version > EXPORT_VERSION)
    throw new FileRefusal("A newer Coffer wrote this export. Update Coffer to import it.");
  const items = (Array.isArray(whole.items) ? whole.items : []).filter(isItem);
  const builder = startFile("coffer", latest);
  const { file } = builder;
  file.program = "Coffer";
  const categories = new Map<unknown, FileCategory>();
  const goals = new Map<unknown, string>();
  const people = new Map<unknown, { id: number; email: string }>();
  for (const person of (Array.isArray(whole.people) ? whole.people : []).filter(isItem)) {
    if (typeof person.id === "number")
      people.set(person.id, { id: person.id, email: textIn(person, "email") });
  }
  for (const item of items) {
    const name = oneLine(textIn(item, "name"), NAME_MAX);
    const group = oneLine(textIn(item, "group"), NAME_MAX);
    const type = FLOWS.find((flow) => flow === item.type);
    if (item.kind === "goal" && name) goals.set(item.id, name);
    if (item.kind === "category" && typeof item.id === "number" && type && name)
      categories.set(item.id, { name, type, ...(group && { group }) });
    if (item.kind === "settings") file.currency = textIn(item, "currency") || null;
  }
  file.categories = [...categories.values()];
  for (const [index, item] of items.entries()) {
    const line = index + 1;
    const category = categories.get(item.categoryId);
    if (item.kind === "transaction") {
      const row = addTransaction(builder, item, line, category?.name);
      const paidBy = people.get(item.paidBy);
      const goal = goals.get(item.goalId);
      if (row && paidBy) row.paidBy = paidBy;
      if (row && goal) row.goal = goal;
    }
    if (item.kind !== "plan" || !category) continue;
    const month = parseMonth(textIn(item, "month"));
    const projected = amountIn(item, "projected");
    if (month && projected !== undefined && projected >= 0)
      file.plans.push({ category: category.name, type: category.type, month, projected });
    else builder.cannotRead(line, category.name, "This plan has no month or no amount.");
  }
  return file;
}

function addTransaction(builder: FileBuilder, item: Item, line: number, category: string | undefined) {
  const { type, refund } = item;
  const amount = amountIn(item, "amount");
  const isKnown = amount !== undefined && amount > 0 && FLOWS.some((flow) => flow === type);
  const isRefund = refund === true && type === "expense";
  const details = readDetails(({ name }) => item[name]);
  const own = isKnown
    ? { value: type === "income" || isRefund ? amount : -amount }
    : { problem: "This transaction has no amount or no type." };
  const row = builder.add(line, {
    date: builder.date(textIn(item, "date")),
    amount: "problem" in details ? details : own,
    description: [textIn(item, "description")],
    category,
    refund: isRefund,
  });
  return row && Object.assign(row, { notes: textIn(item, "notes"), details });
}

export function isItem(value: unknown): value is Item {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function textIn(item: Item, name: string): string {
  const value = item[name];
  return typeof value === "string" ? value : "";
}

function amountIn(item: Item, name: string): Cents | undefined {
  const value = item[name];
  return typeof value === "number" ? fromDecimal(value) : undefined;
}
