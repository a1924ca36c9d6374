import { categoryOf } from "../budget/category-of.ts";
import { useMoney } from "../format/money.ts";
import { Button } from "../ui/base/Button.tsx";
import { CategoryBadge } from "../ui/display/CategoryBadge.tsx";
import type { EntryForm } from "./use-entry-form.ts";
import "./QuickEntries.css";

type Props = EntryForm["list"] & Pick<EntryForm, "categories">;

export function QuickEntries({ entries, categories, onUndo, onRetry }: Props) {
  const { signed } = useMoney();
  const newest = entries.find(({ state }) => state === "saved");
  return (
    <>
      <p className="visually-hidden" role="status">
        {newest && `Saved ${newest.body.description}, ${signed(newest.body)}`}
      </p>
      {entries.length > 0 && (
        <ul className="entries" aria-label="Just entered">
          {entries.map((entry) => {
            const { description } = entry.body;
            return (
              <li key={entry.key}>
                <CategoryBadge {...categoryOf(entry.body, categories)} size="small" />
                <span className="grow">{description}</span>
                <span className="entry-amount">{signed(entry.body)}</span>
                {entry.state === "saving" && <span className="entry-state">Saving...</span>}
                {entry.state === "saved" && (
                  <Button
                    variant="quiet"
                    size="small"
                    aria-label={`Undo ${description}`}
                    onClick={() => onUndo(entry)}
                  >
                    Undo
                  </Button>
                )}
                {entry.state === "failed" && (
                  <Button
                    variant="destructive"
                    size="small"
                    aria-label={`Not saved: try ${description} again`}
                    onClick={() => onRetry(entry)}
                  >
                    Try again
                  </Button>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </>
  );
}
