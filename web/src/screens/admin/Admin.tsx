import { useSearch } from "@tanstack/react-router";
import { Suspense } from "react";
import { lazyPart } from "../../loading/lazy.tsx";
import { useChangeSearch } from "../../selection/selection.ts";
import { Spinner } from "../../ui/base/Loading.tsx";
import { Tabs } from "../../ui/controls/Tabs.tsx";
import { PageHeader } from "../../ui/layout/Frame.tsx";
import { Statistics } from "./Statistics.tsx";
import { UserManagement } from "./UserManagement.tsx";
import "./Admin.css";

// Lazy, because the composer loads the form library.
const EmailTemplates = lazyPart(() => import("./EmailTemplates.tsx"), "EmailTemplates");

const VIEWS = [
  { id: "statistics", label: "Statistics" },
  { id: "users", label: "User Management" },
  { id: "emails", label: "Email Templates" },
] as const;

export function Admin() {
  const { view = "statistics" } = useSearch({ from: "/app/admin" });
  const changeSearch = useChangeSearch();
  return (
    <>
      <PageHeader title="Admin Dashboard" />
      <Tabs
        label="Admin views"
        tabs={VIEWS}
        selected={view}
        onSelect={(chosen) =>
          changeSearch({ view: chosen === "statistics" ? undefined : chosen, q: undefined })
        }
      >
        <div className="admin-view">
          {view === "statistics" && <Statistics />}
          {view === "users" && <UserManagement />}
          {view === "emails" && (
            <Suspense fallback={<Spinner page />}>
              <EmailTemplates />
            </Suspense>
          )}
        </div>
      </Tabs>
    </>
  );
}
