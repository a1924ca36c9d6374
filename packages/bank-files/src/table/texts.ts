import { type GridRow, textOf } from "../grid/grid.ts";
import { oneLine, plain, quoted } from "../text/plain.ts";
import type { Asking } from "./asking.ts";
import { flowOfText, flowWords } from "./cell-words.ts";
import type { Columns } from "./layout.ts";
import type { Profile } from "./profile.ts";

/** Columns that describe a transaction, best first. Each entry's columns are joined. */
export type TextPlan = {
  /** For separate columns of payer and payee. The one that is not the account's own name counts. */
  sides?: { sender: number; recipient: number; own: string };
  columns: readonly (readonly number[])[];
  notes: readonly number[];
};

export function textPlan(
  profiles: readonly Profile[],
  rows: readonly GridRow[],
  taken: ReadonlySet<number>,
): TextPlan {
  const texts = profiles.filter(
    ({ index, filled, letters, words, role, dates, currencies }) =>
      !taken.has(index) &&
      letters > 0 &&
      (words >= filled * 0.3 || (role === "text" && letters >= filled * 0.3)) &&
      dates < filled * 0.5 &&
      currencies < filled,
  );
  const named = (role: Profile["role"]) => texts.filter((profile) => profile.role === role);
  const sides = sidesOf(named("sender"), named("recipient"), rows);
  const payees = byName(named("payee"));
  const most = Math.max(...payees.map(({ filled }) => filled));
  // A name that is the same in every row is the account holder's.
  const isOwn = ({ distinct, filled }: Profile) =>
    distinct === 1 && filled > 1 && filled >= (payees.length > 1 ? most : rows.length) * 0.9;
  const oneSide = sides ? [] : [...named("recipient"), ...named("sender")];
  const others = texts.filter(({ role }) => role === undefined);
  const varies = ({ distinct, filled }: Profile) => distinct > 1 || filled < 2;
  const ranked = [
    ...payees.filter((profile) => !isOwn(profile)),
    ...oneSide.filter(varies),
    ...byContent(byName(named("text")), rows),
    ...byContent(others.filter(varies), rows),
    ...payees.filter(isOwn),
    ...oneSide.filter((profile) => !varies(profile)),
    ...(["notes", "type", "category", "reference"] as const).flatMap(named),
    ...others.filter((profile) => !varies(profile)),
    ...texts.filter(
      ({ role }) => role === "direction" || role === "valued" || role === "status" || role === "other",
    ),
  ];
  const used = new Set<number>();
  const columns: number[][] = [];
  for (const profile of ranked) {
    if (used.has(profile.index)) continue;
    const family = familyOf(profile, texts);
    for (const index of family) used.add(index);
    columns.push(family);
  }
  const noteRoles = ["text", "notes", "type", "payee"];
  const notes = ranked
    .filter(({ role }) => role !== undefined && noteRoles.includes(role))
    .map(({ index }) => index);
  return { ...(sides && { sides }), columns, notes };
}

/** Column names that may mean the account holder or the counterparty. */
const ANY_NAME = /^(?:name|naam|nom|nombre|nome|nazwa|namn|navn|nimi|jmeno|meno|naziv|unvan)$/;

/** Sorts whole names of the counterparty first, then general names, then parts of names. */
function byName(profiles: readonly Profile[]): Profile[] {
  const rank = ({ isExact, name }: Profile) => (ANY_NAME.test(plain(name)) ? 1 : isExact ? 0 : 2);
  return [...profiles].sort((a, b) => rank(a) - rank(b) || a.index - b.index);
}

const KIND_ROWS = 50;

/** Sorts columns with varied texts before those that repeat a few words, such as the kind of booking. */
function byContent(profiles: readonly Profile[], rows: readonly GridRow[]): Profile[] {
  const isVaried = ({ filled, distinct, length }: Profile) =>
    filled >= rows.length * 0.3 &&
    (distinct > Math.min(filled, 500) * 0.4 || filled < 4) &&
    (distinct > 1 || rows.length < 2) &&
    length > 3;
  // "Card purchase" and "salary" in every row are kinds of booking.
  const isKind = ({ index, filled, distinct, length }: Profile) => {
    const texts = rows.slice(0, KIND_ROWS).flatMap(({ cells }) => textOf(cells[index]) || []);
    return (
      texts.every((text) => plain(text) === flowWords(text)) ||
      (distinct < filled && length < 26 && texts.every((text) => flowOfText(text) !== 0))
    );
  };
  const preference = (profile: Profile) =>
    /^(?:beschreibung|description|descripcion|descrizione|descricao|omschrijving)$/.test(plain(profile.name))
      ? 1
      : 0;
  return [...profiles].sort(
    (a, b) =>
      Number(isVaried(b)) - Number(isVaried(a)) ||
      Number(isKind(a)) - Number(isKind(b)) ||
      preference(b) - preference(a) ||
      (a.role === undefined ? b.length * b.distinct - a.length * a.distinct : 0),
  );
}

const NUMBERED = /^(.{2,40}?)\s?[-_]?\d{1,2}$/;

