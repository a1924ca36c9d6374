import type { Category } from "@coffer/domain/category";
import { useState } from "react";
import { TextField } from "../../ui/base/TextField.tsx";
import { SelectField } from "../../ui/fields/SelectField.tsx";
import type { useFilters } from "./use-filters.ts";

type Props = ReturnType<typeof useFilters> & { categories: Category[] };

const TYPES = [
  { value: "", label: "All Types" },
  { value: "income", label: "Income" },
  { value: "expense", label: "Expense" },
];

/** Text, type and category. */
export function Filters({ text, type, category, setText, setType, setCategory, categories }: Props) {
  // What was typed, until the URL has it: fast fingers are ahead of it.
  const [draft, setDraft] = useState<string | null>(null);
  const find = async (wanted: string) => {
    setDraft(wanted);
    await setText(wanted);
    setDraft((latest) => (latest === wanted ? null : latest));
  };
  const options = categories.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <search className="transactions-filters">
      <TextField
        label="Search transactions"
        hideLabel
        type="search"
        icon="search"
        placeholder="Search transactions"
        value={draft ?? text}
        onChange={(event) => find(event.target.value)}
      />
      <SelectField
        label="Type"
        hideLabel
        value={type}
        options={TYPES}
        onChange={(event) => setType(event.target.value)}
      />
      <SelectField
        label="Category"
        hideLabel
        value={category}
        options={[{ value: "", label: "All Categories" }, ...options]}
        onChange={(event) => setCategory(event.target.value)}
      />
    </search>
  );
}
