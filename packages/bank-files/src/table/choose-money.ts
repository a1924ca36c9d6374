import type { Proof } from "../bank-file.ts";
import { textOf } from "../grid/grid.ts";
import { type Cell, isNothing, isSameAmount, readAmount } from "../text/amount.ts";
import { currencyCode } from "../text/currency.ts";
import { quoted } from "../text/plain.ts";
import { directionOf, isPlainDirection } from "./cell-words.ts";
import type { Columns, TableLayout } from "./layout.ts";
import {
  type Amounts,
  type DayOrder,
  isNonzero,
  isProved,
  type Links,
  linksOf,
  type MoneyOption,
  moneyOptions,
  NO_LINKS,
  provedBySums,
  type Statement,
  valuesOf,
} from "./money.ts";
import { isMoneyColumn, type Profile } from "./profile.ts";
import {
  directedByBalance,
  directedByCodes,
  type SignFacts,
  signByBalance,
  signByTexts,
  signOfPair,
} from "./signs.ts";
import { textsOf } from "./texts.ts";

export type Money = {
  columns: Columns;
  outIs: TableLayout["outIs"];
  /** Signed cents of each row of the body; NaN if it has none. */
  values: Amounts;
  proof: Proof;
  balance: number | undefined;
  /** −1 if the balance is a debt. */
  balanceSign: 1 | -1;
  isRising: boolean;
  isBefore: boolean;
  /** Rows whose text names a sum, but that change the running balance. */
  linked: ReadonlySet<number>;
  /** True if rows that are not booked change the balance. */
  countsUnbooked: boolean;
  /** Why a row has no amount, if a cell cannot be read. */
  problemOf: (cells: readonly Cell[]) => string | undefined;
};

export type MoneyFacts = SignFacts & {
  amountsIn: (column: number) => Amounts;
  isRow: (index: number) => boolean;
  dayOrder: DayOrder;
  states: readonly (string | undefined)[];
  statement: Statement;
  named: Columns | undefined;
  outIs: TableLayout["outIs"] | undefined;
  corrected: Columns | undefined;
  isHeaderKnown: boolean;
  /** The budget's; empty if it is not known. */
  currency: string;
};

type Candidate = {
  option: MoneyOption;
  values: Amounts;
  links: Links;
  balance: number | undefined;
  /** How many columns prove it. Some banks have both the balance before and the balance after each row. */
  proofs: number;
  countsUnbooked: boolean;
  /** The number of rows with an amount. */
  rows: number;
};

/** Chooses the columns of money and their signs by proof, otherwise by names, otherwise by asking. */
export function chooseMoney(facts: MoneyFacts): Money {
  const candidates = optionsOf(facts)
    .slice(0, 40)
    .map((option) => candidateOf(option, facts));
  const byProof = [...candidates].sort(
    (a, b) =>
      Number(isProved(b.links)) - Number(isProved(a.links)) ||
      (isProved(a.links) && isProved(b.links)
        ? ratio(b.links) - ratio(a.links) || b.rows - a.rows || b.proofs - a.proofs
        : 0) ||
      b.option.weight - a.option.weight,
  );
  const [first] = byProof;
  if (!first) return noMoney(facts);
  const best = withFeeAsked(withColumnAsked(first, candidates, facts), candidates, facts);
  const { columns } = best.option;
  return {
    columns: { ...columns, ...(best.balance !== undefined && { balance: best.balance }) },
    ...signedBy(best, facts),
    balance: best.balance,
    isRising: best.links.isRising,
    isBefore: best.links.isBefore,
    linked: linkedSums(best, facts),
    countsUnbooked: best.countsUnbooked,
    problemOf: (cells) => problemIn(cells, columns, facts.decimalMark),
  };
}

