import type { Category } from "@coffer/domain/category/category";
import { NAME_MAX } from "@coffer/domain/definition/values";
import type { Id } from "@coffer/domain/id";
import { plus, sum } from "@coffer/domain/money/money";
import type { Rule } from "@coffer/domain/rule/rule";
import { pluralize } from "@coffer/domain/text/plural";
import { dayFormatter } from "@coffer/domain/time/day";
import { type Month, monthLabel } from "@coffer/domain/time/month";
import { signedAmount, type Transaction } from "@coffer/domain/transaction/transaction";
import { useMemo, useState } from "react";
import type { SentRow } from "../../api/imports.ts";
import { useAddRule } from "../../api/rules.ts";
import { useMoney } from "../../format/money.ts";
import type { ParsedFile } from "../../import/parsed-file.ts";
import { useOpenBudget, useToday } from "../../selection/selection.ts";
import { Button } from "../../ui/base/Button.tsx";
import { Tabs } from "../../ui/controls/Tabs.tsx";
import { Card } from "../../ui/display/Card.tsx";
import { Table } from "../../ui/display/Table.tsx";
import { SidePanel } from "../../ui/overlays/SidePanel.tsx";
import { WhyLink } from "../../why/WhyLink.tsx";
import { WhySum } from "../../why/WhySum.tsx";
import {
  type Choices,
  comingRows,
  monthSums,
  previewRows,
  type ReadableRow,
  rowsLike,
  rowsToSend,
  withChoices,
} from "./preview-rows.ts";
import { RowList, STATES } from "./RowList.tsx";

type Props = {
  files: readonly { name: string; file: ParsedFile }[];
  transactions: readonly Transaction[];
  categories: readonly Category[];
  rules: readonly Rule[];
  onImport: (rows: SentRow[], source: string) => void;
};

const FILTERS = ["all", "new", "needs-category", "here", "unreadable"] as const;
const SHOWN_MONTHS = 12;

/** Every row before anything is written: what is new, already here, without a category, or not readable. */
export function Preview({ files, transactions, categories, rules, onImport }: Props) {
  const [filter, setFilter] = useState<(typeof FILTERS)[number]>("all");
  const [choices, setChoices] = useState<Choices>({ categories: new Map(), skipped: new Set() });
  // Whose new rows are shown.
  const [month, setMonth] = useState<Month | null>(null);
  const [corrected, setCorrected] = useState<ReadableRow | null>(null);
  const found = useMemo(
    () => previewRows(files, { transactions, categories, rules }),
    [files, transactions, categories, rules],
  );
  const rows = useMemo(() => found.map((row) => withChoices(row, choices)), [found, choices]);
  const shown = useMemo(
    () => rows.filter(({ state }) => filter === "all" || state === filter),
    [rows, filter],
  );
  const months = useMemo(() => monthSums(rows, choices, transactions), [rows, choices, transactions]);
  const count = (state: string) => rows.filter((row) => row.state === state).length;
  const coming = rows.filter(({ state, key }) => state === "new" && !choices.skipped.has(key)).length;
  const missing = count("needs-category");

  const choose = (corrections: readonly ReadableRow[], categoryId: Id) => {
    const next = new Map(choices.categories);
    for (const { key } of corrections) next.set(key, categoryId);
    setChoices({ ...choices, categories: next });
  };
  const skip = ({ key }: ReadableRow, isSkipped: boolean) => {
    const next = new Set(choices.skipped);
    if (isSkipped) next.add(key);
    else next.delete(key);
    setChoices({ ...choices, skipped: next });
  };
  const chosenId = corrected ? choices.categories.get(corrected.key) : undefined;
  const chosen = categories.find(({ id }) => id === chosenId);
  return (
    <>
      <Card
        title="Rows"
        description={
          coming === 0
            ? "None of these rows is new."
            : `${pluralize(coming, "row")} will be added. Nothing is written before you import.`
        }
      >
        <div className="stack">
          <Tabs
            label="Rows"
            tabs={FILTERS.map((id) => ({
              id,
              label: id === "all" ? "All" : STATES[id].label,
              count: id === "all" ? rows.length : count(id),
            }))}
            selected={filter}
            onSelect={setFilter}
          >
            {corrected && chosen && (
              <Correction
                row={corrected}
                category={chosen}
                alike={rowsLike(corrected, rows, chosen.id)}
                onChoose={choose}
              />
            )}
            {shown.length === 0 ? (
              <p className="muted">There are no such rows.</p>
            ) : (
              <RowList
                key={filter}
                rows={shown}
                categories={categories}
                skipped={choices.skipped}
                onCategory={(row, categoryId) => {
                  choose([row], categoryId);
                  setCorrected(row);
                }}
                onSkip={skip}
              />
            )}
          </Tabs>
          {missing > 0 && (
            <p>{`${pluralize(missing, "row")} without a category ${missing === 1 ? "is" : "are"} left out until you choose one.`}</p>
          )}
          <div>
            <Button
              disabled={coming === 0}
              onClick={() => onImport(rowsToSend(rows, choices, categories), sourceOf(files))}
            >
              {`Import ${pluralize(coming, "row")}`}
            </Button>
          </div>
        </div>
      </Card>
      {months.length > 0 && (
        <Card
          title="By month"
          description="Income less expenses: what is here now, what is added, and what is here then."
          flush
        >
          <MonthTable months={months.slice(0, SHOWN_MONTHS)} onOpen={setMonth} />
        </Card>
      )}
      {month && (
        <ComingRows
          month={month}
          rows={comingRows(rows, choices, month)}
          categories={categories}
          onClose={() => setMonth(null)}
        />
      )}
    </>
  );
}

