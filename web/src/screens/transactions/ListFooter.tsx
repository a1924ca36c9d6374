import type { Category } from "@coffer/domain/category/category";
import { pluralize } from "@coffer/domain/text/plural";
import { BY_SORT, findTransactions } from "@coffer/domain/transaction/search";
import { PAGE_SIZE, PAGE_SIZES } from "@coffer/domain/transaction/transaction";
import { useEffect, useEffectEvent, useRef } from "react";
import { allTransactions } from "../../api/transactions.ts";
import { locale } from "../../format/locale.ts";
import { loadCode } from "../../loading/load-code.ts";
import { useProgress } from "../../loading/use-progress.ts";
import { usePeople } from "../../people/people.tsx";
import { useMonth, useOpenLedger } from "../../selection/selection.ts";
import { Button } from "../../ui/base/Button.tsx";
import { saveFile } from "../../ui/controls/save-file.ts";
import { SelectField } from "../../ui/fields/SelectField.tsx";
import type { Filters, Found } from "./use-found.ts";

const SIZES = [
  ...PAGE_SIZES.map((value) => ({ value, label: `${value} per page` })),
  { value: "endless" as const, label: "Endless list" },
];

type Props = { found: Found; filters: Filters; categories: readonly Category[] };

export function ListFooter({ found, filters, categories }: Props) {
  const { page, total } = found;
  const { size, chosenSize, narrow, toPage, showMore } = filters;
  const last = Math.ceil(total.count / size);
  return (
    <footer className="transactions-foot">
      {last > 1 && (
        <nav aria-label="Pages">
          <p aria-live="polite">
            Showing {(page - 1) * size + 1} to {Math.min(page * size, total.count)} of {total.count} results
          </p>
          {showMore ? (
            <More key={size} onShow={showMore} />
          ) : (
            <>
              <Button variant="quiet" size="small" disabled={page <= 1} onClick={() => toPage(page - 1)}>
                Previous
              </Button>
              <Button variant="quiet" size="small" disabled={page >= last} onClick={() => toPage(page + 1)}>
                Next
              </Button>
            </>
          )}
        </nav>
      )}
      <div className="transactions-tools">
        {total.count > PAGE_SIZE && (
          <SelectField
            label="Rows per page"
            hideLabel
            value={chosenSize}
            options={SIZES}
            onChoose={(chosen) => narrow({ size: chosen === PAGE_SIZE ? undefined : chosen })}
          />
        )}
        <ExportCsv found={found} categories={categories} filters={filters} />
      </div>
    </footer>
  );
}

/** Shows more rows when it scrolls into sight or is pressed. */
function More({ onShow }: { onShow: () => void }) {
  const show = useEffectEvent(onShow);
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const observer = new IntersectionObserver((seen) => seen.some((one) => one.isIntersecting) && show());
    if (ref.current) observer.observe(ref.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={ref}>
      <Button variant="quiet" size="small" onClick={onShow}>
        Show more
      </Button>
    </div>
  );
}

/** Exports all filtered transactions, not only the current page. */
function ExportCsv({ found: { all }, categories, filters }: Props) {
  const { ledgerId } = useOpenLedger();
  const month = useMonth();
  const { people } = usePeople();
  const { progress: loaded, run } = useProgress<number>("Failed to export");

  async function save(onProgress: (rows: number) => void) {
    const { transactionsCsv } = await loadCode(() => import("@coffer/domain/portability/export"));
    const findAll = async () =>
      findTransactions(await allTransactions(ledgerId, onProgress), filters.chosen, categories, people).sort(
        BY_SORT[filters.sort],
      );
    const csv = transactionsCsv(all ?? (await findAll()), categories, people, locale);
    const name = all ? `transactions-${month}.csv` : "transactions.csv";
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