/** The direction of the amounts, and its proof. */
function signedBy(
  { option, values, links, balance }: Candidate,
  facts: MoneyFacts,
): Pick<Money, "values" | "outIs" | "proof" | "balanceSign"> {
  const { columns, isGuess = false } = option;
  const { isRow, states, amountsIn, cellsIn } = facts;
  const booked = values.map((value, index) => (isRow(index) && !states[index] ? value : Number.NaN));
  const bySums = provedBySums(booked, facts.statement);
  const proof: Proof = isProved(links) ? "balance" : bySums.proof;
  const sign = isProved(links) ? links.sign : bySums.sign;
  const isSingle = columns.amount !== undefined && columns.direction === undefined;
  const given = facts.outIs ?? option.outIs;
  if (isSingle && balance !== undefined) {
    const directed = directedByBalance(facts, booked, amountsIn(balance));
    if (directed) return { values: directed, outIs: "negative", proof: "balance", balanceSign: 1 };
  }
  if (isSingle && given !== undefined)
    return {
      values: valuesOf({ columns, outIs: given }, amountsIn, cellsIn),
      outIs: given,
      proof,
      balanceSign: 1,
    };
  const byBalance = sign > 0 ? "keep" : "flip";
  if (!isSingle && !isGuess) {
    // One column with both signs, in step with the balance of an account: the signs count, whatever its name.
    const isSigned = proof === "balance" && sign < 0 && columns.in === undefined;
    const turned =
      (proof === null || isSigned) &&
      columns.out !== undefined &&
      withReversals(facts, values, columns.out, isSigned);
    if (turned) return { values: turned, outIs: "negative", proof, balanceSign: 1 };
    // The balance of a card is a debt.
    const isOwed = columns.amount === undefined && proof === "balance" && sign < 0;
    return { values, outIs: "negative", proof, balanceSign: isOwed ? -1 : 1 };
  }
  const byCodes = isSingle && proof === null ? directedByCodes(facts, booked) : undefined;
  if (byCodes) return { values: byCodes, outIs: "negative", proof, balanceSign: 1 };
  const verdict =
    proof === "balance"
      ? signByBalance(facts, booked, sign > 0)
      : isSingle
        ? signByTexts(facts, booked, columns.amount ?? 0)
        : signOfPair(facts, booked);
  return {
    values: verdict === "flip" ? values.map((value) => (value === 0 ? 0 : -value)) : values,
    outIs: verdict === "flip" ? "positive" : "negative",
    proof,
    balanceSign: proof === "balance" && verdict !== byBalance ? -1 : 1,
  };
}

/**
 * A file may have a column with the shop's price, or with the full price of an instalment, besides the one with the
 * amount that left the account. Asks the person if names, currencies and balances do not tell which is which.
 */
function withColumnAsked(found: Candidate, candidates: readonly Candidate[], facts: MoneyFacts): Candidate {
  const { profiles, isRow, cellsIn, currency, asking } = facts;
  const column = found.option.columns.amount;
  if (isProved(found.links) || facts.corrected || facts.named || column === undefined) return found;
  const rival = candidates.find(
    ({ option }) =>
      option.columns.amount !== column &&
      profiles.some(({ role, index }) => role === "amount" && index === option.columns.amount) &&
      found.option.weight - option.weight < 1.2,
  );
  const other = rival?.option.columns.amount;
  // The same amounts in two currencies need no question: the account's currency comes first.
  const ratios = found.values.map((value, row) =>
    isRow(row) ? value / (rival?.values[row] || Number.NaN) : Number.NaN,
  );
  const known = ratios.filter((ratio) => !Number.isNaN(ratio));
  const isConstant = known.length > 1 && known.every((ratio) => Math.abs(ratio / (known[0] ?? 1) - 1) < 0.01);
  const at = ratios.findIndex((ratio) => !Number.isNaN(ratio) && ratio !== 1);
  if (!rival || other === undefined || at < 0 || isConstant) return found;
  const codeOf = (index: number) =>
    isCurrencyColumn(profiles[index + 1]) ? currencyCode(textOf(cellsIn(index + 1)[at]).trim()) : "";
  if (currency && codeOf(column) !== codeOf(other)) {
    if (codeOf(column) === currency) return found;
    if (codeOf(other) === currency) return rival;
  }
  const answer = asking({
    id: "amountColumn",
    text: `Which amount of line ${facts.lineOf(at)} left or reached the account?`,
    options: [found, rival].map(({ values, option: { columns } }) => ({
      value: String(columns.amount),
      text: [
        ((values[at] ?? 0) / 100).toLocaleString("en-US", { minimumFractionDigits: 2 }),
        codeOf(columns.amount ?? 0),
        `(${profiles[columns.amount ?? 0]?.name || `column ${(columns.amount ?? 0) + 1}`})`,
      ]
        .filter(Boolean)
        .join(" "),
    })),
    proposed: null,
    lines: [facts.lineOf(at)],
  });
  return answer === String(other) ? rival : found;
}

const isCurrencyColumn = (profile: Profile | undefined) =>
  profile !== undefined && profile.currencies > 0 && profile.currencies >= profile.filled * 0.9;

/**
 * A column of expenses with about as many negative amounts as positive ones: either sign may mean an expense, and
 * the other a refund. Undefined if most amounts have one sign.
 */
