import type { ComponentProps } from "react";
import type { FieldProps } from "../base/Field.tsx";
import { TextField } from "../base/TextField.tsx";

type Props = FieldProps & Omit<ComponentProps<"input">, keyof FieldProps | "type">;

/** A time of day, HH:mm. */
export function TimeField(props: Props) {
  return <TextField {...props} type="time" />;
}
