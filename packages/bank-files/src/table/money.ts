import type { Proof } from "../bank-file.ts";
import { type Cell, type DecimalMark, exactOf, isNothing, isSameAmount, readAmount } from "../text/amount.ts";
import { plain } from "../text/plain.ts";
import { currencyInName } from "./account.ts";
import { directionOf } from "./cell-words.ts";
import type { Columns, TableLayout } from "./layout.ts";
import { isMoneyColumn, type Profile } from "./profile.ts";

type MoneyColumns = Pick<Columns, "amount" | "out" | "in" | "fee" | "direction">;

/** A possible choice of the money columns. `weight` depends on their names and how many cells are filled. */
export type MoneyOption = {
  columns: MoneyColumns;
  weight: number;
  outIs?: TableLayout["outIs"];
  /** True if the names do not say which of the two columns is for expenses. */
  isGuess?: boolean;
};

/** The cells of a column, one for each row. */
export type CellsIn = (column: number) => readonly Cell[];

/** The amounts of a column in cents, with fractions; NaN for a cell without an amount. */
export type Amounts = Float64Array;

/** Marks of credits in columns whose debits have neither a minus nor a mark. */
const CREDIT_MARK = /^\+|(?:\bcr|\bcredit|\bh|\bhaben)\.?$/i;

/** A heading like "Amount in cents", whose whole numbers are hundredths. */
export const isInHundredths = (heading: string): boolean =>
  /[\s_(](?:cents?|pence|minor(?:[\s_]units?)?|centimes|centavos)\)?$/i.test(heading);

export function amountsOf(cells: readonly Cell[], mark: DecimalMark, isHundredths = false): Amounts {
  const values = new Float64Array(cells.length).fill(Number.NaN);
  let marked = 0;
  let negative = 0;
  let bare = 0;
  const unit = isHundredths && !cells.some((cell) => /\d[.,]\d/.test(String(cell))) ? 100 : 1;
  for (const [index, cell] of cells.entries()) {
    if (cell === "" || isNothing(cell)) continue;
    const read = readAmount(cell, mark);
    if ("problem" in read) continue;
    values[index] = exactOf(read) / unit;
    if (read.value < 0) negative++;
    else if (typeof cell === "string" && CREDIT_MARK.test(cell.trim())) marked++;
    else if (read.value > 0) bare++;
  }
  if (marked === 0 || negative > 0 || bare === 0) return values;
  // Only some are marked, so the mark means the opposite direction.
  return values.map((value, index) => (CREDIT_MARK.test(String(cells[index]).trim()) ? -value : value));
}

/** True if some amounts have a credit mark, so that those without one went out. */
export function hasCreditMarks(cells: readonly Cell[], mark: DecimalMark): boolean {
  let marked = 0;
  let bare = 0;
  for (const cell of cells) {
    if (typeof cell === "number" || cell === "") continue;
    const read = readAmount(cell, mark);
    if ("problem" in read || read.value === 0) continue;
    if (read.value < 0) return false;
    if (CREDIT_MARK.test(cell.trim())) marked++;
    else bare++;
  }
  return marked > 0 && bare > 0;
}

/** Names for the amount charged to the account, as opposed to the purchase's own amount. */
const CHARGED =
  /\b(?:charged|billed|billing|settlement|account currency|kontowahrung|prelevat[oa]?|cobrado|cargado|valuta racuna|rachunku|uctu)\b|חיוב/;