function withReversals(
  facts: MoneyFacts,
  values: Amounts,
  out: number,
  hasBalance: boolean,
): Amounts | undefined {
  const amounts = facts.amountsIn(out);
  const own = values.map((value, row) =>
    facts.isRow(row) && !facts.states[row] && amounts[row] ? value : Number.NaN,
  );
  const [positive, negative] = [
    own.filter((value) => value > 0).length,
    own.filter((value) => value < 0).length,
  ];
  if (Math.min(positive, negative) * 2 < Math.max(positive, negative)) return undefined;
  const verdict = hasBalance ? signByBalance(facts, own, false) : signByTexts(facts, own, out);
  return verdict === "flip" ? values.map((value, row) => (amounts[row] ? -value : value)) : undefined;
}

/** Fees next to unproven amounts: only the person knows whether the amounts include them. */
function withFeeAsked(found: Candidate, candidates: readonly Candidate[], facts: MoneyFacts): Candidate {
  const { profiles, body, isRow, states, asking, lineOf, corrected } = facts;
  const { columns } = found.option;
  const isNet = profiles.some(({ index, role }) => index === columns.amount && role === "net");
  if (corrected || columns.fee !== undefined || isNet) return found;
  const other = candidates.find(({ option }) => {
    const { fee, ...rest } = option.columns;
    return fee !== undefined && JSON.stringify(rest) === JSON.stringify(columns);
  });
  // The balance does not tell if the only row with a fee has none before it.
  if (isProved(found.links) && other?.links.matches !== found.links.matches) return found;
  const index = other
    ? body.findIndex(
        (_, at) =>
          isRow(at) &&
          !states[at] &&
          other.values[at] !== found.values[at] &&
          !Number.isNaN(other.values[at]),
      )
    : -1;
  if (!other || index < 0) return found;
  const text = (value = 0) => (value / 100).toLocaleString("en-US", { minimumFractionDigits: 2 });
  const { description: name } = textsOf({ ...facts.plan, notes: [] }, body[index]?.cells ?? [], true);
  const answer = asking({
    id: "fee",
    text: `Did ${quoted(name)} (line ${lineOf(index)}) come to ${text(found.values[index])}, or with its fee to ${text(other.values[index])}?`,
    options: [
      { value: "included", text: `${text(found.values[index])}: fees are within the amounts` },
      { value: "extra", text: `${text(other.values[index])}: fees are added to the amounts` },
    ],
    proposed: null,
    lines: [lineOf(index)],
  });
  return answer === "extra" ? other : found;
}

const ratio = ({ matches, links }: Links) => matches / Math.max(1, links);

function noMoney({ body }: MoneyFacts): Money {
  return {
    columns: {},
    outIs: "negative",
    values: new Float64Array(body.length).fill(Number.NaN),
    proof: null,
    balance: undefined,
    balanceSign: 1,
    isRising: true,
    isBefore: false,
    linked: new Set(),
    countsUnbooked: false,
    problemOf: () => undefined,
  };
}

function problemIn(
  cells: readonly Cell[],
  columns: Columns,
  mark: TableLayout["decimalMark"],
): string | undefined {
  const direction = columns.direction === undefined ? "" : textOf(cells[columns.direction]);
  if (directionOf(direction) === "neither") return NEITHER_WAY;
  if (direction !== "" && directionOf(direction) === undefined)
    return `${quoted(direction)} says neither that money came nor that it went.`;
  for (const column of [columns.amount, columns.out, columns.in]) {
    const cell = column === undefined ? "" : (cells[column] ?? "");
    if (cell === "" || isNothing(cell)) continue;
    const read = readAmount(cell, mark);
    if ("problem" in read) return read.problem;
  }
  return undefined;
}

function optionsOf(facts: MoneyFacts): MoneyOption[] {
  const { profiles, body, cellsIn, named, corrected, isHeaderKnown, isRow } = facts;
  const has = ({ amount, out, in: into }: Columns) => (amount ?? out ?? into) !== undefined;
  const moneyIn = ({ amount, out, in: into, direction, fee }: Columns) => ({
    ...(amount !== undefined && { amount }),
    ...(out !== undefined && { out }),
    ...(into !== undefined && { in: into }),
    ...(direction !== undefined && { direction }),
    ...(fee !== undefined && { fee }),
  });
  if (corrected) return [{ columns: moneyIn(corrected), weight: 20 }];
  if (named && has(named)) return [{ columns: moneyIn(named), weight: 20 }];
  const rows = [...body.keys()].filter(isRow);
  const within = (column: number) => {
    const cells = cellsIn(column);
    return rows.map((index) => cells[index] ?? "");
  };
  const options = moneyOptions(profiles, rows.length, within, isHeaderKnown, facts.currency);
  const directions = directionColumns(profiles, rows.length);
  const fees = profiles.filter(
    (profile) => profile.role === "fee" && isMoneyColumn(profile) && within(profile.index).some(isNonzero),
  );
  return options.flatMap((option) => {
    const directed =
      option.columns.amount === undefined
        ? []
        : directions.map(({ index }) => ({
            ...option,
            columns: { ...option.columns, direction: index },
            weight: option.weight + 0.6,
          }));
    const all = [...directed, option];
    return [
      ...all,
      ...all.flatMap((one) =>
        fees.map(({ index }) => ({
          ...one,
          columns: { ...one.columns, fee: index },
          weight: one.weight - 0.3,
        })),
      ),
    ];
  });
}

