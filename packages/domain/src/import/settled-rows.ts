import type { Id } from "../id.ts";
import type { Settlement } from "../share/balance.ts";
import { wordsOf } from "../text/folded.ts";
import { daysBetween, FIRST_DAY } from "../time/day.ts";
import { signedAmount } from "../transaction/transaction.ts";
import type { ImportRow } from "./import-row.ts";
import { LIKE_DAYS } from "./match-rows.ts";

/** `names` are the names of the two people. */
export type NamedSettlement = Settlement & { names: string };

/** Words that people write on such payments, in addition to names. */
const SETTLING = "ausgleich abrechnung settle settled settlement settling";

type Pair = { index: number; id: Id; side: number; isRelated: boolean; rank: number };

/** `isNamed` if the row's text names the settlement; otherwise the row may be a purchase, so the user is asked. */
export type SettledRow = { id: Id; isNamed: boolean };

/**
 * Matches rows with recorded settlements; returns them by the row's index. A row matches if it has the exact amount, is
 * near the date, and either contains a name or a word for settling, or is the only candidate. Each person's account shows the
 * settlement once. `open` are the indexes of otherwise unmatched rows; `isRuled` tells if a rule gives a row a category.
 */
export function settledRows(
  rows: readonly ImportRow[],
  open: readonly number[],
  settlements: readonly NamedSettlement[],
  isRuled: (row: ImportRow) => boolean,
): Map<number, SettledRow> {
  const byAmount = Map.groupBy(settlements, ({ amount }) => amount);
  const day = ({ date }: Pick<ImportRow, "date">) => daysBetween(FIRST_DAY, date);
  const near = open.flatMap((index) => {
    const row = rows[index];
    const same = row ? (byAmount.get(row.amount) ?? []) : [];
    return same.flatMap((settlement) => {
      const apart = row ? Math.abs(day(settlement) - day(row)) : LIKE_DAYS + 1;
      if (!row || apart > LIKE_DAYS) return [];
      const words = wordsOf(`${settlement.names} ${SETTLING}`);
      const isRelated = [...wordsOf(row.description)].some((word) => words.has(word));
      if (!isRelated && isRuled(row)) return [];
      const side = Math.sign(signedAmount(row));
      return [{ index, id: settlement.id, side, isRelated, rank: apart + (isRelated ? 0 : LIKE_DAYS + 1) }];
    });
  });
  const candidates = Map.groupBy(near, ({ id, side }) => `${id} ${side}`);
  const pairs: Pair[] = near.filter(
    ({ id, side, isRelated }) => isRelated || candidates.get(`${id} ${side}`)?.length === 1,
  );
  const found = new Map<number, SettledRow>();
  const taken = new Set<string>();
  for (const { index, id, side, isRelated } of pairs.sort((a, b) => a.rank - b.rank || a.index - b.index)) {
    if (found.has(index) || taken.has(`${id} ${side}`)) continue;
    found.set(index, { id, isNamed: isRelated });
    taken.add(`${id} ${side}`);
  }
  return found;
}
