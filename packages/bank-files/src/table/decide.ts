import { type Day, parseDay } from "@coffer/domain/time/day";
import type { Proof } from "../bank-file.ts";
import { type GridRow, textOf } from "../grid/grid.ts";
import { type Cell, findDecimalMark, isNothing, isNumeric, readAmount } from "../text/amount.ts";
import { type DateOrder, findDateOrder, isDate, orderBySequence, readDate } from "../text/date.ts";
import { plain, quoted } from "../text/plain.ts";
import type { Asking } from "./asking.ts";
import { directionOf, flowOfText, isPlainDirection } from "./cell-words.ts";
import type { Columns, TableLayout } from "./layout.ts";
import {
  type Amounts,
  type DayOrder,
  hasCreditMarks,
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
import { isDateColumn, isMoneyColumn, type Profile } from "./profile.ts";
import { type TextPlan, textsOf } from "./texts.ts";

type CellsIn = (column: number) => readonly Cell[];

const DATE_ROLES: readonly (Profile["role"] | "any")[] = [
  "booked",
  "date",
  "valued",
  undefined,
  "otherDate",
  "any",
];

export type DateColumns = { date: number | undefined; others: readonly number[] };

/** The column of booking days, and those that stand in for it where it is empty. */
export function dateColumns(
  profiles: readonly Profile[],
  named: number | undefined,
  rows: readonly GridRow[],
): DateColumns {
  const found = profiles.filter(
    (profile) => isDateColumn(profile) && profile.numbers < profile.filled * 1.01,
  );
  const varies = ({ distinct }: Profile) => distinct > 1;
  const hasVarying = rows.length > 3 && found.some(varies);
  const rank = (profile: Profile) => {
    const role = DATE_ROLES.indexOf(profile.role);
    const isConstant = hasVarying && !varies(profile) ? 20 : 0;
    const isSparse = profile.filled < rows.length * 0.5 ? 10 : 0;
    return (role < 0 ? DATE_ROLES.length : role) + isConstant + isSparse + (profile.isExact ? 0 : 0.5);
  };
  const ranked = [...found].sort((a, b) => rank(a) - rank(b) || a.index - b.index);
  const date = named ?? ranked[0]?.index;
  const others = ranked
    .filter(({ index, role }) => index !== date && role !== "otherDate")
    .map(({ index }) => index);
  return { date, others };
}

const ORDER_TEXTS = { dmy: "Day, month, year", mdy: "Month, day, year", ymd: "Year, month, day" } as const;

/** The order of day, month and year: by the days themselves, by their sequence, by the period above; else asked. */
export function decideDates(
  { date, others }: DateColumns,
  profiles: readonly Profile[],
  cellsIn: CellsIn,
  preamble: readonly GridRow[],
  latest: Day,
  asking: Asking,
): DateOrder {
  if (date === undefined) return "ymd";
  const cells = cellsIn(date).filter((cell) => cell !== "" && isDate(cell));
  const found = findDateOrder(cells);
  if (!found) return "ymd";
  if (found.sure) return found.order;
  const otherCells = others.flatMap((column) =>
    cellsIn(column).filter((cell) => cell !== "" && isDate(cell)),
  );
  const above = preamble.flatMap(({ cells }) => cells.flatMap((cell) => datesWithin(textOf(cell))));
  for (const more of [otherCells, above]) {
    const other = findDateOrder(more);
    if (other?.sure && other.order !== "ymd") return other.order;
  }
  const bySequence = orderBySequence(cells);
  if (bySequence) return bySequence;
  const fits = (order: DateOrder) =>
    cells.every((cell) => "value" in readDate(cell, order, yearBefore(latest)));
  const [dmy, mdy] = [fits("dmy"), fits("mdy")];
  if (dmy !== mdy) return dmy ? "dmy" : "mdy";
  const hint = orderByHeading(profiles) ?? found.likely;
  const [example] = cells;
  const answer = asking({
    id: "dateOrder",
    text: `Which day is ${quoted(String(example))}?`,
    options: (["dmy", "mdy"] as const).map((value) => ({
      value,
      text: `${ORDER_TEXTS[value]}: ${dayText(example ?? "", value, latest)}`,
    })),
    proposed: hint ?? null,
    lines: [],
  });
  return answer === "dmy" || answer === "mdy" ? answer : found.order;
}

const yearBefore = (latest: Day): Day =>
  parseDay(`${Number(latest.slice(0, 4)) - 1}${latest.slice(4)}`) ?? latest;

function dayText(cell: Cell, order: DateOrder, latest: Day): string {
  const read = readDate(cell, order, latest);
  return "value" in read ? read.value : "no date";
}

/** Days within a text, such as "Period 03/02/2026 to 28/02/2026". */
const datesWithin = (text: string): string[] =>
  text.slice(0, 500).match(/\d{1,2}[-./]\d{1,2}[-./]\d{2,4}/g) ?? [];

/** Names of columns that only one part of the world uses, and currencies in them. */
function orderByHeading(profiles: readonly Profile[]): "dmy" | "mdy" | undefined {
  const names = profiles.map(({ name }) => name);
  if (
    names.some((name) =>
      /\b(?:USD|CAD)\b|US\$|^trans\. date$|check (?:number|or slip)|^posted date$/i.test(name),
    )
  )
    return "mdy";
  if (
    names.some((name) =>
      /\b(?:GBP|EUR|AUD|NZD|INR|ZAR|SGD|CHF|SEK|DKK|NOK|PLN)\b|[£€]|[^\p{ASCII}]/u.test(name),
    )
  )
    return "dmy";
  const words = names.map(plain);
  return words.some((word) =>
    /\b(?:datum|fecha|data|paid out|paid in|cheque|particulars|narration)\b/.test(word),
  )
    ? "dmy"
    : undefined;
}

/** The decimal mark: by every number of the file; else asked. */
export function decideDecimals(
  profiles: readonly Profile[],
  cellsIn: CellsIn,
  rows: readonly GridRow[],
  asking: Asking,
): TableLayout["decimalMark"] {
  const money = profiles.filter((profile) => isMoneyColumn(profile) && profile.dates < profile.filled * 0.5);
  const isAmountRole = ({ role }: Profile) =>
    role !== "rate" && role !== "reference" && role !== "account" && role !== "other";
  const cells = money.filter(isAmountRole).flatMap(({ index }) => cellsIn(index));
  const found = findDecimalMark(cells);
  if (found.sure) return found.mark;
  const others = rows
    .slice(0, 40)
    .flatMap(({ cells: all }) =>
      all.filter((cell) => typeof cell === "string" && isNumeric(cell) && !isDate(cell)),
    );
  const whole = findDecimalMark(others);
  if (whole.sure) return whole.mark;
  if (isWithoutCents(profiles, cells)) return found.mark;
  const example = cells.find((cell) => typeof cell === "string" && /\d[.,]\d{3}(?!\d)/.test(cell)) ?? "";
  const cents = (mark: TableLayout["decimalMark"]) => {
    const read = readAmount(example, mark);
    return "value" in read
      ? (read.value / 100).toLocaleString("en-US", { minimumFractionDigits: 2 })
      : "no amount";
  };
  const answer = asking({
    id: "decimalMark",
    text: `How much is ${quoted(String(example))}?`,
    options: ([".", ","] as const).map((value) => ({ value, text: cents(value) })),
    proposed: found.mark,
    lines: [],
  });
  return answer === "." || answer === "," ? answer : found.mark;
}

/** Currencies that people use without cents, and the scripts of the countries that have them. */
const WHOLE =
  /upphæð|fjárhæð|số tiền|số dư|[\u1100-\u11ff\u3040-\u30ff\uac00-\ud7a3]|\b(?:JPY|KRW|VND|IDR|HUF|CLP|COP|PYG|ISK|UGX|XAF|XOF)\b|[¥₩₫]/i;

function isWithoutCents(profiles: readonly Profile[], cells: readonly Cell[]): boolean {
  return (
    profiles.some(({ name }) => WHOLE.test(name)) ||
    cells.slice(0, 50).some((cell) => typeof cell === "string" && WHOLE.test(cell))
  );
}

export type Money = {
  columns: Columns;
  outIs: TableLayout["outIs"];
  /** Signed cents of each row of the body; NaN where it has none. */
  values: Amounts;
  proof: Proof;
  balance: number | undefined;
  /** −1 where the balance is what is owed. */
  balanceSign: 1 | -1;
  isRising: boolean;
  isBefore: boolean;
  /** Rows whose text is a sum's, but that the balance counts as movements. */
  linked: ReadonlySet<number>;
  /** True where rows that are not booked change the balance. */
  countsUnbooked: boolean;
  /** Why a row has no amount, where a cell cannot be read. */
  problemOf: (cells: readonly Cell[]) => string | undefined;
};

export type MoneyFacts = {
  profiles: readonly Profile[];
  body: readonly GridRow[];
  cellsIn: CellsIn;
  amountsIn: (column: number) => Amounts;
  isRow: (index: number) => boolean;
  dayOrder: DayOrder;
  states: readonly (string | undefined)[];
  plan: TextPlan;
  preamble: readonly GridRow[];
  name: string;
  decimalMark: TableLayout["decimalMark"];
  statement: Statement;
  named: Columns | undefined;
  outIs: TableLayout["outIs"] | undefined;
  corrected: Columns | undefined;
  isHeaderKnown: boolean;
  asking: Asking;
  lineOf: (index: number) => number;
};

type Candidate = {
  option: MoneyOption;
  values: Amounts;
  links: Links;
  balance: number | undefined;
  countsUnbooked: boolean;
};

/** Chooses the columns of money and their signs: by proof where the file has one, else by names; else asks. */
export function chooseMoney(facts: MoneyFacts): Money {
  const { amountsIn, cellsIn, isRow, states, statement } = facts;
  const options = optionsOf(facts);
  const candidates = options.slice(0, 40).map((option) => candidateOf(option, facts));
  const byProof = [...candidates].sort(
    (a, b) =>
      Number(isProved(b.links)) - Number(isProved(a.links)) ||
      (isProved(a.links) && isProved(b.links) ? ratio(b.links) - ratio(a.links) : 0) ||
      b.option.weight - a.option.weight,
  );
  const first = byProof[0];
  if (!first) return noMoney(facts);
  const best = withFeeAsked(first, candidates, facts);
  const isSingle = best.option.columns.amount !== undefined && best.option.columns.direction === undefined;
  const booked = best.values.map((value, index) => (isRow(index) && !states[index] ? value : Number.NaN));
  let proof: Proof = isProved(best.links) ? "balance" : null;
  let sign: 1 | -1 = proof ? best.links.sign : 1;
  if (!proof) {
    const bySums = provedBySums(booked, statement);
    proof = bySums.proof;
    if (proof === "balance") sign = bySums.sign;
  }
  let { values } = best;
  let { outIs = "negative" } = best.option;
  let balanceSign: 1 | -1 = 1;
  const flip = () => {
    values = values.map((value) => (value === 0 ? 0 : -value));
    outIs = outIs === "negative" ? "positive" : "negative";
  };
  const given = facts.outIs ?? best.option.outIs;
  if (isSingle && given !== undefined) {
    values = valuesOf({ columns: best.option.columns, outIs: given }, amountsIn, cellsIn);
    outIs = given;
  } else if (isSingle) {
    if (proof === "balance" && sign < 0) flip();
    const verdict = signOf(facts, values, booked, proof === "balance" && sign > 0, best.option);
    if (verdict === "flip") {
      flip();
      balanceSign = -1;
    }
  } else if (best.option.columns.amount === undefined && proof === "balance" && sign < 0) {
    // The balance of a card is what is owed; without names the columns are the other way round.
    if (isUnnamedPair(best.option)) flip();
    else balanceSign = -1;
  } else if (isUnnamedPair(best.option) && proof !== "balance") {
    const { agree, differ } = flowVotes(facts, booked);
    if (agree === differ ? askSign(facts, values, booked, null) === "positive" : differ > agree) flip();
  }
  return {
    columns: { ...best.option.columns, ...(best.balance !== undefined && { balance: best.balance }) },
    outIs,
    values,
    proof,
    balance: best.balance,
    balanceSign,
    isRising: best.links.isRising,
    isBefore: best.links.isBefore,
    linked: linkedSums(best, facts),
    countsUnbooked: best.countsUnbooked,
    problemOf: (cells) => problemIn(cells, best.option.columns, facts.decimalMark),
  };
}

/** Fees beside amounts that no balance proves: only the person knows whether they are within. */
function withFeeAsked(found: Candidate, candidates: readonly Candidate[], facts: MoneyFacts): Candidate {
  const { profiles, body, isRow, states, asking, lineOf, corrected } = facts;
  const { columns } = found.option;
  const isNet = profiles.some(({ index, role }) => index === columns.amount && role === "net");
  if (isProved(found.links) || corrected || columns.fee !== undefined || isNet) return found;
  const other = candidates.find(({ option }) => {
    const { fee, ...rest } = option.columns;
    return fee !== undefined && JSON.stringify(rest) === JSON.stringify(columns);
  });
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
  const name = textsOf({ ...facts.plan, notes: [] }, body[index]?.cells ?? [], true).description;
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
const isUnnamedPair = ({ isGuess = false }: MoneyOption) => isGuess;

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
  const options = moneyOptions(profiles, rows.length, within, isHeaderKnown);
  const directions = directionColumns(profiles, rows.length);
  const fees = profiles.filter(
    (profile) => profile.role === "fee" && isMoneyColumn(profile) && within(profile.index).some(isMoney),
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

const isMoney = (cell: Cell) => cell !== "" && !isNothing(cell) && !/^[-+]?[0.,\s]*$/.test(String(cell));

/** Columns whose cells say the direction of a row. */
function directionColumns(profiles: readonly Profile[], rows: number): Profile[] {
  return profiles.filter(({ role, filled, outs, ins, neither, name, letters, distinct }) => {
    if (filled === 0 || outs + ins + neither < filled * 0.9 || distinct > 6) return false;
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
    // One direction alone speaks where its name says so, or where the rows without it are the other.
    return role === "direction" ? name !== "" || letters > 0 : filled < rows && isPlainDirectionColumn(name);
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
    countsUnbooked: false,
  };
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
      const isBetter =
        links.matches > best.links.matches ||
        (links.matches === best.links.matches && best.links.isBefore && !links.isBefore);
      if (isBetter) best = { option, values, links, balance: index, countsUnbooked };
    }
  }
  return best;
}

/** Rows that are named like a sum, but that change the running balance by their amount. */
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
    if (change !== 0 && change === values[index]) linked.add(index);
  }
  return linked;
}

