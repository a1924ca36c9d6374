import type { Budget } from "@coffer/domain/budget/budget";
import { spending } from "@coffer/domain/budget/dashboard";
import type { Category, CategoryColor } from "@coffer/domain/category/category";
import { CATEGORY_COLORS } from "@coffer/domain/category/choices";
import type { Id } from "@coffer/domain/id";
import { sum } from "@coffer/domain/money/money";
import { useState } from "react";
import { useMoney } from "../../format/money.ts";
import { Button } from "../../ui/base/Button.tsx";
import { Card } from "../../ui/display/Card.tsx";
import "../../ui/charts/chart.css";
import "./WhereItWent.css";

const SLICES = 6;
/** Between slices, in percent of the ring. */
const GAP = 0.8;
/** "Everything else" is no category: the button shows what it is made of, as slices of their own. */
const REST = { id: 0, name: "Everything else", color: "gray" };

/** The middle of the ring shows the slice under the pointer or the finger, else the total. */
export function WhereItWent({ categories, budgets }: { categories: Category[]; budgets: Budget[] }) {
  const { whole } = useMoney();
  const [limit, setLimit] = useState(SLICES);
  const [pointed, setPointed] = useState<Id | null>(null);
  const parts = spending(categories, budgets, limit);
  const total = sum(parts.map(({ amount }) => amount));
  const percentOf = (amount: number) => (amount / (total || 1)) * 100;
  const colors = distinct(parts.flatMap(({ category }) => category?.color ?? []));
  const slices = parts.map(({ category, amount }, index) => {
    const { id, name } = category ?? REST;
    const color = category ? (colors[index] ?? REST.color) : REST.color;
    const start = percentOf(sum(parts.slice(0, index).map((part) => part.amount)));
    return { id, name, color, amount, start };
  });
  const active = slices.find(({ id }) => id === pointed);
  const middle = whole(active?.amount ?? total);
  const leave = () => setPointed(null);
  const pointable = (id: Id) => ({ onPointerEnter: () => setPointed(id), onPointerLeave: leave });
  const showAll = parts.some(({ category }) => category === null) && (
    <Button variant="quiet" size="small" onClick={() => setLimit(Number.POSITIVE_INFINITY)}>
      Show all
    </Button>
  );
  return (
    <Card title="Where the money went" action={showAll}>
      <figure className="chart donut">
        <div className="donut-ring">
          <svg viewBox="0 0 100 100" aria-hidden="true">
            <circle className="donut-ground" cx="50" cy="50" r="42" />
            {slices.map(({ id, color, amount, start }) => (
              <circle
                key={id}
                data-color={color}
                data-active={id === active?.id}
                cx="50"
                cy="50"
                r="42"
                pathLength="100"
                strokeDasharray={`${Math.max(percentOf(amount) - (slices.length > 1 ? GAP : 0), 0.2)} 100`}
                strokeDashoffset={-start}
                transform="rotate(-90 50 50)"
                {...pointable(id)}
              />
            ))}
          </svg>
          <p className="donut-middle">
            <span className="donut-total" style={{ "--chars": middle.length }}>
              {middle}
            </span>
            <span className="donut-label">{active?.name ?? "spent"}</span>
          </p>
        </div>
        <ul className="donut-legend" aria-label="Where the money went">
          {slices.map(({ id, name, color, amount }) => (
            <li key={id} data-color={color} {...pointable(id)}>
              <span>{name}</span>
              <span>{whole(amount)}</span>
              <span className="donut-share">{Math.round(percentOf(amount))}%</span>
            </li>
          ))}
        </ul>
      </figure>
    </Card>
  );
}

/** Each color once as long as there are others, so that slices are told apart; gray is for everything else. */
function distinct(colors: readonly CategoryColor[]): CategoryColor[] {
  const used = new Set<CategoryColor>(["gray"]);
  return colors.map((color) => {
    const chosen = used.has(color) ? (CATEGORY_COLORS.find((one) => !used.has(one)) ?? color) : color;
    used.add(chosen);
    return chosen;
  });
}
