import { type GridRow, textOf } from "../grid/grid.ts";
import { type DecimalMark, isSameAmount } from "../text/amount.ts";
import { plain, quoted } from "../text/plain.ts";
import type { Asking } from "./asking.ts";
import { flowOfText } from "./cell-words.ts";
import { type Amounts, type CellsIn, hasCreditMarks } from "./money.ts";
import type { Profile } from "./profile.ts";
import { type TextPlan, textsOf } from "./texts.ts";

export type SignFacts = {
  profiles: readonly Profile[];
  preamble: readonly GridRow[];
  body: readonly GridRow[];
  plan: TextPlan;
  /** The file's name. */
  name: string;
  decimalMark: DecimalMark;
  cellsIn: CellsIn;
  lineOf: (index: number) => number;
  asking: Asking;
};

/** "keep": positive amounts came in. "flip": positive amounts went out. */
export type Verdict = "keep" | "flip";

/**
 * The direction of amounts that agree with a balance. If the balance rises with positive amounts, they came in, or a
 * card's debt grew. The texts decide; without them, most rows are assumed to be expenses.
 */
export function signByBalance(facts: SignFacts, booked: Amounts, isRising: boolean): Verdict {
  const byBalance = isRising ? "keep" : "flip";
  const votes = flowVotes(facts, booked);
  const byTexts = verdictOf(votes);
  const isCard = looksLikeCard(facts);
  if (byTexts === byBalance) return byBalance;
  if (byTexts)
    return isCard || Math.max(votes.agree, votes.differ) >= 3 ? byTexts : askSign(facts, booked, byTexts);
  const { positive, negative } = votes;
  const byMost = positive >= negative * 3 ? "flip" : negative >= positive * 3 ? "keep" : byBalance;
  return byMost === byBalance ? byBalance : askSign(facts, booked, isCard ? byMost : null);
}

/** The direction of two columns without names, which are assumed to be for expenses and income. */
export function signOfPair(facts: SignFacts, booked: Amounts): Verdict {
  const { agree, differ } = flowVotes(facts, booked);
  return agree === differ ? askSign(facts, booked, null) : differ > agree ? "flip" : "keep";
}

/** The direction of a single column's amounts without proof. */
export function signByTexts(facts: SignFacts, booked: Amounts, column: number): Verdict {
  const votes = flowVotes(facts, booked);
  const { positive, negative, agree, differ } = votes;
  if (positive + negative === 0) return "keep";
  if (hasCreditMarks(facts.cellsIn(column), facts.decimalMark)) return "flip";
  const byTexts = verdictOf(votes);
  const isCard = looksLikeCard(facts);
  const ask = (proposed: Verdict | null) => askSign(facts, booked, proposed);
  if (negative === 0) {
    if (byTexts === "flip" && (differ >= 2 || isCard)) return "flip";
    if (byTexts === "keep" && agree >= 2) return "keep";
    return ask(isCard ? "flip" : (byTexts ?? null));
  }
  if (positive === 0) return byTexts === "flip" && differ >= 2 ? ask(null) : "keep";
  if (byTexts === "flip") return differ >= 2 || isCard || positive > negative ? "flip" : ask("flip");
  // In a card's list, "Pagamento" is a payment to the card.
  const isDoubtful = isCard && positive > negative && agree < 2;
  if (byTexts === "keep") return isDoubtful ? ask("flip") : "keep";
  if (isCard && positive > negative) return ask("flip");
  if (positive >= negative * 1.5) return ask(positive >= negative * 3 ? "flip" : null);
  return "keep";
}

/** Finds a column of two short codes without a known meaning, such as "C" and "P". */
function codesOf({ profiles, cellsIn }: SignFacts, booked: Amounts) {
  for (const { index: column, distinct, role, currencies } of profiles) {
    if (distinct !== 2 || currencies > 0 || role === "reference" || role === "account") continue;
    const cells = cellsIn(column).map((cell) => textOf(cell).trim());
    const codes = new Set(cells.filter((_, index) => !Number.isNaN(booked[index] ?? Number.NaN)));
    const [first = "", second = ""] = codes;
    if (codes.size === 2 && [first, second].every((code) => /^\p{L}{1,3}$/u.test(code)))
      return { first, second, hasFirst: (index: number) => cells[index] === first };
  }
  return undefined;
}

