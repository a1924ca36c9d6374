import type { Category } from "@coffer/domain/category/category";
import type { ComponentProps } from "react";
import { Field, type FieldProps } from "../base/Field.tsx";
import { Icon } from "../base/Icon.tsx";
import "./SelectField.css";

/** An option of a group stands behind those of none, under its name. */
type SelectOption = { value: string | number; label: string; group?: string };

type Props = FieldProps &
  Omit<ComponentProps<"select">, keyof FieldProps | "children"> & {
    options: readonly SelectOption[];
    placeholder?: string;
  };

export function SelectField({ options, placeholder, ...props }: Props) {
  const { label, hint, error, required, hideLabel, id, ...select } = props;
  return (
    <Field label={label} hint={hint} error={error} required={required} hideLabel={hideLabel} id={id}>
      {(control) => (
        <>
          <select className="input" {...select} {...control}>
            {placeholder !== undefined && (
              <option value="" disabled hidden>
                {placeholder}
              </option>
            )}
            {[...Map.groupBy(options, ({ group }) => group)].map(([group, some]) => {
              const shown = some.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ));
              if (!group) return shown;
              return (
                <optgroup key={group} label={group}>
                  {shown}
                </optgroup>
              );
            })}
          </select>
          <Icon name="chevron-down" />
        </>
      )}
    </Field>
  );
}

type CategoryProps = Omit<Props, "label" | "options"> & { label?: string; offered: readonly Category[] };

export function CategoryField({ offered, ...select }: CategoryProps) {
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
