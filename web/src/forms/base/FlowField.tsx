import type { ComponentProps } from "react";
import { RadioGroup } from "../../ui/fields/RadioGroup.tsx";

const FLOWS = [
  { value: "expense", label: "Expense" },
  { value: "income", label: "Income" },
];

export function FlowField(field: Omit<ComponentProps<typeof RadioGroup>, "label" | "options">) {
  return <RadioGroup label="Type" layout="segments" options={FLOWS} {...field} />;
}