/**
 * Gives amounts without a sign the direction of a column with two codes. The texts of both codes' rows suggest which
 * code means expenses, and the person confirms it.
 */
export function directedByCodes(facts: SignFacts, booked: Amounts): Amounts | undefined {
  const codes = codesOf(facts, booked);
  if (!codes || booked.some((value) => value < 0)) return undefined;
  const { first, second, hasFirst } = codes;
  const rows = [...booked.keys()].filter((index) => (booked[index] ?? 0) > 0);
  const flows = rows.slice(0, FLOW_ROWS).map((index) => [hasFirst(index), flowOfRow(facts, index)] as const);
  const votes = (ofFirst: boolean, flow: -1 | 1) =>
    flows.filter(([isFirst, voted]) => isFirst === ofFirst && voted === flow).length;
  const isFirstOut = votes(true, -1) > votes(true, 1) * 2 && votes(false, 1) > votes(false, -1) * 2;
  const isFirstIn = votes(true, 1) > votes(true, -1) * 2 && votes(false, -1) > votes(false, 1) * 2;
  const example = (code: string) => {
    const index = rows.find((row) => hasFirst(row) === (code === first)) ?? 0;
    return `${quoted(code)} (${exampleOf(facts, index, booked[index] ?? 0)})`;
  };
  const answer = facts.asking({
    id: "direction",
    text: `Which of ${example(first)} and ${example(second)} is money you spent?`,
    options: [
      { value: first, text: `${quoted(first)} went out, ${quoted(second)} came in` },
      { value: second, text: `${quoted(second)} went out, ${quoted(first)} came in` },
      { value: "neither", text: "These letters mean something else" },
    ],
    proposed: isFirstOut ? first : isFirstIn ? second : null,
    lines: [],
  });
  if (answer === null) return booked;
  if (answer === "neither") return undefined;
  return booked.map((value, index) => (hasFirst(index) === (answer === first) ? -value || 0 : value));
}

const CARD =
  /\b(?:credit card|creditcard|card member|cardholder|card holder|karteninhaber|titulaire de la carte|titular de la tarjeta|titolare carta|cardmember|card number|card no|kreditkarte|kreditkarten|kreditkartentransaktionen|carte de credit|tarjeta de credito|tarjeta|carta di credito|cartao de credito|cartao|fatura|karta kredytowa|kreditni karta|kreditna karta|hitelkartya|card de credit|kreditkort|kredittkort|luottokortti|krediitkaart|kreditkarte|kredi karti|mastercard|amex|american express|visa|cartao|кредитная карта|кредитна картка|πιστωτικη)\b|クレジット|カード|ご利用|利用日|利用店|信用卡|신용카드|이용카드|가맹점|כרטיס/;

function looksLikeCard({ preamble, profiles, name }: SignFacts): boolean {
  const texts = [
    ...preamble.flatMap(({ cells }) => cells.map(textOf)),
    ...profiles.map((profile) => profile.name),
  ];
  return texts.some((text) => CARD.test(plain(text))) || CARD.test(plain(name).replace(/\d+/g, " "));
}

type Votes = { positive: number; negative: number; agree: number; differ: number };

function verdictOf({ agree, differ }: Votes): Verdict | undefined {
  if (differ > agree * 2) return "flip";
  return agree > differ * 2 ? "keep" : undefined;
}

const FLOW_ROWS = 400;

