import type { Category } from "@coffer/domain/category";
import { dayFormatter } from "@coffer/domain/day";
import type { Transaction } from "@coffer/domain/transaction";
import { categoryOf } from "../../shell/category-of.ts";
import { useToday } from "../../shell/selection.ts";
import { IconButton } from "../../ui/base/IconButton.tsx";
import { CategoryBadge } from "../../ui/display/CategoryBadge.tsx";
import type { Explanation } from "./explanation.ts";
import { WhyList } from "./WhyList.tsx";

type Props = Pick<Explanation, "rows"> & {
  categories: Category[];
  /** Undefined without the permission. */
  onEdit?: (transaction: Transaction) => void;
};

/** The plans and transactions of a number. */
export function WhyRows({ rows, categories, onEdit }: Props) {
  const dates = rows.flatMap((row) => (row.kind === "transaction" ? [row.transaction.date] : []));
  const format = dayFormatter(dates, useToday());
  return (
    <WhyList
      rows={rows.map((row) => {
        const of = row.kind === "plan" ? row.plan : row.transaction;
        const category = categoryOf(of, categories);
        const lead = <CategoryBadge icon={category.icon} color={category.color} size="small" />;
        if (row.kind === "plan") {
          const key = `plan ${row.plan.categoryId}`;
          return { key, lead, name: category.name, note: "Planned", amount: row.amount };
        }
        const { transaction } = row;
        return {
          key: transaction.id,
          lead,
          name: transaction.description,
          note: `${category.name} · ${format(transaction.date)}`,
          amount: row.amount,
          action: onEdit && (
            <IconButton
              icon="edit"
              label={`Edit ${transaction.description}`}
              onClick={() => onEdit(transaction)}
            />
          ),
        };
      })}
    />
  );
}
