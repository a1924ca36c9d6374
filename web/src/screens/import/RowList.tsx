import type { Category } from "@coffer/domain/category/category";
import type { Id } from "@coffer/domain/id";
import { categoriesOf } from "@coffer/domain/review/decision";
import type { Day } from "@coffer/domain/time/day";
import { dayFormatter } from "@coffer/domain/time/format-day";
import { Fragment, useEffect, useRef, useState } from "react";
import { useSaveTransaction } from "../../api/transactions.ts";
import { locale } from "../../format/locale.ts";
import { useMoney } from "../../format/money.ts";
import type { FileAnswer, PreviewRow, ReadableRow } from "../../import/preview-rows.ts";
import { usePeople } from "../../people/people.tsx";
import { useOpenLedger, useToday, useUser } from "../../selection/selection.ts";
import { Button } from "../../ui/base/Button.tsx";
import { Badge, type Tone } from "../../ui/display/Badge.tsx";
import { useRoom } from "../../ui/layout/use-is-desktop.ts";
import "./RowList.css";

type Props = {
  rows: readonly PreviewRow[];
  categories: readonly Category[];
  onCategory: (row: ReadableRow, categoryId: Id) => void;
  onGoal: (row: ReadableRow, goalId: Id | null) => void;
  onTurn: (row: ReadableRow) => void;
  onSplit: (row: ReadableRow) => void;
};

/** The height of a row for the width of the list, both in rem. */
const heightIn = (room: number) => (room >= 30 ? 3 : room >= 16 ? 8.75 : 20);
const BEYOND = 6;

export const STATES: Record<PreviewRow["state"], { label: string; tone: Tone }> = {
  new: { label: "New", tone: "on-track" },
  like: { label: "Already here", tone: "neutral" },
  here: { label: "Already here", tone: "neutral" },
  "left-out": { label: "Left out", tone: "neutral" },
  "to-review": { label: "To review", tone: "info" },
  moved: { label: "Between own accounts", tone: "neutral" },
  unreadable: { label: "Cannot be read", tone: "over" },
};

