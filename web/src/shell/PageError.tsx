import type { ErrorComponentProps } from "@tanstack/react-router";
import { messageOf } from "../api/api-error.ts";
import { CHECK_CONNECTION } from "../api/use-api-mutation.ts";
import { Button } from "../ui/base/Button.tsx";

/** Part of the first chunk: it has to show when no other chunk can be loaded. */
export function PageError({ error }: ErrorComponentProps) {
  return (
    <main className="empty" id="main" tabIndex={-1}>
      <h1>This page could not be loaded</h1>
      <p className="empty-text">{messageOf(error, CHECK_CONNECTION)}</p>
      {/* Browsers remember a module that failed to load; only a reload requests it again. */}
      <Button onClick={() => location.reload()}>Try again</Button>
    </main>
  );
}
