import { parseDay } from "@coffer/domain/time/day";
import { dayHeading } from "@coffer/domain/time/format-day";
import { locale } from "../format/locale.ts";
import { useMoney } from "../format/money.ts";
import { useDeviceDay } from "../selection/selection.ts";
import { Button } from "../ui/base/Button.tsx";
import type { EntryForm } from "./use-entry-form.ts";
import "./EntryReading.css";

/** The amount and the day that a description is read as, before and after they are taken from it. */
export function EntryReading({ entry }: { entry: EntryForm }) {
  const { reading, draft, date, keepAsTyped } = entry;
  const { signed } = useMoney();
  const today = useDeviceDay();
  const day = parseDay(date.value);
  return (
    <div className="entry-reading" role="status">
      {reading && (
        <p>
          Reads as “{reading.description}”
          {reading.amount !== undefined && (
            <>, {signed({ type: "expense", ...reading, amount: reading.amount })}</>
          )}
          {reading.isDated && <>, {dayHeading(reading.date, today, locale)}</>}
        </p>
      )}
      {!reading && draft.taken && (
        <p>
          Read from “{draft.taken.text}”
          {day && day !== draft.taken.date && <>, {dayHeading(day, today, locale)}</>}
        </p>
      )}
      {/* Tab leads on to the amount; Escape is this key. */}
      {(reading || draft.taken) && (
        <Button variant="quiet" size="small" tabIndex={-1} aria-keyshortcuts="Escape" onClick={keepAsTyped}>
          Keep as typed <kbd>Esc</kbd>
        </Button>
      )}
    </div>
  );
}
