import type { Category } from "@coffer/domain/category/category";
import { CATEGORY_COLORS } from "@coffer/domain/category/choices";
import type { Id } from "@coffer/domain/id";
import { normalizeDescription } from "@coffer/domain/import/import-row";
import type { Cents } from "@coffer/domain/money/money";
import { pluralize } from "@coffer/domain/text/plural";
import type { Month } from "@coffer/domain/time/month";
import { useState } from "react";
import { useAddCategories, useAddPlans } from "../../api/imports.ts";
import type { FileCategory, ParsedFile } from "../../import/parsed-file.ts";
import { useOpenLedger } from "../../selection/selection.ts";
import { Button } from "../../ui/base/Button.tsx";
import { Card } from "../../ui/display/Card.tsx";

type Props = { files: readonly { name: string; file: ParsedFile }[]; categories: readonly Category[] };

const SHOWN = 12;

/** Parts of other programs' exports besides rows: categories first, then what was planned for them. */
export function FileExtras({ files, categories }: Props) {
  const { ledgerId, can } = useOpenLedger();
  const addCategories = useAddCategories(ledgerId);
  const addPlans = useAddPlans(ledgerId);
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

type Files = readonly { file: ParsedFile }[];

const nameOf = ({ name, type }: Pick<FileCategory, "name" | "type">) =>
  `${type} ${normalizeDescription(name)}`;

/** The categories that files of other programs name and the budget does not have, each once. */
function missingCategories(files: Files, categories: readonly Category[]): FileCategory[] {
  const known = new Set(categories.map(nameOf));
  return files
    .flatMap(({ file }) => file.categories)
    .filter((category) => {
      const isMissing = !known.has(nameOf(category));
      known.add(nameOf(category));
      return isMissing;
    });
}

type ComingPlan = { categoryId: Id; month: Month; projected: Cents };

/** The planned amounts of files whose categories are here. The last file that plans a category and month counts. */
function comingPlans(files: Files, categories: readonly Category[]): ComingPlan[] {
  const ids = new Map(categories.map((category) => [nameOf(category), category.id]));
  const plans = new Map<string, ComingPlan>();
  for (const { category: name, type, month, projected } of files.flatMap(({ file }) => file.plans)) {
    const categoryId = ids.get(nameOf({ name, type }));
    if (categoryId !== undefined && projected > 0)
      plans.set(`${month} ${categoryId}`, { categoryId, month, projected });
  }
  return [...plans.values()];
}
