import { PAGE_SIZE, PAGE_SIZES } from "@coffer/domain/transaction";
import { Pagination } from "../../ui/controls/Pagination.tsx";
import { SelectField } from "../../ui/fields/SelectField.tsx";
import type { useFilters } from "./use-filters.ts";
import type { Found } from "./use-found.ts";

type Props = { found: Found; filters: ReturnType<typeof useFilters> };

export function Pages({ found: { page, total }, filters: { size, setSize, toPage } }: Props) {
  if (total.count <= PAGE_SIZE) return null;
  return (
    <div className="transactions-pages">
      <Pagination page={page} pageSize={size} total={total.count} onPage={toPage} />
      <div className="transactions-size">
        <span aria-hidden>Rows per page</span>
        <SelectField
          label="Rows per page"
          hideLabel
          value={size}
          options={PAGE_SIZES.map((value) => ({ value, label: String(value) }))}
          onChange={(event) => setSize(Number(event.target.value))}
        />
      </div>
    </div>
  );
}
