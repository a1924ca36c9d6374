import { PageHeader } from "../../ui/Frame.tsx";

export function Goals() {
  return <PageHeader title="Financial Goals" />;
}
