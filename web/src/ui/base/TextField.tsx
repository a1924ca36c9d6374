import type { ComponentProps } from "react";
import { Field, type FieldProps } from "./Field.tsx";
import { Icon, type IconName } from "./Icon.tsx";

type Props = FieldProps & Omit<ComponentProps<"input">, keyof FieldProps> & { icon?: IconName };

/** Also dates (`type="date"`, yyyy-MM-dd) and times (`type="time"`, HH:mm), with the platform's pickers. */
export function TextField({ label, hint, error, required, hideLabel, icon, id, ...input }: Props) {
  return (
    <Field label={label} hint={hint} error={error} required={required} hideLabel={hideLabel} id={id}>
      {(control) => (
        <span className="input-frame">
          {icon && <Icon name={icon} />}
          <input className="input" type="text" {...input} {...control} />
        </span>
      )}
    </Field>
  );
}
