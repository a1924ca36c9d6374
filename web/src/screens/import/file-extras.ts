import type { Category } from "@coffer/domain/category";
import type { Id } from "@coffer/domain/id";
import { normalizeDescription } from "@coffer/domain/import-row";
import type { Cents } from "@coffer/domain/money";
import type { Month } from "@coffer/domain/month";
import type { FileCategory, ParsedFile } from "../../import/parsed-file.ts";

type Files = readonly { file: ParsedFile }[];

const nameOf = ({ name, type }: Pick<FileCategory, "name" | "type">) =>
  `${type} ${normalizeDescription(name)}`;

/** The categories that files of other programs name and the budget does not have, each once. */
export function missingCategories(files: Files, categories: readonly Category[]): FileCategory[] {
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
export function comingPlans(files: Files, categories: readonly Category[]): ComingPlan[] {
  const ids = new Map(categories.map((category) => [nameOf(category), category.id]));
  const plans = new Map<string, ComingPlan>();
  for (const { category: name, type, month, projected } of files.flatMap(({ file }) => file.plans)) {
    const categoryId = ids.get(nameOf({ name, type }));
    if (categoryId !== undefined && projected > 0)
      plans.set(`${month} ${categoryId}`, { categoryId, month, projected });
  }
  return [...plans.values()];
}
