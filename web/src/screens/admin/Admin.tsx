import { PageHeader } from "../../ui/Frame.tsx";

export function Admin() {
  return <PageHeader title="Admin Dashboard" />;
}
