import type { ComponentProps } from "react";
import { type CheckboxField, Tick } from "../base/CheckboxField.tsx";

/** On or off at once; label left, switch right. */
export function Switch(props: ComponentProps<typeof CheckboxField>) {
  return <Tick {...props} look="switch" role="switch" />;
}
