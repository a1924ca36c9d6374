import type { Category } from "@coffer/domain/category/category";
import { PAGE_SIZE, PAGE_SIZES } from "@coffer/domain/transaction/transaction";
import { useEffect, useEffectEvent, useRef } from "react";
import { Button } from "../../ui/base/Button.tsx";
import { ChoiceField } from "../../ui/fields/ChoiceField.tsx";
import { ExportCsv } from "./ExportCsv.tsx";
import type { useFilters } from "./use-filters.ts";
import type { Found } from "./use-found.ts";

const SIZES = [
  ...PAGE_SIZES.map((value) => ({ value, label: `${value} per page` })),
  { value: "endless" as const, label: "Endless list" },
];

type Props = { found: Found; filters: ReturnType<typeof useFilters>; categories: readonly Category[] };

export function ListFooter({ found, filters, categories }: Props) {
  const { page, total, all } = found;
  const { size, chosenSize, setSize, toPage, showMore } = filters;
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
          <ChoiceField
            label="Rows per page"
            hideLabel
            value={chosenSize}
            options={SIZES}
            onChoose={setSize}
          />
        )}
        <ExportCsv found={all} categories={categories} filters={filters} />
      </div>
    </footer>
  );
}

/** Shows more when it comes into sight, or is pressed. */
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