/** Renders only the visible rows, so that ten thousand rows scroll as fast as ten. */
export function RowList({ rows, ...rest }: Props) {
  const rowHeight = heightIn(useRoom());
  const list = useRef<HTMLUListElement>(null);
  // The rows that the window shows.
  const [sight, setSight] = useState({ from: 0, to: 20 });
  useEffect(() => {
    const look = () => {
      const box = list.current?.getBoundingClientRect();
      if (!box) return;
      const pixels = box.height / rows.length;
      setSight({ from: Math.floor(-box.top / pixels), to: Math.ceil((innerHeight - box.top) / pixels) });
    };
    look();
    addEventListener("scroll", look, { passive: true });
    addEventListener("resize", look);
    return () => {
      removeEventListener("scroll", look);
      removeEventListener("resize", look);
    };
  }, [rows.length]);
  const first = Math.max(0, Math.min(sight.from - BEYOND, rows.length - 1));
  const last = Math.min(rows.length, Math.max(sight.to, 0) + BEYOND);
  const shown = rows.slice(first, last);
  const today = useToday();
  const write = dayFormatter(
    shown.flatMap((one) =>
      one.state === "unreadable" ? [] : [one.row.date, one.there?.date ?? one.row.date],
    ),
    today,
    locale,
  );
  return (
    <section className="import-rows" aria-label="Rows of the files">
      <ul ref={list} style={{ height: `${rows.length * rowHeight}rem` }}>
        {shown.map((row, index) => (
          <li
            key={row.key}
            className="import-row"
            style={{ top: `${(first + index) * rowHeight}rem`, height: `${rowHeight}rem` }}
            aria-setsize={rows.length}
            aria-posinset={first + index + 1}
          >
            {row.state === "unreadable" ? (
              <p className="import-row-reason">
                <Badge tone="over">{STATES.unreadable.label}</Badge> {row.reason} (Line {row.line} of{" "}
                {row.file})
              </p>
            ) : (
              <Readable row={row} write={write} {...rest} />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Names the answers that a row depends on, with links to change them. */
function AsAnswered({ answers }: { answers: readonly FileAnswer[] }) {
  return (
    <>
      {" · as you answered: "}
      {answers.map(({ question, decides }, index) => (
        <Fragment key={question}>
          {index > 0 && ", "}
          <button
            type="button"
            className="import-row-answer"
            onClick={() => document.getElementById(question)?.focus()}
          >
            {decides}
          </button>
        </Fragment>
      ))}
    </>
  );
}

const NO_GOAL = "none";

const isGuess = ({ state, guessedBy }: ReadableRow) => state === "new" && guessedBy !== undefined;

/** Only a row without similar transactions is "New", and a guessed category is marked as a guess. */
function StateBadge({ row }: { row: ReadableRow }) {
  const { state, proposed } = row;
  if (state === "new" && proposed !== "new") return <Badge>Added anyway</Badge>;
  if (state === "new" && (row.nearby || row.settlementId)) return <Badge tone="guess">Perhaps new</Badge>;
  if (isGuess(row)) return <Badge tone="guess">Guessed</Badge>;
  return <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>;
}

type ReadableProps = Omit<Props, "rows"> & { row: ReadableRow; write: ReturnType<typeof dayFormatter> };

function Readable({ row: preview, write, categories, onCategory, onGoal, onTurn, onSplit }: ReadableProps) {
  const { signed } = useMoney();
  const { row, state, proposed, categoryId, goals, goalId, split } = preview;
  const isComing = state === "new" || state === "to-review";
  const date = write(row.date);
  const name = `${row.description}, ${date}`;
  return (
    <>
      {proposed === "here" ? (
        <span />
      ) : (
        <input
          type="checkbox"
          aria-label={`Import ${name}`}
          checked={isComing || state === "moved"}
          onChange={() => onTurn(preview)}
        />
      )}
      <p className="import-row-text">
        <span>{row.description}</span>
        <span className="muted">
          {date}
          {preview.answers.length > 0 && <AsAnswered answers={preview.answers} />}
          <Here row={preview} write={write} />
          {preview.settlementId && ` · ${settlementText(preview)}`}
          {isComing && preview.nearby && ` · ${nearbyText(preview.nearby)}`}
          {split && <PartOf split={split} />}
          {state === "to-review" && askedText(preview, write)}
          {isGuess(preview) && ` · category guessed because of “${preview.guessedBy}”`}
        </span>
      </p>
      <div className="import-row-state">
        {proposed === "like" && (
          <Button size="small" onClick={() => onTurn(preview)}>
            {isComing ? "It is the same" : "Keep both"}
          </Button>
        )}
        {isComing && proposed === "new" && preview.settlementId && (
          <Button size="small" onClick={() => onTurn(preview)}>
            It is the settlement
          </Button>
        )}
        {state === "like" && <BankPrice row={preview} />}
        {state !== "like" && <StateBadge row={preview} />}
        {isComing && !split && (
          <Button variant="quiet" size="small" aria-label={`Split ${name}`} onClick={() => onSplit(preview)}>
            Split
          </Button>
        )}
        {isComing && (
          <select
            className="import-row-category"
            data-guess={isGuess(preview)}
            aria-label={`Category of ${name}`}
            value={categoryId ?? ""}
            onChange={(event) => onCategory(preview, Number(event.target.value))}
          >
            <option value="" disabled hidden>
              Choose a category
            </option>
            {categoriesOf(row, categories, categoryId).map((category) => (
              <option key={category.id} value={category.id}>
                {category.name}
              </option>
            ))}
          </select>
        )}
        {isComing && goals.length > 0 && (
          <select
            className="import-row-category"
            aria-label={`Goal of ${name}`}
            value={goalId === null ? NO_GOAL : (goalId ?? "")}
            onChange={({ target: { value } }) => onGoal(preview, value === NO_GOAL ? null : Number(value))}
          >
            <option value="" disabled hidden>
              Choose a goal
            </option>
            {goals.map((goal) => (
              <option key={goal.id} value={goal.id}>
                {goal.name}
              </option>
            ))}
            <option value={NO_GOAL}>No goal</option>
          </select>
        )}
      </div>
      <span className="import-row-amount">{signed(row)}</span>
    </>
  );
}

function PartOf({ split: { whole, count } }: { split: NonNullable<ReadableRow["split"]> }) {
  const { money } = useMoney();
  return ` · one of ${count} parts of a purchase of ${money(whole.amount)}`;
}

const settlementText = ({ state, proposed }: ReadableRow) =>
  state !== "left-out" && proposed === "new"
    ? "has the amount of a settlement recorded near this day"
    : "recorded as a settlement: neither income nor spending";

/** What the review will ask about the row. */
function askedText({ due, transferOf, otherHalf }: ReadableRow, write: (day: Day) => string) {
  if (due) return ` · may be ${due.name}, due ${write(due.date)}`;
  return (transferOf ?? otherHalf) !== undefined && " · may have moved between own accounts";
}

const nearbyText = (count: number) =>
  count === 1
    ? "one of this amount was entered near this day"
    : `${count} of this amount were entered near this day`;

function Here({
  row: { row, state, proposed, isImported, there, by },
  write,
}: Pick<ReadableProps, "row" | "write">) {
  const { money } = useMoney();
  const { people } = usePeople();
  const user = useUser();
  if (!there || (proposed !== "like" && proposed !== "here")) return null;
  const person = people.find(({ id }) => id === by);
  const who = by === user.id ? "you" : person?.firstName;
  const how = there.subscriptionId
    ? "recorded"
    : who
      ? `${isImported ? "imported" : "typed"} by ${who}`
      : "entered";
  const price = there.amount === row.amount ? "" : ` for ${money(there.amount)}`;
  return ` · ${state === proposed ? "already here as" : "besides"} “${there.description}”, ${how} on ${write(there.date)}${price}`;
}

/** Offers the bank's price for a payment that was recorded with another one. */
function BankPrice({ row: { row, there, split } }: { row: ReadableRow }) {
  const { ledgerId } = useOpenLedger();
  const { money } = useMoney();
  const save = useSaveTransaction(ledgerId);
  if (!there || split || there.amount === row.amount) return null;
  const body = { ...there, amount: row.amount };
  return (
    <Button size="small" pending={save.isPending} onClick={() => save.mutate({ opened: there, body })}>
      {`Use ${money(row.amount)}`}
    </Button>
  );
}
