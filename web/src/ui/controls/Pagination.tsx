import { Button } from "../base/Button.tsx";
import "./Pagination.css";

type Props = {
  /** Counted from 1. */
  page: number;
  pageSize: number;
  total: number;
  onPage: (page: number) => void;
};

/** Renders nothing where one page is enough. */
export function Pagination({ page, pageSize, total, onPage }: Props) {
  if (total <= pageSize) return null;
  const last = Math.ceil(total / pageSize);
  const from = (page - 1) * pageSize + 1;
  return (
    <nav className="pagination" aria-label="Pages">
      <p aria-live="polite">
        Showing {from} to {Math.min(page * pageSize, total)} of {total} results
      </p>
      <div className="row">
        <Button variant="secondary" size="small" disabled={page <= 1} onClick={() => onPage(page - 1)}>
          Previous
        </Button>
        <Button variant="secondary" size="small" disabled={page >= last} onClick={() => onPage(page + 1)}>
          Next
        </Button>
      </div>
    </nav>
  );
}