const CARD =
  /\b(?:credit card|creditcard|card member|cardmember|card number|card no|kreditkarte|kreditkarten|kreditkartentransaktionen|carte de credit|tarjeta de credito|tarjeta|carta di credito|cartao de credito|cartao|fatura|karta kredytowa|kreditni karta|kreditna karta|hitelkartya|card de credit|kreditkort|kredittkort|luottokortti|krediitkaart|kreditkarte|kredi karti|mastercard|amex|american express|visa|cartao|кредитная карта|кредитна картка|πιστωτικη)\b|クレジット|カード|ご利用|利用日|利用店|信用卡|신용카드|이용카드|가맹점|כרטיס/;

function looksLikeCard({ preamble, profiles, name }: MoneyFacts): boolean {
  const texts = [
    ...preamble.flatMap(({ cells }) => cells.map(textOf)),
    ...profiles.map((profile) => profile.name),
  ];
  return texts.some((text) => CARD.test(plain(text))) || CARD.test(plain(name).replace(/\d+/g, " "));
}

/** Whether positive amounts of a single column are money that went out. */
function signOf(
  facts: MoneyFacts,
  values: Amounts,
  booked: Amounts,
  isProvedPlain: boolean,
  { columns }: MoneyOption,
): "keep" | "flip" {
  const { positive, negative, agree, differ } = flowVotes(facts, booked);
  if (positive + negative === 0) return "keep";
  const saysFlip = differ > 0 && differ > agree * 2;
  const saysKeep = agree > 0 && agree > differ * 2;
  const isCard = looksLikeCard(facts);
  if (isProvedPlain) return saysFlip && (isCard || differ >= 3) ? "flip" : "keep";
  if (columns.amount !== undefined && hasCreditMarks(facts.cellsIn(columns.amount), facts.decimalMark))
    return "flip";
  const ask = (proposed: "negative" | "positive" | null) =>
    askSign(facts, values, booked, proposed) === "positive" ? "flip" : "keep";
  if (negative === 0) {
    if (saysFlip && (differ >= 2 || isCard)) return "flip";
    if (saysKeep && agree >= 2) return "keep";
    return ask(isCard || saysFlip ? "positive" : saysKeep ? "negative" : null);
  }
  if (positive === 0) return saysFlip && differ >= 2 ? ask(null) : "keep";
  if (saysFlip) return differ >= 2 || isCard || positive > negative ? "flip" : ask("positive");
  if (saysKeep) return "keep";
  if (isCard && positive > negative) return ask("positive");
  if (positive >= negative * 1.5) return ask(positive >= negative * 3 ? "positive" : null);
  return "keep";
}

