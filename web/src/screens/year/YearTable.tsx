import type { Budget } from "@coffer/domain/budget/budget";
import type { Category } from "@coffer/domain/category/category";
import { FLOWS } from "@coffer/domain/category/choices";
import { sum, ZERO } from "@coffer/domain/money/money";
import { type Month, monthLabel, yearOf } from "@coffer/domain/time/month";
import { useMoney } from "../../format/money.ts";
import { Card } from "../../ui/display/Card.tsx";
import { WhyLink } from "../../why/WhyLink.tsx";

type Props = {
  categories: readonly Category[];
  months: readonly { month: Month; budgets: readonly Budget[] }[];
};

const TITLES = { income: "Income", expense: "Expenses" };

/** What each category came to in each month; what is over its plan stands out. */
export function YearTable({ categories, months }: Props) {
  const { whole } = useMoney();
  const rows = categories
    .map((category) => ({
      category,
      cells: months.map(({ month, budgets }) => {
        const { actual = ZERO, projected = ZERO } =
          budgets.find(({ categoryId }) => categoryId === category.id) ?? {};
        return { month, actual, isOver: category.type === "expense" && projected > 0 && actual > projected };
      }),
    }))
    .filter(({ cells }) => cells.some(({ actual }) => actual !== 0));
  return (
    <Card title="Month by month" flush>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard. */}
      <section className="year-box" aria-label="Month by month" tabIndex={0}>
        <table className="year-table">
          <thead>
            <tr>
              <th scope="col">Category</th>
              {months.map(({ month }) => (
                <th key={month} scope="col" title={`${monthLabel(month)}`}>
                  {monthLabel(month).slice(0, 3)} <span className="visually-hidden">{yearOf(month)}</span>
                </th>
              ))}
              <th scope="col">Total</th>
            </tr>
          </thead>
          {FLOWS.toReversed().map((type) => {
            const own = rows.filter(({ category }) => category.type === type);
            const totals = months.map((_, index) =>
              sum(own.map(({ cells }) => cells[index]?.actual ?? ZERO)),
            );
            return (
              own.length > 0 && (
                <tbody key={type}>
                  {own.map(({ category, cells }) => (
                    <tr key={category.id}>
                      <th scope="row">{category.name}</th>
                      {cells.map(({ month, actual, isOver }) => (
                        <td key={month} data-over={isOver}>
                          {actual === 0 ? (
                            "–"
                          ) : (
                            <WhyLink why={category.id} month={month}>
                              {whole(actual)}
                            </WhyLink>
                          )}
                        </td>
                      ))}
                      <td>{whole(sum(cells.map(({ actual }) => actual)))}</td>
                    </tr>
                  ))}
                  <tr className="year-total">
                    <th scope="row">{TITLES[type]}</th>
                    {totals.map((total, index) => (
                      <td key={months[index]?.month}>{whole(total)}</td>
                    ))}
                    <td>{whole(sum(totals))}</td>
                  </tr>
                </tbody>
              )
            );
          })}
        </table>
      </section>
    </Card>
  );
}
