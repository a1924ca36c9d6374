import type { ComponentProps } from "react";
import { RadioGroup } from "../../ui/fields/RadioGroup.tsx";

const FLOWS = [
  { value: "expense", label: "Expense" },
  { value: "income", label: "Income" },
];

export function FlowField(field: Omit<ComponentProps<typeof RadioGroup>, "label" | "options">) {
  return <RadioGroup label="Type" layout="segments" options={FLOWS} {...field} />;
}

export const colorOptions = (colors: readonly string[]) =>
  colors.map((color) => ({
    value: color,
    label: color.charAt(0).toUpperCase() + color.slice(1),
    visual: <span className="color-dot" data-color={color} aria-hidden />,
  }));