/** Columns whose cells say the direction of a row. */
function directionColumns(profiles: readonly Profile[], rows: number): Profile[] {
  return profiles.filter(({ role, isExact, filled, outs, ins, neither, name, letters, distinct }) => {
    const known = role === "direction" && isExact ? 0.5 : 0.9;
    if (filled === 0 || outs + ins + neither < filled * known || distinct > 6) return false;
    if (
      role !== "direction" &&
      role !== "type" &&
      role !== "status" &&
      role !== undefined &&
      role !== "text" &&
      role !== "other" &&
      role !== "notes"
    )
      return false;
    if (outs > 0 && ins > 0) return true;
    // One direction alone is enough if the column's name says so, or if rows without it have the other one.
    if (role === "direction") return name !== "" || letters > 0;
    return filled < rows && (isPlainDirectionColumn(name) || (role === undefined && letters === filled));
  });
}

const isPlainDirectionColumn = (name: string) => name === "" || isPlainDirection(name);

function candidateOf(
  option: MoneyOption,
  { profiles, amountsIn, cellsIn, isRow, dayOrder, states, isHeaderKnown, body }: MoneyFacts,
): Candidate {
  const values = valuesOf({ columns: option.columns }, amountsIn, cellsIn);
  const used = new Set(Object.values(option.columns));
  const numeric = profiles.filter((profile) => isMoneyColumn(profile) && !used.has(profile.index));
  const named = numeric.filter(({ role }) => role === "balance");
  const others =
    named.length > 0 ? named : numeric.filter(({ role }) => role === undefined || !isHeaderKnown);
  const booked = values.map((value, index) => (isRow(index) && !states[index] ? value : Number.NaN));
  const unbooked = states.some(Boolean)
    ? values.map((value, index) => (isRow(index) ? value : Number.NaN))
    : undefined;
  const accounts = profiles.find(({ role, distinct }) => role === "account" && distinct > 1);
  const groups = accounts && body.map(({ cells }) => textOf(cells[accounts.index]));
  let best: Candidate = {
    option,
    values,
    links: NO_LINKS,
    balance: named[0]?.index,
    proofs: 0,
    countsUnbooked: false,
    rows: booked.filter((value) => value !== 0 && !Number.isNaN(value)).length,
  };
  const proving = new Set<number>();
  for (const { index } of others) {
    const balances = amountsIn(index);
    for (const [countsUnbooked, movements] of [
      [false, booked],
      [true, unbooked],
    ] as const) {
      if (!movements) continue;
      const links = linksOf(
        movements,
        countsUnbooked ? balances : balances.map((value, at) => (states[at] ? Number.NaN : value)),
        dayOrder,
        groups,
      );
      if (isProved(links)) proving.add(index);
      const isBetter =
        links.matches > best.links.matches ||
        (links.matches === best.links.matches && best.links.isBefore && !links.isBefore);
      if (isBetter) best = { ...best, links, balance: index, countsUnbooked };
    }
  }
  return { ...best, proofs: proving.size };
}

/** Rows that are named like a sum but change the running balance by their amount. */
function linkedSums(
  { values, links, balance }: Candidate,
  { amountsIn, isRow, body }: MoneyFacts,
): Set<number> {
  const linked = new Set<number>();
  if (balance === undefined || !isProved(links)) return linked;
  const balances = amountsIn(balance);
  for (const index of body.keys()) {
    if (isRow(index)) continue;
    const before = balances[index + (links.isRising ? -1 : 1)] ?? Number.NaN;
    const change = ((balances[index] ?? Number.NaN) - before) * links.sign;
    if (change !== 0 && isSameAmount(change, values[index] ?? Number.NaN)) linked.add(index);
  }
  return linked;
}

export const NEITHER_WAY = "It is neither income nor an expense, as the file says.";
