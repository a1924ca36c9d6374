import { YEAR_FIGURES, type Year, type YearFigure, yearTable, yearTotals } from "@coffer/domain/budget/year";
import type { Category } from "@coffer/domain/category/category";
import { FLOWS } from "@coffer/domain/category/choices";
import type { Id } from "@coffer/domain/id";
import { type Cents, toDecimal } from "@coffer/domain/money/money";
import { monthLabel, yearOf } from "@coffer/domain/time/month";
import { useState } from "react";
import { useMoney } from "../../format/money.ts";
import { Button } from "../../ui/base/Button.tsx";
import { saveFile } from "../../ui/controls/save-file.ts";
import { Card } from "../../ui/display/Card.tsx";
import { SelectField } from "../../ui/fields/SelectField.tsx";
import { WhyLink } from "../../why/WhyLink.tsx";

/** `before`: the year before, as long. */
type Props = { categories: readonly Category[]; year: Year; before: Year };

const TITLES = { income: "Income", expense: "Expenses" };
const FIGURES: Record<YearFigure, string> = { actual: "Actual", planned: "Planned", available: "Available" };
const LAST = ["Total", "Average", "Before"];

/** Each category's figure in each month; an actual that is over its plan stands out. */
export function YearTable(props: Props) {
  const { whole } = useMoney();
  const [figure, setFigure] = useState<YearFigure>("actual");
  const { months } = props.year;
  const groups = groupsOf(props, figure);
  return (
    <Card
      title="Month by month"
      flush
      action={
        <div className="split">
          <SelectField
            label="Figure"
            hideLabel
            value={figure}
            options={YEAR_FIGURES.map((value) => ({ value, label: FIGURES[value] }))}
            onChange={({ target }) => setFigure(YEAR_FIGURES.find((one) => one === target.value) ?? "actual")}
          />
          <Button variant="quiet" size="small" onClick={() => void saveCsv(props, figure, groups)}>
            Export as CSV
          </Button>
        </div>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard. */}
      <section className="year-box" aria-label="Categories by month" tabIndex={0}>
        <table className="year-table">
          <thead>
            <tr>
              <th scope="col">Category</th>
              {months.map((month) => (
                <th key={month} scope="col" title={monthLabel(month)}>
                  {monthLabel(month).slice(0, 3)} <span className="visually-hidden">{yearOf(month)}</span>
                </th>
              ))}
              {LAST.map((title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          {groups.map(({ type, rows, total }) => (
            <tbody key={type}>
              {rows.map(({ category, amounts, last, isOver }) => (
                <tr key={category.id}>
                  <th scope="row">{category.name}</th>
                  {amounts.map((amount, index) => (
                    <td key={months[index]} data-over={isOver[index]}>
                      {amount === 0 ? (
                        "–"
                      ) : (
                        <WhyLink why={whyOf(figure, category.id)} month={months[index]}>
                          {whole(amount)}
                        </WhyLink>
                      )}
                    </td>
                  ))}
                  {last.map((amount, index) => (
                    <td key={LAST[index]}>{whole(amount)}</td>
                  ))}
                </tr>
              ))}
              <tr className="year-total">
                <th scope="row">{TITLES[type]}</th>
                {[...total.amounts, ...total.last].map((amount, index) => (
                  <td key={months[index] ?? LAST[index - months.length]}>{whole(amount)}</td>
                ))}
              </tr>
            </tbody>
          ))}
        </table>
      </section>
    </Card>
  );
}

/** Expenses, then income: the categories that have anything in the year or the one before, and their sums. */
function groupsOf({ categories, year, before }: Props, figure: YearFigure) {
  const lastOf = (amounts: readonly Cents[], earlier: readonly Cents[]) => {
    const { total, average } = yearTotals(amounts, figure);
    return [total, average, yearTotals(earlier, figure).total];
  };
  return FLOWS.toReversed().flatMap((type) => {
    const own = categories.filter((category) => category.type === type);
    const [shown, past, plans] = [
      yearTable(year, own, figure),
      yearTable(before, own, figure),
      yearTable(year, own, "planned"),
    ];
    const rows = own.flatMap((category, at) => {
      const amounts = shown.rows[at]?.amounts ?? [];
      const earlier = past.rows[at]?.amounts ?? [];
      if (![...amounts, ...earlier].some((amount) => amount !== 0)) return [];
      const isOver = amounts.map((amount, month) => {
        const plan = plans.rows[at]?.amounts[month] ?? 0;
        return figure === "available" ? amount < 0 : type === "expense" && plan > 0 && amount > plan;
      });
      return [{ category, amounts, isOver, last: lastOf(amounts, earlier) }];
    });
    const total = { amounts: shown.sums, last: lastOf(shown.sums, past.sums) };
    return rows.length === 0 ? [] : [{ type, rows, total }];
  });
}

const whyOf = (figure: YearFigure, id: Id) =>
  figure === "actual" ? id : figure === "planned" ? (`plan-${id}` as const) : (`available-${id}` as const);

async function saveCsv({ year }: Props, figure: YearFigure, groups: ReturnType<typeof groupsOf>) {
  const { csvOf } = await import("@coffer/domain/text/csv");
  const line = (name: string, { amounts, last }: { amounts: readonly Cents[]; last: readonly Cents[] }) => [
    name,
    ...[...amounts, ...last].map(toDecimal),
  ];
  const csv = csvOf([
    ["Category", ...year.months, ...LAST],
    ...groups.flatMap(({ type, rows, total }) => [
      ...rows.map((row) => line(row.category.name, row)),
      line(TITLES[type], total),
    ]),
  ]);
  saveFile(new Blob([csv], { type: "text/csv;charset=utf-8" }), `year-${figure}-${year.months.at(-1)}.csv`);
}
