import type { Category } from "@coffer/domain/category/category";
import { pluralize } from "@coffer/domain/text/plural";
import { bySort, matcher } from "@coffer/domain/transaction/search";
import type { Transaction } from "@coffer/domain/transaction/transaction";
import { allTransactions } from "../../api/transactions.ts";
import { useProgress } from "../../loading/use-progress.ts";
import { usePeople } from "../../people/use-people.ts";
import { useMonth, useOpenLedger } from "../../selection/selection.ts";
import { Button } from "../../ui/base/Button.tsx";
import { saveFile } from "../../ui/controls/save-file.ts";
import type { useFilters } from "./use-filters.ts";

type Props = {
  /** The rows that were found; undefined where it is of all months, of which only a part is loaded. */
  found: readonly Transaction[] | undefined;
  categories: readonly Category[];
  filters: Pick<ReturnType<typeof useFilters>, "chosen" | "sort">;
};

/** Saves all that the filters let through, on whatever page it is. */
export function ExportCsv({ found, categories, filters }: Props) {
  const { ledgerId } = useOpenLedger();
  const month = useMonth();
  const { people } = usePeople();
  const { progress: loaded, run } = useProgress<number>("Failed to export");

  async function save(onProgress: (rows: number) => void) {
    const { transactionsCsv } = await import("@coffer/domain/portability/export");
    const findAll = async () =>
      (await allTransactions(ledgerId, onProgress))
        .filter(matcher(filters.chosen, categories, people))
        .sort(bySort(filters.sort));
    const csv = transactionsCsv(found ?? (await findAll()), categories);
    const name = found ? `transactions-${month}.csv` : "transactions.csv";
    saveFile(new Blob([csv], { type: "text/csv;charset=utf-8" }), name);
  }

  return (
    <div className="transactions-export">
      <span className="muted" role="status">
        {loaded !== null && loaded > 0 && `${pluralize(loaded, "transaction")} read`}
      </span>
      <Button
        variant="quiet"
        size="small"
        pending={loaded !== null}
        pendingLabel="Exporting..."
        onClick={() => void run(0, save)}
      >
        Export as CSV
      </Button>
    </div>
  );
}
