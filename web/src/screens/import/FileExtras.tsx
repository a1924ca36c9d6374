import type { FileCategory } from "@coffer/bank-files/bank-file";
import type { Category } from "@coffer/domain/category/category";
import { CATEGORY_COLORS } from "@coffer/domain/category/choices";
import type { Id } from "@coffer/domain/id";
import type { Cents } from "@coffer/domain/money/money";
import { foldedWords } from "@coffer/domain/text/folded";
import { pluralize } from "@coffer/domain/text/plural";
import type { Month } from "@coffer/domain/time/month";
import { useAddCategories, useAddPlans } from "../../api/imports.ts";
import { useOpenLedger } from "../../selection/selection.ts";
import { Button } from "../../ui/base/Button.tsx";
import { Card } from "../../ui/display/Card.tsx";
import type { NamedFile } from "./preview-rows.ts";

type Files = readonly NamedFile[];
type Props = { files: Files; categories: readonly Category[] };

const SHOWN = 12;

/** Parts of other programs' exports besides rows: categories first, then what was planned for them. */
export function FileExtras({ files, categories }: Props) {
  const { ledgerId, can } = useOpenLedger();
  const addCategories = useAddCategories(ledgerId);
  const addPlans = useAddPlans(ledgerId);
  const missing = missingCategories(files, categories);
  const plans = missing.length > 0 || addPlans.isSuccess ? [] : newPlans(files, categories);
  if (!can("categories") || (missing.length === 0 && plans.length === 0)) return null;
  const names = missing.slice(0, SHOWN).map(({ name }) => name);
  const more = missing.length > SHOWN ? ` and ${missing.length - SHOWN} more` : "";
  const ofCategories = pluralize(missing.length, "category", "categories");
  const ofPlans = pluralize(plans.length, "planned amount");
  const drafts = missing.map(({ name, type }, index) => ({
    name,
    type,
    icon: "category" as const,
    color: CATEGORY_COLORS[(categories.length + index) % CATEGORY_COLORS.length] ?? "gray",
  }));
  return (
    <Card title="Also in these files">
      <div className="stack">
        {missing.length > 0 && (
          <>
            <p className="import-names">{`${ofCategories} that you do not have: ${names.join(", ")}${more}.`}</p>
            <Add what={ofCategories} add={addCategories} onAdd={() => addCategories.mutate(drafts)} />
          </>
        )}
        {plans.length > 0 && (
          <>
            <p>{`${ofPlans}. They come in where nothing is planned yet.`}</p>
            <Add what={ofPlans} add={addPlans} onAdd={() => addPlans.mutate(plans)} />
          </>
        )}
      </div>
    </Card>
  );
}

type AddProps = { what: string; add: { isPending: boolean }; onAdd: () => void };

function Add({ what, add, onAdd }: AddProps) {
  return (
    <div>
      <Button size="small" pending={add.isPending} pendingLabel="Adding..." onClick={onAdd}>
        {`Add ${what}`}
      </Button>
    </div>
  );
}

const nameOf = ({ name, type }: Pick<FileCategory, "name" | "type">) => `${type} ${foldedWords(name)}`;

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

type NewPlan = { categoryId: Id; month: Month; projected: Cents };

/** The planned amounts of files whose categories are here. The last file that plans a category and month counts. */
function newPlans(files: Files, categories: readonly Category[]): NewPlan[] {
  const ids = new Map(categories.map((category) => [nameOf(category), category.id]));
  const plans = new Map<string, NewPlan>();
  for (const { category: name, type, month, projected } of files.flatMap(({ file }) => file.plans)) {
    const categoryId = ids.get(nameOf({ name, type }));
    if (categoryId !== undefined && projected > 0)
      plans.set(`${month} ${categoryId}`, { categoryId, month, projected });
  }
  return [...plans.values()];
}