const sourceOf = (files: Props["files"]) =>
  files
    .map(({ file }) => file.source)
    .join(", ")
    .slice(0, 60)
    .trim();

type CorrectionProps = {
  row: ReadableRow;
  category: Category;
  alike: readonly ReadableRow[];
  onChoose: (rows: readonly ReadableRow[], categoryId: Id) => void;
};

/** Says where a row goes now, and offers the same for rows like it, here and in later imports. */
function Correction({ row: { row }, category, alike, onChoose }: CorrectionProps) {
  const { budget, can } = useOpenBudget();
  const addRule = useAddRule(budget);
  const rule = { contains: row.description.slice(0, NAME_MAX).trim(), categoryId: category.id };
  return (
    <div className="import-correction" role="status">
      <p>
        “{row.description}” goes into {category.name}.
      </p>
      <div className="row">
        {alike.length > 0 && (
          <Button variant="secondary" size="small" onClick={() => onChoose(alike, category.id)}>
            {`Also the ${pluralize(alike.length, "row")} like it`}
          </Button>
        )}
        {can("categories") && (
          <Button
            variant="secondary"
            size="small"
            pending={addRule.isPending}
            onClick={() => addRule.mutate(rule)}
          >
            Always, with a rule
          </Button>
        )}
      </div>
    </div>
  );
}

type MonthsProps = { months: ReturnType<typeof monthSums>; onOpen: (month: Month) => void };

function MonthTable({ months, onOpen }: MonthsProps) {
  const { money } = useMoney();
  return (
    <Table
      caption="Sums of the months"
      rows={months}
      rowKey={({ month }) => month}
      columns={[
        { header: "Month", slot: "title", cell: ({ month }) => monthLabel(month) },
        { header: "New rows", align: "end", cell: ({ rows }) => rows },
        {
          header: "Now",
          align: "end",
          cell: ({ there, month }) => (
            <WhyLink why="found" month={month}>
              {money(there)}
            </WhyLink>
          ),
        },
        {
          header: "Change",
          align: "end",
          cell: ({ coming, month }) => (
            <button type="button" className="why-link" onClick={() => onOpen(month)}>
              {money(coming)}
            </button>
          ),
        },
        {
          header: "After",
          align: "end",
          cell: ({ there, coming, month }) => (
            <button type="button" className="why-link" onClick={() => onOpen(month)}>
              {money(plus(there, coming))}
            </button>
          ),
        },
      ]}
    />
  );
}

type ComingProps = {
  month: Month;
  rows: readonly ReadableRow[];
  categories: readonly Category[];
  onClose: () => void;
};

/** What comes to a month. Without an address: the file is known to this page alone. */
function ComingRows({ month, rows, categories, onClose }: ComingProps) {
  const { money } = useMoney();
  const format = dayFormatter(
    rows.map(({ row }) => row.date),
    useToday(),
  );
  const nameOf = (id: number | undefined) => categories.find((one) => one.id === id)?.name ?? "No category";
  const listed = rows.map(({ key, row, categoryId }) => ({
    key,
    name: row.description,
    note: `${nameOf(categoryId)} · ${format(row.date)}`,
    amount: signedAmount(row),
  }));
  return (
    <SidePanel
      label={`What the new rows of ${monthLabel(month)} are`}
      heading={<h2>{`New in ${monthLabel(month)}`}</h2>}
      onClose={onClose}
    >
      <WhySum
        amount={money(sum(listed.map(({ amount }) => amount)))}
        from={`from ${pluralize(listed.length, "row")} of the files`}
        rows={listed}
      />
    </SidePanel>
  );
}
