import { PageHeader } from "../../ui/Frame.tsx";

export function Transactions() {
  return <PageHeader title="Transactions" />;
}
