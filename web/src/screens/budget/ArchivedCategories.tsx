import type { Category } from "@coffer/domain/category/category";
import { inOrder } from "@coffer/domain/category/category-order";
import { Button } from "../../ui/base/Button.tsx";
import { IconButton } from "../../ui/base/IconButton.tsx";
import { CategoryBadge } from "../../ui/display/CategoryBadge.tsx";
import type { CategoryActions } from "./use-category-actions.tsx";
import "./ArchivedCategories.css";

type Props = { categories: Category[]; actions: CategoryActions | undefined };

export function ArchivedCategories({ categories, actions }: Props) {
  const archived = inOrder(categories.filter((category) => category.archived));
  if (archived.length === 0) return null;
  return (
    <details className="archived">
      <summary>Archived ({archived.length})</summary>
      <ul>
        {archived.map((category) => (
          <li key={category.id}>
            <CategoryBadge {...category} size="small" />
            <span className="grow">{category.name}</span>
            {actions && (
              <>
                <Button
                  variant="quiet"
                  size="small"
                  aria-label={`Bring back ${category.name}`}
                  onClick={() => actions.archive(category, false)}
                >
                  Bring back
                </Button>
                <IconButton
                  icon="trash"
                  tone="over"
                  label={`Delete ${category.name}`}
                  onClick={() => actions.remove(category)}
                />
              </>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
