import { RouterButton } from "../../links/router-links.tsx";
import { EmptyState } from "../../ui/display/EmptyState.tsx";
import "./NotFound.css";

export function NotFound() {
  return (
    <main className="not-found" id="main" tabIndex={-1}>
      <h1>404 Page Not Found</h1>
      <EmptyState
        illustration="search"
        title="Did you forget to add the page to the router?"
        action={<RouterButton to="/">Go to the dashboard</RouterButton>}
      />
    </main>
  );
}
