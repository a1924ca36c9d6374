import { useState } from "react";
import { Button } from "../../ui/base/Button.tsx";

/** The first rows of a list, and a button that shows the rest. */
export function useFolded<Row>(rows: readonly Row[], first: number) {
  const [isOpen, setOpen] = useState(false);
  // One more row takes no more room than the button.
  if (rows.length <= first + 1) return { shown: rows, more: null };
  const more = (
    <div className="show-more">
      <Button variant="quiet" size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? "Show fewer" : `Show all ${rows.length}`}
      </Button>
    </div>
  );
  return { shown: isOpen ? rows : rows.slice(0, first), more };
}
