import { FileRefusal, MAX_ROWS, tooManyRows } from "../bank-file.ts";
import type { Cell } from "../text/amount.ts";
import { digitsOf } from "../text/currency.ts";
import type { Grid } from "./grid.ts";

type Item = { readonly [name: string]: unknown };
const isItem = (value: unknown): value is Item =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export function parseJson(text: string): unknown {
  if (isNestedDeeply(text)) throw new FileRefusal("This file is nested too deeply to be a statement.");
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof RangeError)
      throw new FileRefusal("This file is nested too deeply to be a statement.");
    throw new FileRefusal("This file is incomplete: its JSON ends early or is damaged. Download it again.");
  }
}

/** True for a thousand nested brackets, which would take seconds to parse. */
const isNestedDeeply = (text: string) =>
  /(?:[[{](?:\s{0,9}"[^"]{0,60}"\s{0,9}:)?\s{0,9}){1000}/.test(text.slice(0, 100_000));

const MAX_DEPTH = 6;
const MAX_NAMES = 120;

/** Banks and programs whose JSON has amounts in other units or with the other sign, recognized by field names. */
const UNITS: readonly { has: readonly string[]; field: RegExp; divisor: number }[] = [
  // YNAB's API: thousandths.
  {
    has: ["payee_name", "category_name", "cleared", "import_id"],
    field: /^(?:amount|balance)$/,
    divisor: 1_000,
  },
  // monobank's API: hundredths, and seconds since 1970.
  {
    has: ["operationAmount", "commissionRate", "mcc"],
    field: /^(?:amount|balance|operationAmount|commissionRate|cashbackAmount)$/,
    divisor: 100,
  },
  // Monzo's API: pence.
  {
    has: ["account_balance", "is_load", "dedupe_id"],
    field: /^(?:amount|local_amount|account_balance)$/,
    divisor: 100,
  },
  // Plaid's API: what went out is positive.
  { has: ["account_id", "iso_currency_code", "transaction_id", "pending"], field: /^amount$/, divisor: -1 },
];

/** The longest list of objects in a document as a table; field names become column names. */
export function readJsonTable(document: unknown): Grid {
  const { list, state } = longestList(document);
  if (list.length === 0)
    throw new FileRefusal(
      "This JSON file contains no list of transactions. Export them as CSV or OFX and drop that file.",
    );
  if (list.length > MAX_ROWS) throw tooManyRows();
  const names: string[] = [];
  const known = new Set<string>();
  const [first = {}] = list;
  const units = UNITS.find(({ has }) => has.every((name) => Object.hasOwn(first, name)));
  const flat = list.map((item) => {
    const cells = new Map<string, Cell>();
    flatten(item, "", 0, (name, value) => {
      const isOfUnits = units && typeof value === "number" && units.field.test(name);
      cells.set(name, isOfUnits ? value / units.divisor : value);
      if (!known.has(name) && names.length < MAX_NAMES) {
        known.add(name);
        names.push(name);
      }
    });
    return cells;
  });
  if (state) names.push("status");
  return {
    rows: [
      { line: 1, cells: names.map(titleOf) },
      ...flat.map((cells, index) => ({
        line: index + 1,
        cells: names.map((name) =>
          name === "status" && state ? (state(index) ?? "") : (cells.get(name) ?? ""),
        ),
      })),
    ],
    separator: "",
    unreadable: [],
  };
}

/** Turns "partnerName" and "partner_name" into "partner name", like a column name. */
const titleOf = (name: string) => name.replace(/([a-z])([A-Z])/g, "$1 $2").replace(/[_.]/g, " ");

function longestList(document: unknown): { list: Item[]; state?: (index: number) => string | undefined } {
  const lists: { name: string; list: Item[] }[] = [];
  const visit = (value: unknown, name: string, depth: number) => {
    if (depth > MAX_DEPTH) return;
    if (Array.isArray(value)) {
      const items = value.filter(isItem);
      if (items.length > 0 && items.length === value.length) lists.push({ name, list: items });
      if (items.length <= 50) for (const item of items) visit(item, name, depth + 1);
    } else if (isItem(value)) for (const [key, inner] of Object.entries(value)) visit(inner, key, depth + 1);
  };
  visit(document, "", 0);
  // Open banking returns booked and pending rows in separate lists.
  const booked = lists.find(({ name }) => name === "booked");
  const pending = lists.find(({ name }) => name === "pending");
  if (booked) {
    const list = [...booked.list, ...(pending?.list ?? [])];
    return { list, state: (index) => (index < booked.list.length ? "booked" : "pending") };
  }
  const isDated = ({ list }: { list: Item[] }) =>
    list.some(
      (item) =>
        Object.values(item).some((value) => typeof value === "string" && /^\d{4}-\d{2}-\d{2}/.test(value)) ||
        Object.keys(item).some((key) => /date|time|booking/i.test(key)),
    );
  const dated = lists.filter(isDated);
  const best = (dated.length > 0 ? dated : lists).reduce((a, b) => (b.list.length > a.list.length ? b : a), {
    name: "",
    list: [] as Item[],
  });
  return { list: best.list };
}

function flatten(item: Item, prefix: string, depth: number, add: (name: string, value: Cell) => void): void {
  for (const [key, value] of Object.entries(item)) {
    const name = prefix === "" ? key : `${prefix}.${key}`;
    if (typeof value === "number") add(name, isInstant(key, value) ? dayOfInstant(value) : value);
    else if (typeof value === "string") add(name, value);
    else if (typeof value === "boolean")
      add(name, /^pending$/i.test(key) ? (value ? "pending" : "booked") : String(value));
    else if (Array.isArray(value)) add(name, value.filter((one) => typeof one === "string").join(" "));
    else if (isItem(value)) {
      const money = moneyIn(value);
      if (money) {
        add(name, money.amount);
        if (money.currency) add(`${name}.currency`, money.currency);
      } else if (depth < 3) flatten(value, name, depth + 1, add);
    }
  }
}

/** Reads `{ value, precision, currency }`, `{ minorUnits, currency }` and `{ amount, currency }` as an amount. */
function moneyIn(item: Item): { amount: Cell; currency: string } | undefined {
  const currency = [item.currency, item.currencyCode, item.Currency].find((one) => typeof one === "string");
  const code = typeof currency === "string" ? currency : "";
  const { value, precision, minorUnits, amount } = item;
  if (typeof value === "number" && typeof precision === "number")
    return { amount: value / 10 ** precision, currency: code };
  if (typeof minorUnits === "number") return { amount: minorUnits / 10 ** digitsOf(code), currency: code };
  const plain = [amount, value].find(
    (one) =>
      typeof one === "number" || (typeof one === "string" && /^[-+]?\d{1,15}(?:[.,]\d{1,8})?$/.test(one)),
  );
  if (code !== "" && (typeof plain === "number" || typeof plain === "string"))
    return { amount: plain, currency: code };
  return undefined;
}

const isInstant = (key: string, value: number) =>
  /time|date|created|booked/i.test(key) &&
  Number.isInteger(value) &&
  ((value > 6e8 && value < 4e9) || (value > 6e11 && value < 4e12));
const dayOfInstant = (value: number) =>
  new Date(value < 1e10 ? value * 1_000 : value).toISOString().slice(0, 10);
