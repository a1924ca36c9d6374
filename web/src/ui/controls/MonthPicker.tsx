import {
  addMonthsTo,
  type Month,
  monthLabel,
  nextMonth,
  previousMonth,
  startOfYear,
  yearOf,
} from "@coffer/domain/time/month";
import { type KeyboardEvent, type ReactNode, useState } from "react";
import { Icon } from "../base/Icon.tsx";
import { IconButton } from "../base/IconButton.tsx";
import { usePopover } from "../overlays/popover.ts";
import "./MonthPicker.css";

type Props = {
  month: Month;
  onChange: (month: Month) => void;
  current: Month;
  onIntent?: (month: Month) => void;
  footer?: ReactNode;
};

export function MonthPicker({ month, onChange, current, onIntent, footer }: Props) {
  const popover = usePopover((panel) => panel.querySelector<HTMLElement>("[aria-pressed=true]")?.focus());
  const [january, setJanuary] = useState(startOfYear(month));
  const months = Array.from({ length: 12 }, (_, index) => addMonthsTo(january, index));
  const turnYear = (step: number) => setJanuary(startOfYear(addMonthsTo(january, step)));
  const choose = (target: Month) => ({
    onClick: () => onChange(target),
    onPointerEnter: () => onIntent?.(target),
    onFocus: () => onIntent?.(target),
  });
  const label = monthLabel(month);
  return (
    <fieldset className="month-picker" aria-label="Month">
      <IconButton icon="chevron-left" label="Previous month" {...choose(previousMonth(month))} />
      <button
        type="button"
        className="month-label"
        {...popover.trigger}
        onClick={() => setJanuary(startOfYear(month))}
      >
        <span aria-live="polite">{label}</span>
        <Icon name="chevron-down" />
      </button>
      <IconButton icon="chevron-right" label="Next month" {...choose(nextMonth(month))} />
      <div
        className="popover month-grid"
        role="dialog"
        aria-label="Choose a month"
        onKeyDown={moveFocus}
        {...popover.panel}
      >
        <div className="month-year">
          <IconButton icon="chevron-left" label="Previous year" onClick={() => turnYear(-12)} />
          <strong aria-live="polite">{yearOf(january)}</strong>
          <IconButton icon="chevron-right" label="Next year" onClick={() => turnYear(12)} />
        </div>
        {months.map((each) => (
          <button
            key={each}
            type="button"
            aria-label={`${monthLabel(each).slice(0, 3)} ${yearOf(each)}`}
            aria-pressed={each === month}
            aria-current={each === current ? "date" : undefined}
            {...choose(each)}
            onClick={() => {
              popover.close();
              onChange(each);
            }}
          >
            {monthLabel(each).slice(0, 3)}
          </button>
        ))}
        {footer && (
          // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the click comes from what is in it.
          <div className="month-footer" onClick={popover.close}>
            {footer}
          </div>
        )}
      </div>
    </fieldset>
  );
}

/** Months by key; the grid has three in a row. */
const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -3, ArrowDown: 3 };

function moveFocus(event: KeyboardEvent<HTMLDivElement>) {
  const step = STEPS[event.key];
  const months = [...event.currentTarget.querySelectorAll<HTMLElement>("[aria-pressed]")];
  const at = months.findIndex((each) => each.isSameNode(document.activeElement));
  if (step === undefined || at < 0) return;
  event.preventDefault();
  months[at + step]?.focus();
}
