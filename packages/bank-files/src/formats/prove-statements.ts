import type { BankFile } from "../bank-file.ts";
import { isSameAmount } from "../text/amount.ts";

/** The stated and the computed sums of one statement, in cents. */
export type Sums = {
  opening?: number;
  closing?: number;
  debits?: number;
  credits?: number;
  sum?: number;
  debitSum?: number;
  creditSum?: number;
};

/** Compares the movements with the balances or totals of their statements; adds a notice if they disagree. */
export function proveStatements(file: BankFile, statements: readonly Sums[]): void {
  const withBalances = statements.filter(
    ({ opening, closing }) => opening !== undefined && closing !== undefined,
  );
  const wrong = withBalances.filter(
    ({ opening = 0, closing = 0, sum = 0 }) => !isSameAmount(opening + sum, closing),
  );
  if (withBalances.length > 0) {
    if (wrong.length === 0) file.proved = "balance";
    else
      file.notices.push(
        "The rows do not add up to the file's balances, so some may be missing. Compare them with your bank's page.",
      );
    return;
  }
  const withTotals = statements.filter(
    ({ debits, credits }) => debits !== undefined || credits !== undefined,
  );
  const isRight = ({ debits = 0, credits = 0, debitSum = 0, creditSum = 0 }: Sums) =>
    isSameAmount(debits, debitSum) && isSameAmount(credits, creditSum);
  if (withTotals.length > 0 && withTotals.every(isRight)) file.proved = "totals";
}
