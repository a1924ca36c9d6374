import type { ErrorComponentProps } from "@tanstack/react-router";
import { messageOf } from "../api/api-error.ts";
import { CHECK_CONNECTION } from "../api/change.ts";
import { Button } from "../ui/base/Button.tsx";

/** A page that could not be shown at all, and a way to try again. Comes with the first code: it may be the network. */
export function PageError({ error }: ErrorComponentProps) {
  return (
    <main className="empty" id="main" tabIndex={-1}>
      <h1>This page could not be loaded</h1>
      <p className="empty-text">{messageOf(error, CHECK_CONNECTION)}</p>
      {/* A browser remembers code that did not arrive; only a fresh page asks for it again. */}
      <Button onClick={() => location.reload()}>Try again</Button>
    </main>
  );
}