/** Counts the signs of the amounts, and the texts that agree or differ if positive amounts came in. */
function flowVotes(facts: SignFacts, booked: Amounts): Votes {
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

function flowOfRow({ body, plan, profiles }: SignFacts, index: number): -1 | 0 | 1 {
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

/** Asks for the direction of one of the file's rows. */
function askSign(facts: SignFacts, booked: Amounts, proposed: Verdict | null): Verdict {
  const rows = [...booked.entries()].filter(([, value]) => value !== 0 && !Number.isNaN(value));
  const positives = rows.filter(([, value]) => value > 0);
  const shown = positives.length > 0 ? positives : rows;
  // The question shows a positive row, but its answer decides negative ones too.
  const others = shown === rows ? [] : rows.filter(([, value]) => value < 0);
  const [isYes, isNo] = shown === positives ? ["positive", "negative"] : ["negative", "positive"];
  const kind = shown === positives ? "without" : "with";
  const [index = 0, value = 0] = shown[0] ?? [];
  const answer = facts.asking({
    id: "sign",
    text: `Is ${quoted(exampleOf(facts, index, value))} (line ${facts.lineOf(index)}) money you spent?`,
    options: [
      { value: isYes, text: `Yes: amounts ${kind} a minus went out` },
      { value: isNo, text: `No: amounts ${kind} a minus came in` },
    ],
    proposed: proposed && (proposed === "flip" ? "positive" : "negative"),
    lines: [...shown, ...others].map(([at]) => facts.lineOf(at)),
  });
  return answer === "positive" ? "flip" : "keep";
}

/** A row's text and amount for a question. */
export function exampleOf({ body, plan }: Pick<SignFacts, "body" | "plan">, index: number, cents: number) {
  const { description } = textsOf({ ...plan, notes: [] }, body[index]?.cells ?? [], true);
  // A long text must not push the amount, which the question is about, out of sight.
  const name = description.length > 28 ? `${description.slice(0, 27).trim()}…` : description;
  return `${name} ${(cents / 100).toLocaleString("en-US", { minimumFractionDigits: 2 })}`;
}

/**
 * Gives amounts without a sign the direction of the running balance. A row before the first balance has the direction
 * of its text, or is asked about.
 */
export function directedByBalance(
  facts: SignFacts,
  amounts: Amounts,
  balances: Amounts,
): Amounts | undefined {
  const rows = [...amounts.keys()].filter((index) => (amounts[index] ?? 0) > 0);
  if (rows.length < 2 || amounts.some((value) => value < 0)) return undefined;
  for (const order of [rows, rows.toReversed()]) {
    const changes = order.map(
      (index, at) => (balances[index] ?? 0) - (balances[order[at - 1] ?? -1] ?? Number.NaN),
    );
    const isLinked = (index: number, at: number) =>
      isSameAmount(Math.abs(changes[at] ?? Number.NaN), amounts[index] ?? 0);
    const unlinked = order.filter((index, at) => !isLinked(index, at));
    const hasBoth = changes.some((change) => change > 0) && changes.some((change) => change < 0);
    const [first = -1] = unlinked;
    // The account begins with this amount. Later amounts that lowered the balance went out.
    const isBeginning =
      first === order[0] && isSameAmount(amounts[first] ?? 0, balances[first] ?? Number.NaN);
    const hasFallen = changes.every((change) => !(change > 0));
    // All others went out, but the text of the row without proof says that it came in.
    const isOdd = first >= 0 && !isBeginning && hasFallen && flowOfRow(facts, first) > 0;
    if (unlinked.length > 1 || !(hasBoth || isOdd || (isBeginning && hasFallen))) continue;
    const directed = amounts.map((value) => value);
    for (const [at, index] of order.entries())
      if ((changes[at] ?? 0) < 0) directed[index] = -(amounts[index] ?? 0);
    for (const index of unlinked) {
      const flow = flowOfRow(facts, index);
      const alone = amounts.map((value, at) => (at === index ? value : Number.NaN));
      const isOut = isBeginning
        ? false
        : flow === 0 || isOdd
          ? askSign(facts, alone, null) === "flip"
          : flow < 0;
      directed[index] = (isOut ? -1 : 1) * (amounts[index] ?? 0);
    }
    return directed;
  }
  return undefined;
}