/** "Description 1" to "Description 3", or a named column and the unnamed ones after it. */
function familyOf(profile: Profile, texts: readonly Profile[]): number[] {
  const [, stem] = NUMBERED.exec(profile.name) ?? [];
  if (stem !== undefined) {
    const all = texts.filter(({ name }) => NUMBERED.exec(name)?.[1] === stem);
    return all.map(({ index }) => index);
  }
  const family = [profile.index];
  if (profile.name === "") return family;
  for (let next = profile.index + 1; ; next++) {
    const other = texts.find(({ index }) => index === next);
    if (other?.name !== "") return family;
    family.push(next);
  }
}

function sidesOf(
  senders: readonly Profile[],
  recipients: readonly Profile[],
  rows: readonly GridRow[],
): TextPlan["sides"] {
  const [sender, recipient] = [senders[0], recipients[0]];
  if (!sender || !recipient) return undefined;
  const counts = new Map<string, number>();
  for (const { cells } of rows.slice(0, 500)) {
    for (const { index } of [sender, recipient]) {
      const name = textOf(cells[index]).trim();
      if (name) counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  const [own = ""] = [...counts].reduce((a, b) => (b[1] > a[1] ? b : a), ["", 0]);
  return { sender: sender.index, recipient: recipient.index, own };
}

/** Fewer rows are too few to distinguish a payee from the kind of booking. */
export const FEW_ROWS = 4;

/** True if, in a list without names, another text has more different values than the first. */
export function isTextDoubtful({ columns }: TextPlan, profiles: readonly Profile[], rows: number): boolean {
  const distinctIn = ([column = -1]: readonly number[]) => {
    const { filled = 0, distinct = 0, length = 0 } = profiles[column] ?? {};
    return length > 3 && filled >= rows * 0.9 ? distinct : 0;
  };
  const [first, ...others] = columns.map(distinctIn);
  return rows < FEW_ROWS || others.some((distinct) => distinct > (first ?? 0));
}

/** Asks which of several unnamed text columns says who was paid. */
export function withTextAsked(
  plan: TextPlan,
  profiles: readonly Profile[],
  rows: readonly GridRow[],
  asking: Asking,
): TextPlan {
  const cellsOf = (column: number) =>
    rows.map(({ cells }) => textOf(cells[column]).trim()).filter((text) => text !== "");
  const varied = plan.columns.filter(([column = -1]) => {
    const { filled = 0, distinct = 0, length = 0 } = profiles[column] ?? {};
    return length > 3 && (distinct > 1 || filled === 1) && filled >= rows.length * 0.5;
  });
  // "Card purchase" and "salary" in every row are kinds of booking.
  const isKind = ([column = -1]: readonly number[]) =>
    cellsOf(column).every((text) => flowOfText(text) !== 0);
  const payees = varied.some((column) => !isKind(column))
    ? varied.filter((column) => !isKind(column))
    : varied;
  const first = ([column = -1]: readonly number[]) => ({
    ...plan,
    columns: [[column], ...plan.columns.filter(([other]) => other !== column)],
  });
  if (payees.length < 2) return payees[0] ? first(payees[0]) : plan;
  const answer = asking({
    id: "textColumn",
    text: "Which of these says who was paid? The file does not name its columns.",
    options: payees.map(([column = -1]) => ({
      value: String(column),
      text: cellsOf(column)
        .map((text) => quoted(text.slice(0, 40)))
        .join(", "),
    })),
    proposed: null,
    lines: [],
  });
  const chosen = payees.find(([column]) => String(column) === answer);
  return chosen ? first(chosen) : plan;
}

/** In characters. */
const MAX_TEXT = 2_000;

/** The description is the first text. Other texts become notes. */
export function textsOf(
  plan: TextPlan,
  cells: GridRow["cells"],
  isOut: boolean,
): { description: string; notes: string[] } {
  const cellAt = (index: number) => oneLine(textOf(cells[index]).slice(0, MAX_TEXT));
  const isText = (text: string) => /[\p{L}\p{N}]/u.test(text) && !/^no description$/i.test(text);
  let description = plan.sides ? otherSide(plan.sides, cellAt, isOut) : "";
  for (const family of plan.columns) {
    if (isText(description)) break;
    description = family
      .map(cellAt)
      .filter((text) => text && text !== "-")
      .join(" ");
  }
  if (!isText(description)) description = "";
  return { description, notes: plan.notes.map(cellAt).filter((text) => text !== description) };
}

function otherSide(
  sides: NonNullable<TextPlan["sides"]>,
  cellAt: (index: number) => string,
  isOut: boolean,
): string {
  const [first, second] = isOut ? [sides.recipient, sides.sender] : [sides.sender, sides.recipient];
  const name = cellAt(first);
  return name !== "" && name !== sides.own
    ? name
    : cellAt(second) === sides.own
      ? name
      : cellAt(second) || name;
}

/** The plan for columns that a person chose. */
export const namedTexts = ({ description = [], notes }: Columns): TextPlan => ({
  columns: [description],
  notes: notes === undefined ? [] : [notes],
});
