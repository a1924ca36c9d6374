import type { ComponentProps } from "react";
import type { FieldProps } from "../base/Field.tsx";
import { TextField } from "../base/TextField.tsx";

type Props = FieldProps & Omit<ComponentProps<"input">, keyof FieldProps | "type">;

/** A calendar date, yyyy-MM-dd, with the platform's picker. */
export function DateField(props: Props) {
  return <TextField {...props} type="date" />;
}
