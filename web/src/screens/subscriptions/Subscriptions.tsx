import { PageHeader } from "../../ui/Frame.tsx";

export function Subscriptions() {
  return <PageHeader title="Subscription Management" />;
}