/** All possible choices of the money columns, the most likely first. `rows` is the number of transactions. */
export function moneyOptions(
  profiles: readonly Profile[],
  rows: number,
  cellsIn: CellsIn,
  isHeaderKnown: boolean,
  currency: string,
): MoneyOption[] {
  const money = profiles.filter((profile) => isMoneyColumn(profile) && profile.dates < profile.filled * 0.5);
  const named = (role: Profile["role"]) => money.filter((profile) => profile.role === role);
  const share = (...columns: (Profile | undefined)[]) =>
    Math.min(1, columns.reduce((sum, column) => sum + (column?.filled ?? 0), 0) / Math.max(1, rows));
  const options: MoneyOption[] = [];
  const single = (profile: Profile, weight: number, outIs?: TableLayout["outIs"]) =>
    options.push({
      columns: { amount: profile.index },
      weight: weight * (0.3 + 0.7 * share(profile)),
      ...(outIs && { outIs }),
    });
  // The net amount before taxes is not what was paid, but the one after fees is.
  const hasTax = profiles.some(({ name }) => /\b(?:tax|vat|mwst|ust|iva|moms|tva|btw)\b/.test(plain(name)));
  const hasParts = !hasTax && named("fee").length + named("gross").length > 0;
  const preference = ({ name }: Profile) =>
    CHARGED.test(plain(name)) || (currency !== "" && currencyInName(name) === currency) ? 2.5 : 0;
  // One of two amount columns may be in foreign currencies. The one with a single currency is the account's.
  const isMixed = (profile: Profile) =>
    (profiles.find(({ index, currencies }) => index === profile.index + 1 && currencies > 0)?.distinct ?? 1) >
    1;
  for (const profile of named("amount"))
    single(profile, (profile.isExact ? 9 : 8) - (isMixed(profile) ? 1.5 : 0) + preference(profile));
  // Two columns with the same name, of which each row fills one, are for expenses and income.
  for (const profile of named("amount")) {
    const other = named("amount").find(({ index }) => index > profile.index);
    if (other && isExclusive(profile, other)) pair(profile, other, 9.4, true);
  }
  for (const profile of named("net")) single(profile, hasTax ? 6.5 : hasParts ? 9.5 : 8);
  for (const profile of named("gross")) single(profile, 7);
  for (const profile of named("spent")) single(profile, 8.8, "positive");
  const [outs, ins] = [named("out"), named("in")];
  for (const out of outs) {
    for (const into of ins) pair(out, into, 10);
  }
  const others = money.filter(
    ({ role }) =>
      role === undefined || role === "valued" || role === "type" || role === "text" || role === "direction",
  );
  for (const known of outs.length === 0 || ins.length === 0 ? [...outs, ...ins] : []) {
    const isOut = outs.includes(known);
    const unsure = ["amount", "original", ...(isOut ? [] : ["spent" as const])] as const;
    const sibling = [...others, ...unsure.flatMap(named)].find((other) => isExclusive(known, other));
    if (sibling) pair(isOut ? known : sibling, isOut ? sibling : known, 9.8);
    options.push({
      columns: isOut ? { out: known.index } : { in: known.index },
      weight: 6 * share(known),
    });
  }
  if (options.length === 0 || !isHeaderKnown) {
    // Without names the cells decide. Numbers with decimals are more likely amounts than whole numbers.
    const unnamed = money.filter(
      ({ role }) =>
        role === undefined ||
        (options.length === 0 &&
          role !== "balance" &&
          role !== "rate" &&
          role !== "reference" &&
          role !== "account" &&
          role !== "other"),
    );
    for (const [at, profile] of unnamed.entries()) {
      const isFractional = profile.amounts > profile.filled * 0.3;
      single(profile, (isFractional ? 4 : 1.5) - at * 0.05);
      const next = unnamed.find((other) => other.index > profile.index && isExclusive(profile, other));
      if (next) pair(profile, next, 4.5 - at * 0.05, true);
    }
  }
  return options.sort((a, b) => b.weight - a.weight);

  function pair(out: Profile, into: Profile, weight: number, isGuess = false): void {
    const currencies = [currencyInName(out.name), currencyInName(into.name)].filter(Boolean);
    if (out.index === into.index || new Set(currencies).size > 1) return;
    options.push({
      columns: { out: out.index, in: into.index },
      weight: weight * (0.3 + 0.7 * share(out, into)),
      ...(isGuess && { isGuess }),
    });
  }
  /** True if both columns have amounts, but never in the same row. */
  function isExclusive(a: Profile, b: Profile): boolean {
    if (a.index === b.index) return false;
    const [left, right] = [cellsIn(a.index), cellsIn(b.index)];
    let both = 0;
    let [one, other] = [0, 0];
    for (const [index, cell] of left.entries()) {
      const [has, hasToo] = [isNonzero(cell), isNonzero(right[index] ?? "")];
      if (has && hasToo) both++;
      else if (has) one++;
      else if (hasToo) other++;
    }
    return both === 0 && one > 0 && other > 0 && one + other >= left.length * 0.6;
  }
}

