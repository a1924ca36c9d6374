import type { Category } from "@coffer/domain/category";
import { dayFormatter } from "@coffer/domain/day";
import { sum } from "@coffer/domain/money";
import type { Transaction } from "@coffer/domain/transaction";
import { categoryOf } from "../../shell/category-of.ts";
import { useMoney } from "../../shell/money.ts";
import { useToday } from "../../shell/selection.ts";
import { IconButton } from "../../ui/base/IconButton.tsx";
import { Amount } from "../../ui/display/Amount.tsx";
import { CategoryBadge } from "../../ui/display/CategoryBadge.tsx";
import type { Explanation } from "./explanation.ts";

type Props = Pick<Explanation, "rows"> & {
  categories: Category[];
  /** Undefined without the permission. */
  onEdit?: (transaction: Transaction) => void;
};

/** The rows and their sum, which is the number in question to the cent. */
export function WhyRows({ rows, categories, onEdit }: Props) {
  const { money } = useMoney();
  const dates = rows.flatMap((row) => (row.kind === "transaction" ? [row.transaction.date] : []));
  const format = dayFormatter(dates, useToday());
  if (rows.length === 0) return <p className="muted">Nothing is in it yet.</p>;
  return (
    <ul className="why-rows" aria-label="Rows">
      {rows.map((row) => {
        if (row.kind === "plan") {
          const category = categoryOf(row.plan, categories);
          return (
            <li key={row.plan.categoryId}>
              <CategoryBadge icon={category.icon} color={category.color} size="small" />
              <div className="why-what">
                <p>{category.name}</p>
                <p className="muted">Planned</p>
              </div>
              <Amount text={money(row.amount)} />
            </li>
          );
        }
        const { transaction } = row;
        const category = categoryOf(transaction, categories);
        return (
          <li key={transaction.id}>
            <CategoryBadge icon={category.icon} color={category.color} size="small" />
            <div className="why-what">
              <p>{transaction.description}</p>
              <p className="muted">
                {category.name} · {format(transaction.date)}
              </p>
            </div>
            <Amount text={money(row.amount)} />
            {onEdit && (
              <IconButton
                icon="edit"
                label={`Edit ${transaction.description}`}
                onClick={() => onEdit(transaction)}
              />
            )}
          </li>
        );
      })}
      <li className="why-total">
        <p className="why-what">Sum</p>
        <Amount text={money(sum(rows.map((row) => row.amount)))} />
      </li>
    </ul>
  );
}
