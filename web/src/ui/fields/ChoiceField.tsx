import type { ComponentProps } from "react";
import { SelectField } from "./SelectField.tsx";

type Props<Value> = Omit<ComponentProps<typeof SelectField>, "options" | "value" | "onChange"> & {
  options: readonly { value: Value; label: string; group?: string }[];
  value: Value;
  onChoose: (value: Value) => void;
};

/** A select whose `onChoose` gets the chosen value in its own type. */
export function ChoiceField<Value extends string | number>({ options, onChoose, ...select }: Props<Value>) {
  return (
    <SelectField
      {...select}
      options={options}
      onChange={({ target }) => {
        const chosen = options.find(({ value }) => String(value) === target.value);
        if (chosen) onChoose(chosen.value);
      }}
    />
  );
}
