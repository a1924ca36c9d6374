import { ENCODINGS } from "../decode.ts";
import { COLUMN_ROLES, type Columns } from "./column-role.ts";
import type { Layout } from "./layout.ts";
import { SEPARATORS } from "./separator.ts";

const STORED_AS = "import.layouts";
/** A household's banks have fewer. */
const MAX_LAYOUTS = 50;

type Store = Pick<Storage, "getItem" | "setItem">;

/** Remembers on this device how files with a header are read, the latest first. */
export function rememberLayout(store: Store, headerKey: string, layout: Layout): void {
  const others = rememberedLayouts(store).filter(([key]) => key !== headerKey);
  try {
    store.setItem(STORED_AS, JSON.stringify([[headerKey, layout], ...others].slice(0, MAX_LAYOUTS)));
  } catch {
    // A full or forbidden storage costs the convenience only: the layout is found, or chosen, again.
  }
}

export function rememberedLayouts(store: Store): [headerKey: string, layout: Layout][] {
  try {
    const stored: unknown = JSON.parse(store.getItem(STORED_AS) ?? "[]");
    return Array.isArray(stored) ? stored.flatMap(entryOf) : [];
  } catch {
    return [];
  }
}

function entryOf(entry: unknown): [headerKey: string, layout: Layout][] {
  const [key, stored]: unknown[] = Array.isArray(entry) ? entry : [];
  const layout = layoutOf(stored);
  return typeof key === "string" && layout ? [[key, layout]] : [];
}

function layoutOf(stored: unknown): Layout | undefined {
  if (!isRecord(stored) || !isRecord(stored.columns)) return undefined;
  const columns: Columns = {};
  for (const role of COLUMN_ROLES) {
    const index = stored.columns[role];
    if (Number.isInteger(index) && typeof index === "number" && index >= 0) columns[role] = index;
  }
  const { header } = stored;
  const encoding = oneOf(ENCODINGS, stored.encoding);
  const separator = oneOf(SEPARATORS, stored.separator);
  const dateOrder = oneOf(["ymd", "dmy", "mdy"] as const, stored.dateOrder);
  const decimalMark = oneOf([".", ","] as const, stored.decimalMark);
  const outIs = oneOf(["negative", "positive"] as const, stored.outIs);
  const isWhole = encoding && separator && dateOrder && decimalMark && outIs && typeof header === "number";
  return isWhole ? { encoding, separator, header, columns, dateOrder, decimalMark, outIs } : undefined;
}

function oneOf<T>(values: readonly T[], value: unknown): T | undefined {
  return values.find((one) => one === value);
}

function isRecord(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === "object" && value !== null;
}
