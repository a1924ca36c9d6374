import { type Month, monthLabel, monthOfDay } from "@coffer/domain/time/month";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { comparedYears } from "../../api/moving-in.ts";
import { useMoney } from "../../format/money.ts";
import { type Compared, compare, monthsOf, type Theirs } from "../../import/comparison.ts";
import { QueryResult } from "../../loading/QueryResult.tsx";
import { useCategories, useOpenLedger, useToday } from "../../selection/selection.ts";
import { CheckboxField } from "../../ui/base/CheckboxField.tsx";
import { Card } from "../../ui/display/Card.tsx";
import { Table } from "../../ui/display/Table.tsx";
import { SelectField } from "../../ui/fields/SelectField.tsx";
import { WhyLink } from "../../why/WhyLink.tsx";
import type { RunningImport } from "./stored-import.ts";

type Props = { theirs: Theirs; refused?: RunningImport["refused"] };

/** Another program's figures for each category and month beside Coffer's, with the difference in words. */
export function Comparison({ theirs, refused = [] }: Props) {
  const { ledgerId } = useOpenLedger();
  const { money } = useMoney();
  const categories = useCategories();
  const months = useMemo(() => monthsOf(theirs), [theirs]);
  const today = monthOfDay(useToday());
  const [last = today] = months;
  const ours = useQuery(comparedYears(ledgerId, months.at(-1) ?? today, last));
  return (
    <Card title={`${theirs.source} and Coffer`}>
      <QueryResult
        queries={{ categories, ours }}
        failed="Failed to load what is here"
        lines={6}
        height="2rem"
      >
        {(loaded) => (
          <Rows
            rows={compare(
              theirs,
              loaded.categories,
              (id, month) => loaded.ours.get(`${id} ${month}`),
              money,
              (id, month) =>
                refused.filter((one) => one.categoryId === id && one.date?.startsWith(month)).length,
            )}
            months={months}
            source={theirs.source}
          />
        )}
      </QueryResult>
    </Card>
  );
}

type RowsProps = { rows: readonly Compared[]; months: readonly Month[]; source: string };

const differs = ({ theirs, ours }: Compared) => theirs !== ours;

function Rows({ rows, months, source }: RowsProps) {
  const { money } = useMoney();
  const byMonth = Map.groupBy(rows, ({ month }) => month);
  const differing = (month: Month) => (byMonth.get(month) ?? []).filter(differs);
  const firstOff = months.find((month) => differing(month).length > 0);
  const [chosen, setChosen] = useState<Month>();
  const [isOnly, setOnly] = useState(true);
  const all = rows.filter(differs).length;
  const [latest] = months;
  const month = chosen ?? firstOff ?? latest;
  if (!month) return <p className="muted">{`There is nothing of ${source} to compare.`}</p>;
  const off = differing(month);
  const shown = isOnly && off.length > 0 ? off : (byMonth.get(month) ?? []);
  const figures = `${rows.length.toLocaleString("en-US")} ${rows.length === 1 ? "figure" : "figures"}`;
  const period = months.length === 1 ? `in ${monthLabel(month)}` : `in ${months.length} months`;
  return (
    <div className="stack">
      <p role="status">
        {all === 0
          ? `All equal: ${figures} ${period}.`
          : `${all.toLocaleString("en-US")} of ${figures} ${period} ${all === 1 ? "differs" : "differ"}.`}
      </p>
      <SelectField
        label="Month"
        value={month}
        options={months.map((value) => {
          const count = differing(value).length;
          const text = count === 0 ? "all equal" : `${count} ${count === 1 ? "differs" : "differ"}`;
          return { value, label: `${monthLabel(value)}: ${text}` };
        })}
        onChoose={setChosen}
      />
      {off.length > 0 && (
        <CheckboxField
          label="Only what differs"
          checked={isOnly}
          onChange={({ target }) => setOnly(target.checked)}
        />
      )}
      <Table
        caption={`${source} and Coffer in ${monthLabel(month)}`}
        rows={shown}
        rowKey={({ key }) => key}
        columns={[
          { header: "Category", slot: "title", cell: ({ name }) => name },
          { header: "Figure", slot: "meta", cell: figureOf },
          { header: source, align: "end", cell: ({ theirs }) => money(theirs) },
          {
            header: "Coffer",
            align: "end",
            cell: ({ category, name, of, ours }) =>
              category ? (
                <WhyLink
                  of={`${name} ${of === "available" ? "available" : "actual"}`}
                  why={of === "available" ? `available-${category.id}` : category.id}
                  month={month}
                  text={money(ours)}
                />
              ) : (
                money(ours)
              ),
          },
          {
            header: "Difference",
            cell: (row) => (differs(row) ? row.reasons.join(" ") : <span className="muted">None</span>),
          },
        ]}
      />
    </div>
  );
}

const figureOf = ({ of, category }: Compared): string =>
  of === "available" ? "Available" : category?.type === "income" ? "Received" : "Spent";
