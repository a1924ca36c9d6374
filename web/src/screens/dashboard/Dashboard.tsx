import { PageHeader } from "../../ui/Frame.tsx";

export function Dashboard() {
  return <PageHeader title="Dashboard" />;
}