/** True for a cell with an amount other than zero. */
export const isNonzero = (cell: Cell): boolean =>
  cell !== "" && !isNothing(cell) && !/^[-+]?[0.,\s]*$/.test(String(cell));

/** The signed amounts of the rows, positive for money that came in. A single column keeps its own sign by default. */
export function valuesOf(
  { columns, outIs = "negative" }: Pick<MoneyOption, "columns" | "outIs">,
  amountsIn: (column: number) => Amounts,
  cellsIn: CellsIn,
): Amounts {
  const fees = columns.fee === undefined ? undefined : amountsIn(columns.fee);
  const withFee = (value: number, index: number) => {
    const fee = fees?.[index] ?? 0;
    return Number.isNaN(fee) ? value : value - Math.abs(fee);
  };
  if (columns.amount !== undefined) {
    const amounts = amountsIn(columns.amount);
    const directed =
      columns.direction === undefined ? undefined : withDirection(amounts, cellsIn(columns.direction));
    const signed =
      directed ?? (outIs === "positive" ? amounts.map((value) => (value === 0 ? 0 : -value)) : amounts);
    return signed.map(withFee);
  }
  const out = columns.out === undefined ? undefined : outward(amountsIn(columns.out));
  const into = columns.in === undefined ? undefined : outward(amountsIn(columns.in));
  const rows = out ?? into ?? new Float64Array();
  return rows.map((_, index) => {
    const [went, came] = [out?.[index] ?? Number.NaN, into?.[index] ?? Number.NaN];
    if (Number.isNaN(went) && Number.isNaN(came)) return Number.NaN;
    return withFee((came || 0) - (went || 0), index);
  });
}

/** Makes most amounts of a one-direction column positive. The negative ones are reversals. */
function outward(amounts: Amounts): Amounts {
  let [positive, negative] = [0, 0];
  for (const value of amounts) {
    if (value > 0) positive++;
    if (value < 0) negative++;
  }
  return negative > positive ? amounts.map((value) => (value === 0 ? 0 : -value)) : amounts;
}

/**
 * The direction column decides, and signs that agree with it are ignored. A minus in a few rows of only one direction
 * marks a reversal.
 */
function withDirection(amounts: Amounts, directions: readonly Cell[]): Amounts {
  const known = directions.map((cell) => (typeof cell === "string" ? directionOf(cell) : undefined));
  const hasOut = known.includes("out");
  const hasIn = known.includes("in");
  // If the cells have only one direction, an empty cell means the other.
  const empty = hasOut && hasIn ? undefined : hasOut ? "in" : "out";
  const signs = amounts.map(
    (value, index) =>
      ((known[index] ?? empty) === "out" ? -1 : (known[index] ?? empty) === "in" ? 1 : 0) *
      Math.sign(value || 0),
  );
  const [agree, differ] = [signs.filter((sign) => sign > 0).length, signs.filter((sign) => sign < 0).length];
  const negatives = amounts.filter((value) => value < 0).length;
  const outs = known.filter(
    (direction, index) => (direction ?? empty) === "out" && (amounts[index] ?? 0) !== 0,
  ).length;
  const outNegatives = known.filter(
    (direction, index) => (direction ?? empty) === "out" && (amounts[index] ?? 0) < 0,
  ).length;
  const isSigned = negatives > 0 && (differ === 0 || agree === 0);
  // Most expenses have a minus, so "D 2.00" is a refund.
  if (!isSigned && outNegatives * 2 > outs) return withoutNeither(amounts, known);
  // Most expenses are positive, so "D -10.00" is a refund.
  const isReversal = negatives > 0 && !isSigned && negatives < outs;
  return amounts.map((value, index) => {
    const direction = known[index] ?? empty;
    if (direction === "neither") return Number.NaN;
    if (direction === undefined) return isSigned ? value : Number.NaN;
    const size = isReversal ? value : Math.abs(value);
    return value === 0 ? 0 : direction === "out" ? -size : size;
  });
}

