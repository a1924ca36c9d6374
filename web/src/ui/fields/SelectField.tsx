import type { Category } from "@coffer/domain/category/category";
import type { ChangeEvent, ComponentProps } from "react";
import { Field, type FieldProps } from "../base/Field.tsx";
import { Icon } from "../base/Icon.tsx";
import "./SelectField.css";

/** Options with a `group` are listed under its name. */
type Options = readonly { value: string | number; label: string; group?: string }[];

type Props<Offered extends Options> = FieldProps &
  Omit<ComponentProps<"select">, keyof FieldProps | "children"> & {
    options: Offered;
    placeholder?: string;
    /** Gets the chosen value in its own type. */
    onChoose?: (value: Offered[number]["value"]) => void;
  };

export function SelectField<const Offered extends Options>(props: Props<Offered>) {
  const { label, hint, error, required, hideLabel, id, options, placeholder, onChoose, ...select } = props;
  const choose = ({ target }: ChangeEvent<HTMLSelectElement>) => {
    const chosen = options.find(({ value }) => String(value) === target.value);
    if (chosen) onChoose?.(chosen.value);
  };
  return (
    <Field label={label} hint={hint} error={error} required={required} hideLabel={hideLabel} id={id}>
      {(control) => (
        <>
          <select className="input" onChange={onChoose && choose} {...select} {...control}>
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

type CategoryProps = Omit<Props<Options>, "label" | "options"> & {
  label?: string;
  offered: readonly Category[];
};

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
