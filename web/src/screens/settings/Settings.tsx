import { PageHeader } from "../../ui/layout/Frame.tsx";
import { BudgetSharing } from "./BudgetSharing.tsx";
import { Preferences } from "./Preferences.tsx";
import { ProfileInformation } from "./ProfileInformation.tsx";
import { SharedWithMe } from "./SharedWithMe.tsx";
import "./Settings.css";

/** Who one is, who may see one's budget, and how the product behaves. */
export function Settings() {
  return (
    <>
      <PageHeader title="Settings" />
      <div className="settings">
        <ProfileInformation />
        <BudgetSharing />
        <SharedWithMe />
        <Preferences />
      </div>
    </>
  );
}