export const NEITHER_WAY = "It is neither income nor an expense, as the file says.";

const FLOW_ROWS = 400;

/** How many amounts have each sign, and how many texts speak for or against positive amounts that came in. */
function flowVotes(
  facts: MoneyFacts,
  booked: Amounts,
): { positive: number; negative: number; agree: number; differ: number } {
  const votes = { positive: 0, negative: 0, agree: 0, differ: 0 };
  for (const [index, value] of booked.entries()) {
    if (Number.isNaN(value) || value === 0) continue;
    if (value > 0) votes.positive++;
    else votes.negative++;
    if (votes.positive + votes.negative > FLOW_ROWS) continue;
    const flow = flowOfRow(facts, index);
    if (flow === Math.sign(value)) votes.agree++;
    else if (flow !== 0) votes.differ++;
  }
  return votes;
}

function flowOfRow({ body, plan, profiles }: MoneyFacts, index: number): -1 | 0 | 1 {
  const { cells = [] } = body[index] ?? {};
  const { description } = textsOf({ ...plan, notes: [] }, cells, true);
  const flow = flowOfText(description);
  if (flow !== 0) return flow;
  for (const { role, index: column } of profiles) {
    if (role !== "type" && role !== "text" && role !== "category") continue;
    const other = flowOfText(textOf(cells[column]));
    if (other !== 0) return other;
  }
  return 0;
}

/** Shows one of the file's own rows, and asks which way its money went. */
function askSign(
  { asking, body, plan, lineOf }: MoneyFacts,
  values: Amounts,
  booked: Amounts,
  proposed: "negative" | "positive" | null,
): string | null {
  const positives = [...booked.entries()].filter(([, value]) => value > 0).map(([index]) => index);
  const index = positives[0] ?? booked.findIndex((value) => !Number.isNaN(value) && value !== 0);
  const { cells = [] } = body[index] ?? {};
  const { description } = textsOf({ ...plan, notes: [] }, cells, true);
  const amount = ((values[index] ?? 0) / 100).toLocaleString("en-US", { minimumFractionDigits: 2 });
  return asking({
    id: "sign",
    text: `Is ${quoted(`${description} ${amount}`)} (line ${lineOf(index)}) money you spent?`,
    options: [
      { value: "positive", text: "Yes: amounts without a minus went out" },
      { value: "negative", text: "No: amounts without a minus came in" },
    ],
    proposed,
    lines: positives.slice(0, 20).map(lineOf),
  });
}
