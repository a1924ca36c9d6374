import { FLOWS } from "@coffer/domain/category/choices";
import { type Cents, fromDecimal } from "@coffer/domain/money/money";
import { EXPORT_FORMAT, EXPORT_VERSION } from "@coffer/domain/portability/export";
import type { Day } from "@coffer/domain/time/day";
import { parseMonth } from "@coffer/domain/time/month";
import { type FileBuilder, startFile } from "./file-builder.ts";
import { categoryNameOf, type FileCategory, FileRefusal, type ParsedFile } from "./parsed-file.ts";

/** Reads Coffer's own export to add it to a budget in use; an empty budget takes the whole file by restoring it. */
export function readCoffer(text: string, latest: Day): ParsedFile {
  const items = itemsOf(text);
  const file = startFile("Coffer", latest);
  const categories = new Map<unknown, FileCategory>();
  for (const item of items) {
    const name = categoryNameOf(textIn(item, "name"));
    const group = categoryNameOf(textIn(item, "group"));
    const type = FLOWS.find((flow) => flow === item.type);
    if (item.kind === "category" && typeof item.id === "number" && type && name)
      categories.set(item.id, { name, type, ...(group && { group }) });
  }
  file.parsed.categories = [...categories.values()];
  for (const [index, item] of items.entries()) {
    const line = index + 1;
    const category = categories.get(item.categoryId);
    if (item.kind === "transaction") addTransaction(file, item, line, category?.name);
    if (item.kind !== "plan" || !category) continue;
    const month = parseMonth(textIn(item, "month"));
    const projected = amountIn(item, "projected");
    if (month && projected !== undefined && projected >= 0)
      file.parsed.plans.push({ category: category.name, type: category.type, month, projected });
    else file.cannotRead(line, "This plan has no month or no amount.");
  }
  return file.parsed;
}

type Item = { readonly [name: string]: unknown };

function addTransaction(file: FileBuilder, item: Item, line: number, category: string | undefined): void {
  const { type, refund } = item;
  const amount = amountIn(item, "amount");
  const isKnown = amount !== undefined && amount > 0 && FLOWS.some((flow) => flow === type);
  const isRefund = refund === true && type === "expense";
  file.add(line, {
    date: file.date(textIn(item, "date")),
    amount: isKnown
      ? { value: type === "income" || isRefund ? amount : -amount }
      : { problem: "This transaction has no amount or no type." },
    description: [textIn(item, "description")],
    notes: [textIn(item, "notes")],
    category,
    refund: isRefund,
  });
}

function itemsOf(text: string): Item[] {
  const whole = parsed(text);
  if (!isItem(whole) || whole.format !== EXPORT_FORMAT || !Array.isArray(whole.items)) {
    throw new FileRefusal("This JSON file is not an export of Coffer.");
  }
  if (typeof whole.version !== "number" || whole.version > EXPORT_VERSION) {
    throw new FileRefusal("A newer Coffer wrote this export. Update Coffer to import it.");
  }
  return whole.items.filter(isItem);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new FileRefusal("This file is not whole: its JSON ends early or is damaged. Export it once more.");
  }
}

function isItem(value: unknown): value is Item {
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
