import type { OpenLedger } from "../core/src/access.ts";
import type { Core } from "../core/src/core.ts";
import { newestFirst, type Transaction } from "../domain/src/transaction/transaction.ts";

type Page = Core["transactions"]["page"];

/** The transactions on all pages of a range, newest first. */
export async function listAll(
  { page }: { page: Page },
  ledger: OpenLedger,
  range: Parameters<Page>[1],
): Promise<Transaction[]> {
  const rows: Transaction[] = [];
  let cursor: string | undefined;
  do {
    const next = await page(ledger, { ...range, cursor });
    rows.push(...next.rows);
    cursor = next.cursor ?? undefined;
  } while (cursor !== undefined);
  return rows.sort(newestFirst);
}
