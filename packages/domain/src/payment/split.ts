import { type Cents, minus, sum, ZERO } from "../money/money.ts";

/** `off`: the cents that the lines come to beyond the payment; 0 where nothing is left for one that fills itself. */
export type Split = { amounts: Cents[] } | { off: Cents };

/** The cents that a last line without an amount of its own stands for. */
export const restOf = (total: Cents, amounts: readonly (Cents | null)[]): Cents =>
  minus(total, sum(amounts.slice(0, -1).map((amount) => amount ?? ZERO)));

/** The amounts of a payment's lines, less than zero where money came back. The last one fills itself where it is null. */
export function splitOf(total: Cents, typed: readonly (Cents | null)[]): Split {
  const rest = restOf(total, typed);
  const last = typed.at(-1) ?? null;
  if (last === null && rest <= 0) return { off: minus(ZERO, rest) };
  if (last !== null && last !== rest) return { off: minus(last, rest) };
  return { amounts: [...typed.slice(0, -1).map((amount) => amount ?? ZERO), rest] };
}
