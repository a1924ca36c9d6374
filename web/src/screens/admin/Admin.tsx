import { getRouteApi } from "@tanstack/react-router";
import { PageHeader } from "../../ui/Frame.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { EmailTemplates } from "./EmailTemplates.tsx";
import { Statistics } from "./Statistics.tsx";
import { UserManagement } from "./UserManagement.tsx";
import "./admin.css";

const route = getRouteApi("/app/admin");

const VIEWS = [
  { id: "statistics", label: "Statistics" },
  { id: "users", label: "User Management" },
  { id: "emails", label: "Email Templates" },
] as const;

/** What those who run the installation see. */
export function Admin() {
  const { view = "statistics" } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <>
      <PageHeader title="Admin Dashboard" />
      <Tabs
        label="Admin views"
        tabs={VIEWS}
        selected={view}
        onSelect={(chosen) =>
          navigate({
            search: ({ mail, ...kept }) => ({
              ...kept,
              mail,
              view: chosen === "statistics" ? undefined : chosen,
              q: undefined,
              page: undefined,
            }),
            resetScroll: false,
          })
        }
      >
        <div className="admin-view">
          {view === "statistics" && <Statistics />}
          {view === "users" && <UserManagement />}
          {view === "emails" && <EmailTemplates />}
        </div>
      </Tabs>
    </>
  );
}
