import { type Cents, minus, sum, ZERO } from "../money/money.ts";

/** `off`: the cents by which the lines exceed the payment; 0 if nothing is left for an empty last line. */
export type Split = { amounts: Cents[] } | { off: Cents };

/** The amount of an empty last line. */
export const restOf = (total: Cents, amounts: readonly (Cents | null)[]): Cents =>
  minus(total, sum(amounts.slice(0, -1).map((amount) => amount ?? ZERO)));

/** The amounts of a payment's lines, negative for refunds. An empty (null) last line gets the rest. */
export function splitOf(total: Cents, typed: readonly (Cents | null)[]): Split {
  const rest = restOf(total, typed);
  const last = typed.at(-1) ?? null;
  if (last === null && rest <= 0) return { off: minus(ZERO, rest) };
  if (last !== null && last !== rest) return { off: minus(last, rest) };
  return { amounts: [...typed.slice(0, -1).map((amount) => amount ?? ZERO), rest] };
}
