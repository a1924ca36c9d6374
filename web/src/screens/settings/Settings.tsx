import { PageHeader } from "../../ui/layout/Frame.tsx";
import { BudgetSharing } from "./BudgetSharing.tsx";
import { DeleteAccount } from "./DeleteAccount.tsx";
import { Devices } from "./Devices.tsx";
import { Preferences } from "./Preferences.tsx";
import { ProfileInformation } from "./ProfileInformation.tsx";
import { Rules } from "./Rules.tsx";
import { Security } from "./Security.tsx";
import { SharedWithMe } from "./SharedWithMe.tsx";
import { YourData } from "./YourData.tsx";
import "./Settings.css";

export function Settings() {
  return (
    <>
      <PageHeader title="Settings" />
      <div className="settings">
        <ProfileInformation />
        <BudgetSharing />
        <SharedWithMe />
        <Preferences />
        <Rules />
        <Security />
        <Devices />
        <YourData />
        <DeleteAccount />
      </div>
    </>
  );
}
