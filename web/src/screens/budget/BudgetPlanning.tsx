import { PageHeader } from "../../ui/Frame.tsx";

export function BudgetPlanning() {
  return <PageHeader title="Budget Planning" />;
}
