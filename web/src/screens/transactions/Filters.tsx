import type { Category } from "@coffer/domain/category";
import { SearchField } from "../../ui/fields/SearchField.tsx";
import { SelectField } from "../../ui/fields/SelectField.tsx";
import type { useFilters } from "./use-filters.ts";

type Props = ReturnType<typeof useFilters> & { categories: Category[] };

const TYPES = [
  { value: "", label: "All Types" },
  { value: "income", label: "Income" },
  { value: "expense", label: "Expense" },
];

export function Filters({ text, type, category, setText, setType, setCategory, categories }: Props) {
  const options = categories.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <search className="transactions-filters">
      <SearchField
        label="Search transactions"
        placeholder="Search transactions"
        text={text}
        onSearch={setText}
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
