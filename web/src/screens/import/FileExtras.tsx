import { CATEGORY_COLORS, type Category } from "@coffer/domain/category";
import { pluralize } from "@coffer/domain/plural";
import { useState } from "react";
import { useAddCategories, useAddPlans } from "../../api/import-extras.ts";
import type { ParsedFile } from "../../import/parsed-file.ts";
import { useOpenBudget } from "../../shell/selection.ts";
import { Button } from "../../ui/base/Button.tsx";
import { Card } from "../../ui/display/Card.tsx";
import { comingPlans, missingCategories } from "./file-extras.ts";

type Props = { files: readonly { name: string; file: ParsedFile }[]; categories: readonly Category[] };

const SHOWN = 12;

/** What exports of other programs bring besides rows: categories first, then what was planned for them. */
export function FileExtras({ files, categories }: Props) {
  const { budget, can } = useOpenBudget();
  const addCategories = useAddCategories(budget);
  const addPlans = useAddPlans(budget);
  const [planned, setPlanned] = useState(false);
  const missing = missingCategories(files, categories);
  const plans = missing.length > 0 || planned ? [] : comingPlans(files, categories);
  if (!can("categories") || (missing.length === 0 && plans.length === 0)) return null;
  const names = missing.slice(0, SHOWN).map(({ name }) => name);
  const more = missing.length > SHOWN ? ` and ${missing.length - SHOWN} more` : "";
  const ofCategories = pluralize(missing.length, "category", "categories");
  return (
    <Card title="Also in these files">
      <div className="stack">
        {missing.length > 0 && (
          <>
            <p className="import-names">{`${ofCategories} that you do not have: ${names.join(", ")}${more}.`}</p>
            <div>
              <Button
                variant="secondary"
                size="small"
                pending={addCategories.isPending}
                pendingLabel="Adding..."
                onClick={() =>
                  addCategories.mutate(
                    missing.map(({ name, type }, index) => ({
                      name,
                      type,
                      icon: "category",
                      color: CATEGORY_COLORS[(categories.length + index) % CATEGORY_COLORS.length] ?? "gray",
                    })),
                  )
                }
              >
                {`Add ${ofCategories}`}
              </Button>
            </div>
          </>
        )}
        {plans.length > 0 && (
          <>
            <p>{`${pluralize(plans.length, "planned amount")}. They come in where nothing is planned yet.`}</p>
            <div>
              <Button
                variant="secondary"
                size="small"
                pending={addPlans.isPending}
                pendingLabel="Adding..."
                onClick={() => addPlans.mutate(plans, { onSuccess: () => setPlanned(true) })}
              >
                {`Add ${pluralize(plans.length, "planned amount")}`}
              </Button>
            </div>
          </>
        )}
      </div>
    </Card>
  );
}
