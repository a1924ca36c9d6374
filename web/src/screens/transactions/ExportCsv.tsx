import type { Category } from "@coffer/domain/category";
import { pluralize } from "@coffer/domain/plural";
import { bySort, matcher } from "@coffer/domain/search";
import type { Transaction } from "@coffer/domain/transaction";
import { useState } from "react";
import { messageOf } from "../../api/api-error.ts";
import { allTransactions } from "../../api/transactions.ts";
import { CHECK_CONNECTION } from "../../api/use-api-mutation.ts";
import { usePeople } from "../../people/use-people.ts";
import { useMonth, useOpenBudget } from "../../shell/selection.ts";
import { Button } from "../../ui/base/Button.tsx";
import { saveFile } from "../../ui/controls/save-file.ts";
import { toast } from "../../ui/overlays/toast.ts";
import type { useFilters } from "./use-filters.ts";

type Props = {
  /** What was found; undefined where it is of all months, of which only a part is loaded. */
  found: readonly Transaction[] | undefined;
  categories: readonly Category[];
  filters: Pick<ReturnType<typeof useFilters>, "chosen" | "sort">;
};

/** Saves all that the filters let through, on whatever page it is. */
export function ExportCsv({ found, categories, filters }: Props) {
  const { budget } = useOpenBudget();
  const month = useMonth();
  const { people } = usePeople();
  const [loaded, setLoaded] = useState<number | null>(null);

  async function findAll(): Promise<readonly Transaction[]> {
    const all = await allTransactions(budget, setLoaded);
    return all.filter(matcher(filters.chosen, categories, people)).sort(bySort(filters.sort));
  }

  async function save() {
    setLoaded(0);
    try {
      const { transactionsCsv } = await import("@coffer/domain/export");
      const csv = transactionsCsv(found ?? (await findAll()), categories);
      const name = found ? `transactions-${month}.csv` : "transactions.csv";
      saveFile(new Blob([csv], { type: "text/csv;charset=utf-8" }), name);
    } catch (error) {
      const description = messageOf(error, CHECK_CONNECTION);
      toast({ title: "Failed to export", description, variant: "destructive" });
    } finally {
      setLoaded(null);
    }
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
        onClick={() => void save()}
      >
        Export as CSV
      </Button>
    </div>
  );
}
