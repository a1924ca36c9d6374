import type { Category } from "@coffer/domain/category/category";
import type { ComponentProps } from "react";
import { SelectField } from "./SelectField.tsx";

type Props = Omit<ComponentProps<typeof SelectField>, "label" | "options"> & {
  label?: string;
  offered: readonly Category[];
};

export function CategoryField({ offered, ...select }: Props) {
  return (
    <SelectField
      label="Category"
      required
      placeholder={offered.length > 0 ? "Choose a category" : "No categories available"}
      options={offered.map(({ id, name }) => ({ value: id, label: name }))}
      {...select}
    />
  );
}
