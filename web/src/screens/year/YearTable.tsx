import { YEAR_FIGURES, type Year, type YearFigure, yearTable, yearTotals } from "@coffer/domain/budget/year";
import type { Category } from "@coffer/domain/category/category";
import { FLOWS } from "@coffer/domain/category/choices";
import type { Id } from "@coffer/domain/id";
import type { WhyTarget } from "@coffer/domain/link/links";
import { type Cents, toDecimal } from "@coffer/domain/money/money";
import { monthLabel, yearOf } from "@coffer/domain/time/month";
import { useState } from "react";
import { locale } from "../../format/locale.ts";
import { useMoney } from "../../format/money.ts";
import { loadCode } from "../../loading/load-code.ts";
import { Button } from "../../ui/base/Button.tsx";
import { saveFile } from "../../ui/controls/save-file.ts";
import { Card } from "../../ui/display/Card.tsx";
import { SelectField } from "../../ui/fields/SelectField.tsx";
import { showFocused } from "../../ui/layout/show-focused.ts";
import { WhyLink } from "../../why/WhyLink.tsx";

/** `before` is the equally long period before `year`. */
type Props = { categories: readonly Category[]; year: Year; before: Year };

const TITLES = { income: "Income", expense: "Expenses" };
const FIGURES: Record<YearFigure, string> = { actual: "Actual", planned: "Planned", available: "Available" };
const WHY: Record<YearFigure, (id: Id) => WhyTarget> = {
  actual: (id) => id,
  planned: (id) => `plan-${id}`,
  available: (id) => `available-${id}`,
};
/** The columns after the months. */
const LAST = ["Total", "Average", "Before"];

export function YearTable(props: Props) {
  const { whole } = useMoney();
  const [figure, setFigure] = useState<YearFigure>("actual");
  const { months } = props.year;
  const columns = [...months, ...LAST];
  const groups = groupsOf(props, figure);
  const exportCsv = async () => {
    const { csvOf } = await loadCode(() => import("@coffer/domain/text/csv"));
    const lines = groups.flatMap(({ rows, total }) => [...rows, total]);
    const csv = csvOf(
      [["Category", ...columns], ...lines.map(({ name, amounts }) => [name, ...amounts.map(toDecimal)])],
      locale,
    );
    saveFile(new Blob([csv], { type: "text/csv;charset=utf-8" }), `year-${figure}-${months.at(-1)}.csv`);
  };
  const options = YEAR_FIGURES.map((value) => ({ value, label: FIGURES[value] }));
  const controls = (
    <div className="split">
      <SelectField label="Figure" hideLabel value={figure} options={options} onChoose={setFigure} />
      <Button variant="quiet" size="small" onClick={() => void exportCsv()}>
        Export as CSV
      </Button>
    </div>
  );
  return (
    <Card title="Month by month" flush action={controls}>
      <section
        className="year-box"
        aria-label="Categories by month"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard.
        tabIndex={0}
        ref={showLastMonths}
        onFocus={showFocused}
      >
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
          {groups.map(({ rows, total }) => (
            <tbody key={total.name}>
              {rows.map(({ id, name, amounts, isOver }) => (
                <tr key={id}>
                  <th scope="row">{name}</th>
                  {months.map((month, index) => (
                    <td key={month} data-over={isOver[index]}>
                      {amounts[index] ? (
                        <WhyLink
                          of={`${name}, ${monthLabel(month)}`}
                          why={WHY[figure](id)}
                          month={month}
                          text={whole(amounts[index])}
                        />
                      ) : (
                        "–"
                      )}
                    </td>
                  ))}
                  {amounts.slice(months.length).map((amount, index) => (
                    <td key={LAST[index]}>{whole(amount)}</td>
                  ))}
                </tr>
              ))}
              <tr className="year-total">
                <th scope="row">{total.name}</th>
                {total.amounts.map((amount, index) => (
                  <td key={columns[index]}>{whole(amount)}</td>
                ))}
              </tr>
            </tbody>
          ))}
        </table>
      </section>
    </Card>
  );
}

/** Scrolls to the latest months that fit completely beside the names. */
function showLastMonths(box: HTMLElement | null): void {
  const [names, ...columns] = box?.querySelectorAll<HTMLElement>("th[scope=col]") ?? [];
  const months = columns.slice(0, -LAST.length);
  const last = months.at(-1);
  if (!box || !names || !last) return;
  const room = box.clientWidth - names.offsetWidth;
  const first = months.find(({ offsetLeft }) => last.offsetLeft + last.offsetWidth - offsetLeft <= room);
  box.scrollLeft = (first ?? last).offsetLeft - names.offsetWidth;
}

/** The categories with amounts in the year or the one before, and their sums: expenses, then income. */
function groupsOf({ categories, year, before }: Props, figure: YearFigure) {
  const withLast = (amounts: readonly Cents[], earlier: readonly Cents[]) => {
    const { total, average } = yearTotals(amounts, figure);
    return [...amounts, total, average, yearTotals(earlier, figure).total];
  };
  return FLOWS.toReversed().flatMap((type) => {
    const own = categories.filter((category) => category.type === type);
    const shown = yearTable(year, own, figure);
    const past = yearTable(before, own, figure);
    const plans = yearTable(year, own, "planned");
    const rows = own.flatMap(({ id, name }, at) => {
      const amounts = shown.rows[at]?.amounts ?? [];
      const earlier = past.rows[at]?.amounts ?? [];
      if ([...amounts, ...earlier].every((amount) => amount === 0)) return [];
      const isOver = amounts.map((amount, month) => {
        const plan = plans.rows[at]?.amounts[month] ?? 0;
        return figure === "available" ? amount < 0 : type === "expense" && plan > 0 && amount > plan;
      });
      return [{ id, name, amounts: withLast(amounts, earlier), isOver }];
    });
    const total = { name: TITLES[type], amounts: withLast(shown.sums, past.sums) };
    return rows.length === 0 ? [] : [{ rows, total }];
  });
}
