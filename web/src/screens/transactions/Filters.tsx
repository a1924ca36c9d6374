import type { Category } from "@coffer/domain/category";
import { FORMER_MEMBER } from "@coffer/domain/sharing";
import { fullName } from "@coffer/domain/user";
import { usePeople } from "../../people/use-people.ts";
import { SearchField } from "../../ui/fields/SearchField.tsx";
import { SelectField } from "../../ui/fields/SelectField.tsx";
import type { useFilters } from "./use-filters.ts";

type Props = ReturnType<typeof useFilters> & { categories: Category[] };

const TYPES = [
  { value: "", label: "All Types" },
  { value: "income", label: "Income" },
  { value: "expense", label: "Expense" },
];

const ORDERS = [
  { value: "-date", label: "Newest first" },
  { value: "date", label: "Oldest first" },
  { value: "-amount", label: "Largest first" },
  { value: "amount", label: "Smallest first" },
];

export function Filters({ text, type, category, by, all, sort, categories, ...set }: Props) {
  const { people } = usePeople();
  const isKnown = people.some(({ id }) => id === by);
  const options = categories.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <search className="transactions-filters">
      <SearchField
        label="Search transactions"
        placeholder="Search transactions"
        text={text}
        onSearch={set.setText}
      />
      <div className="transactions-selects">
        <SelectField
          label="Type"
          hideLabel
          value={type}
          options={TYPES}
          onChange={(event) => set.setType(event.target.value)}
        />
        <SelectField
          label="Category"
          hideLabel
          value={category}
          options={[{ value: "", label: "All Categories" }, ...options]}
          onChange={(event) => set.setCategory(event.target.value)}
        />
        <SelectField
          label="Period"
          hideLabel
          value={all ? "all" : "month"}
          options={[
            { value: "month", label: "One month" },
            { value: "all", label: "All months" },
          ]}
          onChange={(event) => set.setAll(event.target.value === "all")}
        />
        <SelectField
          label="Sort by"
          hideLabel
          value={sort}
          options={ORDERS}
          onChange={(event) => set.setSort(event.target.value)}
        />
        {/* The last, as it comes later: nothing moves. */}
        {(people.length > 1 || by !== "") && (
          <SelectField
            label="Person"
            hideLabel
            value={by}
            options={[
              { value: "", label: "Everybody" },
              ...people.map((person) => ({ value: person.id, label: fullName(person) })),
              ...(by === "" || isKnown ? [] : [{ value: by, label: fullName(FORMER_MEMBER) }]),
            ]}
            onChange={(event) => set.setBy(event.target.value)}
          />
        )}
      </div>
    </search>
  );
}
