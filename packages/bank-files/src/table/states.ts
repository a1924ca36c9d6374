import type { Day } from "@coffer/domain/time/day";
import { type GridRow, textOf } from "../grid/grid.ts";
import { isNumeric, type Reading } from "../text/amount.ts";
import { isDate } from "../text/date.ts";
import { plain } from "../text/plain.ts";
import { holdWords, isPendingText, isYes, type RowState, stateOf } from "./cell-words.ts";
import type { Money } from "./choose-money.ts";
import type { Amounts } from "./money.ts";
import type { Profile } from "./profile.ts";
import { type TextPlan, textsOf } from "./texts.ts";

type Rows = {
  preamble: readonly GridRow[];
  body: readonly GridRow[];
  profiles: readonly Profile[];
  plan: TextPlan;
  days: readonly Reading<Day>[];
  /** The column of the days. */
  bookedIn: number | undefined;
};

export type Unbooked = Exclude<RowState, "done"> | undefined;

/** Amounts of blocked money stand in a column of their own. */
const BLOCKED =
  /^(?:kwota )?(?:blokad|blokac|pending amount|reserved amount|reserviert|vorgemerkt|montant en attente|importe retenido)/;

/** The state of each row: by a column of states, the heading of its section, its text, or what its day says. */
export function statesOf(rows: Rows): Unbooked[] {
  const { preamble, body, profiles, plan, days, bookedIn } = rows;
  const columns = profiles.filter(isStateColumn);
  const flags = profiles.flatMap(flagOf);
  const blocked = profiles.filter(({ name }) => BLOCKED.test(plain(name))).map(({ index }) => index);
  const isUnposted = withoutBookingDay(rows, profiles[bookedIn ?? -1]);
  const above = preamble.at(-1)?.cells.filter((cell) => cell !== "") ?? [];
  let section = above.length === 1 ? unbooked(textOf(above[0])) : undefined;
  return body.map(({ cells }, index) => {
    const filled = cells.filter((cell) => cell !== "");
    const [only] = filled;
    if (filled.length === 1 && typeof only === "string" && /\p{L}/u.test(only)) {
      section = unbooked(only);
      return undefined;
    }
    const stated = columns.map(({ index: column }) => unbooked(textOf(cells[column]))).find(Boolean);
    if (stated) return stated;
    const flag = flags.find(({ column, state }) => isYes(textOf(cells[column])) === (state !== "done"));
    if (flag) return flag.state === "reverted" ? "reverted" : "pending";
    if (blocked.some((column) => isNumeric(cells[column] ?? ""))) return "pending";
    const hasDay = days[index] !== undefined && "value" in days[index];
    if (hasDay && isPendingText(textsOf({ ...plan, notes: [] }, cells, true).description)) return "pending";
    if (hasDay && isUnposted(index)) return "pending";
    if (!hasDay) {
      const word = filled.find((cell) => typeof cell === "string" && stateOf(cell) === "pending");
      if (word !== undefined && cells.some((cell) => isNumeric(cell) && !isDate(cell))) return "pending";
    }
    return section;
  });
}

function unbooked(text: string): Unbooked {
  const state = stateOf(text);
  return state === "done" ? undefined : state;
}

function isStateColumn({ role, filled, states, unbooked, distinct }: Profile): boolean {
  if (filled === 0) return false;
  if (role === "status") return states > 0;
  if (role === "payee" || role === "recipient" || role === "sender") return false;
  return unbooked > 0 && states >= filled * 0.9 && (distinct <= 8 || role === "notes");
}

/** A column like "Pending" or "Booked", whose cells say yes or no. */
function flagOf({ index, name, filled, flags }: Profile): { column: number; state: RowState }[] {
  const state = stateOf(name.replace(/^(?:is|ist|est|es)[ _]/i, ""));
  // Programs call what a person has checked off cleared or reconciled: such rows are booked all the same.
  const isCheckedOff = /clear|reconcil|final|processed|^ok$/i.test(name);
  return state && filled > 0 && flags === filled && !isCheckedOff ? [{ column: index, state }] : [];
}

/** Newer rows than those that the bank has booked, whose booking day is still empty. */
function withoutBookingDay({ body, days }: Rows, booked: Profile | undefined): (index: number) => boolean {
  if (booked?.role !== "booked") return () => false;
  const isBooked = (index: number) => isDate(body[index]?.cells[booked.index] ?? "");
  const dayOf = (index: number) => (days[index] && "value" in days[index] ? days[index].value : "");
  const bookedDays = [...body.keys()].filter(isBooked).map(dayOf).sort();
  const last = bookedDays.at(-3) ?? bookedDays[0];
  return (index) => last !== undefined && !isBooked(index) && dayOf(index) >= last;
}

/** Holds that a bank shows as movements come back as movements of the same size: neither is money. */
export function releasedHolds(
  body: readonly GridRow[],
  values: Amounts,
  states: readonly Unbooked[],
  { countsUnbooked }: Money,
): Set<number> {
  const released = new Set<number>();
  if (!countsUnbooked) return released;
  const isHold = (index: number) =>
    body[index]?.cells.some((cell) => typeof cell === "string" && holdWords(cell) !== "") ?? false;
  for (const [index, state] of states.entries()) {
    const hold = values[index];
    if (state !== "pending" || !hold) continue;
    const found = values.findIndex(
      (value, at) => value === -hold && !states[at] && !released.has(at) && isHold(at),
    );
    if (found >= 0) released.add(found);
  }
  return released;
}
