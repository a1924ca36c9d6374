import { RouterButton } from "../../links/router-links.tsx";
import { EmptyState } from "../../ui/display/EmptyState.tsx";
import "./NotFound.css";

/** Shown inside the shell to signed-in users. */
export function NotFound() {
  return (
    <div className="not-found">
      <h1>404 Page Not Found</h1>
      <EmptyState
        illustration="search"
        title="Did you forget to add the page to the router?"
        action={<RouterButton to="/">Go to the dashboard</RouterButton>}
      />
    </div>
  );
}

export function PublicNotFound() {
  return (
    <main id="main" tabIndex={-1}>
      <NotFound />
    </main>
  );
}
