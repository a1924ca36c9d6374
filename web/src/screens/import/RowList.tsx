import type { Category } from "@coffer/domain/category/category";
import type { Id } from "@coffer/domain/id";
import { dayFormatter } from "@coffer/domain/time/day";
import { type UIEvent, useState } from "react";
import { useMoney } from "../../format/money.ts";
import { useToday } from "../../selection/selection.ts";
import { Badge, type Tone } from "../../ui/display/Badge.tsx";
import { categoriesFor, type PreviewRow, type ReadableRow, type RowState } from "./preview-rows.ts";

type Props = {
  rows: readonly PreviewRow[];
  categories: readonly Category[];
  skipped: ReadonlySet<string>;
  onCategory: (row: ReadableRow, categoryId: Id) => void;
  onSkip: (row: ReadableRow, skip: boolean) => void;
};

/** In pixels, as in the style sheet. */
const ROW_HEIGHT = 104;
const BEYOND = 6;

export const STATES: Record<RowState, { label: string; tone: Tone }> = {
  new: { label: "New", tone: "on-track" },
  here: { label: "Already here", tone: "neutral" },
  "needs-category": { label: "Needs a category", tone: "info" },
  unreadable: { label: "Cannot be read", tone: "over" },
};

/** Draws only the rows that are in sight, so that ten thousand scroll as ten do. */
export function RowList({ rows, ...rest }: Props) {
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(600);
  const first = Math.max(0, Math.min(Math.floor(top / ROW_HEIGHT) - BEYOND, rows.length - 1));
  const last = Math.min(rows.length, Math.ceil((top + height) / ROW_HEIGHT) + BEYOND);
  const scroll = ({ currentTarget }: UIEvent<HTMLElement>) => {
    setTop(currentTarget.scrollTop);
    setHeight(currentTarget.clientHeight);
  };
  const shown = rows.slice(first, last);
  const today = useToday();
  const write = dayFormatter(
    shown.flatMap((one) => (one.state === "unreadable" ? [] : [one.row.date])),
    today,
  );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard has to reach it.
    <section className="import-rows" onScroll={scroll} tabIndex={0} aria-label="Rows of the files">
      <ul style={{ height: rows.length * ROW_HEIGHT }}>
        {shown.map((row, index) => (
          <li
            key={row.key}
            className="import-row"
            style={{ top: (first + index) * ROW_HEIGHT }}
            aria-setsize={rows.length}
            aria-posinset={first + index + 1}
          >
            {row.state === "unreadable" ? (
              <>
                <div className="import-row-foot">
                  <Badge tone="over">{STATES.unreadable.label}</Badge>
                </div>
                <p className="import-row-reason">
                  {row.reason} (Line {row.line} of {row.file})
                </p>
              </>
            ) : (
              <Readable row={row} date={write(row.row.date)} {...rest} />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Readable({
  row: preview,
  date,
  categories,
  skipped,
  onCategory,
  onSkip,
}: Omit<Props, "rows"> & { row: ReadableRow; date: string }) {
  const { signed } = useMoney();
  const { row, state, categoryId, resembles } = preview;
  const { label, tone } = STATES[state];
  const name = `${row.description}, ${date}`;
  const isSkipped = skipped.has(preview.key);
  return (
    <>
      <div className="import-row-head">
        {state !== "here" && (
          <input
            type="checkbox"
            aria-label={`Import ${name}`}
            checked={!isSkipped}
            onChange={(event) => onSkip(preview, !event.target.checked)}
          />
        )}
        <span className="import-row-text">{row.description}</span>
        <span className="import-row-amount">{signed(row)}</span>
      </div>
      <div className="import-row-foot">
        <span className="muted">{date}</span>
        <Badge tone={tone}>{label}</Badge>
        {resembles && <Badge>Like “{resembles.description}”</Badge>}
        {state !== "here" && (
          <select
            className="import-row-category"
            aria-label={`Category of ${name}`}
            value={categoryId ?? ""}
            onChange={(event) => onCategory(preview, Number(event.target.value))}
          >
            <option value="" disabled hidden>
              Choose a category
            </option>
            {categoriesFor(row, categories).map((category) => (
              <option key={category.id} value={category.id}>
                {category.name}
              </option>
            ))}
          </select>
        )}
      </div>
    </>
  );
}
