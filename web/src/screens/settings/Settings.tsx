import { PageHeader } from "../../ui/Frame.tsx";

export function Settings() {
  return <PageHeader title="Settings" />;
}
