import { useState } from "react";
import { Icon } from "./Icon.tsx";
import { IconButton } from "./IconButton.tsx";
import { usePopover } from "./popover.ts";

type Props = {
  /** yyyy-MM */
  month: string;
  onChange: (month: string) => void;
  /** The month of today, marked in the grid. */
  today?: string;
  /** The pointer or the focus is on a month: a good moment to fetch it. */
  onIntent?: (month: string) => void;
};

const long = new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", timeZone: "UTC" });
const short = new Intl.DateTimeFormat("en-US", { month: "short", timeZone: "UTC" });

const dateOf = (month: string) => new Date(`${month}-01T00:00:00Z`);
const step = (month: string, by: number) => {
  const date = dateOf(month);
  date.setUTCMonth(date.getUTCMonth() + by);
  return date.toISOString().slice(0, 7);
};

/** Previous, "November 2026", Next; the label opens a year of months. */
export function MonthPicker({ month, onChange, today, onIntent }: Props) {
  const popover = usePopover<HTMLDivElement>();
  const [year, setYear] = useState(Number(month.slice(0, 4)));
  const months = Array.from({ length: 12 }, (_, index) => `${year}-${String(index + 1).padStart(2, "0")}`);
  const intent = (target: string) => ({
    onPointerEnter: () => onIntent?.(target),
    onFocus: () => onIntent?.(target),
  });
  const previous = step(month, -1);
  const next = step(month, 1);
  return (
    <fieldset className="month-picker" aria-label="Month">
      <IconButton
        icon="chevron-left"
        label="Previous month"
        onClick={() => onChange(previous)}
        {...intent(previous)}
      />
      <button
        type="button"
        className="month-label"
        {...popover.trigger}
        onClick={() => setYear(Number(month.slice(0, 4)))}
      >
        {/* The longest name of a month holds the width, so that the arrows stay under the thumb. */}
        <span aria-live="polite">{long.format(dateOf(month))}</span>
        <Icon name="chevron-down" />
      </button>
      <IconButton icon="chevron-right" label="Next month" onClick={() => onChange(next)} {...intent(next)} />
      <div className="popover month-grid" role="dialog" aria-label="Choose a month" {...popover.panel}>
        <div className="month-year">
          <IconButton icon="chevron-left" label="Previous year" onClick={() => setYear(year - 1)} />
          <strong aria-live="polite">{year}</strong>
          <IconButton icon="chevron-right" label="Next year" onClick={() => setYear(year + 1)} />
        </div>
        {months.map((each) => (
          <button
            key={each}
            type="button"
            aria-label={long.format(dateOf(each))}
            aria-pressed={each === month}
            aria-current={each === today ? "date" : undefined}
            {...intent(each)}
            onClick={() => {
              popover.close();
              onChange(each);
            }}
          >
            {short.format(dateOf(each))}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