const withoutNeither = (amounts: Amounts, known: readonly ReturnType<typeof directionOf>[]): Amounts =>
  amounts.map((value, index) => (known[index] === "neither" ? Number.NaN : value));

export type Links = {
  matches: number;
  links: number;
  sign: 1 | -1;
  isRising: boolean;
  /** True if each row has the balance before its own amount. */
  isBefore: boolean;
};

export const NO_LINKS: Links = { matches: 0, links: 0, sign: 1, isRising: true, isBefore: false };

/** 1 if days ascend, −1 if they descend, else 0. */
export type DayOrder = 1 | -1 | 0;

/**
 * Compares the amounts between two balances with their difference, in both orders and with both signs. If the order
 * that fits is not that of the days, each row has the balance before its own amount, which turns the sign.
 */
export function linksOf(
  values: Amounts,
  balances: Amounts,
  days: DayOrder,
  groups?: readonly string[],
): Links {
  let best = NO_LINKS;
  const order = groups && new Set(groups).size > 1 ? groupedOrder(groups) : undefined;
  for (const isRising of days < 0 ? [false, true] : [true, false]) {
    let [same, opposite, links, sum, last] = [0, 0, 0, 0, Number.NaN];
    let group: string | undefined;
    for (let step = 0; step < values.length; step++) {
      const index = order ? (order[step] ?? 0) : step;
      if (groups && groups[index] !== group) [group, last, sum] = [groups[index], Number.NaN, 0];
      const value = values[index] || 0;
      const balance = balances[index] ?? Number.NaN;
      if (isRising) sum += value;
      if (!Number.isNaN(balance)) {
        if (!Number.isNaN(last) && sum !== 0) {
          links++;
          const change = isRising ? balance - last : last - balance;
          if (isSameAmount(change, sum)) same++;
          if (isSameAmount(change, -sum)) opposite++;
        }
        last = balance;
        sum = 0;
      }
      if (!isRising) sum += value;
    }
    const matches = Math.max(same, opposite);
    const isBefore = days !== 0 && isRising !== days > 0;
    const sign = same >= opposite === isBefore ? -1 : 1;
    if (matches > best.matches || (best.links === 0 && links > 0))
      best = { matches, links, sign, isRising, isBefore };
  }
  return best;
}

function groupedOrder(groups: readonly string[]): number[] {
  const byGroup = Map.groupBy(groups.keys(), (index) => groups[index] ?? "");
  return [...byGroup.values()].flat();
}

/** Amounts and balances rarely agree by chance, so a single match is enough. */
export const isProved = ({ matches, links }: Links): boolean => matches >= 1 && matches >= links * 0.75;

/** The totals and balances that a file states, except a running balance. */
export type Statement = {
  opening: number | undefined;
  closing: number | undefined;
  totals: readonly number[];
};

/** Compares opening and closing balances or totals with the amounts. Returns the sign with which they agree. */
export function provedBySums(
  values: Amounts,
  { opening, closing, totals }: Statement,
): { proof: Proof; sign: 1 | -1 } {
  let [sum, came, went] = [0, 0, 0];
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    sum += value;
    if (value > 0) came += value;
    else went -= value;
  }
  if (opening !== undefined && closing !== undefined && closing !== opening) {
    if (isSameAmount(opening + sum, closing)) return { proof: "balance", sign: 1 };
    if (isSameAmount(opening - sum, closing)) return { proof: "balance", sign: -1 };
  }
  const states = (total: number) => totals.some((one) => isSameAmount(one, total));
  const has = (total: number) => states(total) || states(-total);
  const isSum =
    !isSameAmount(sum, 0) && (states(sum) || (closing !== undefined && isSameAmount(closing, sum)));
  const areParts = came > 0 && went > 0 && has(came) && has(went);
  if (isSum || areParts) return { proof: "totals", sign: 1 };
  return { proof: null, sign: 1 };
}
