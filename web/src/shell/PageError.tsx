import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { messageOf } from "../api/api-error.ts";
import { Button } from "../ui/Button.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";

/** A page that could not be shown at all, and a way to try again. */
export function PageError({ error }: ErrorComponentProps) {
  const router = useRouter();
  return (
    <main id="main" tabIndex={-1}>
      <EmptyState
        illustration="error"
        title="This page could not be loaded"
        action={<Button onClick={() => router.invalidate()}>Try again</Button>}
      >
        {messageOf(error, "Please check your connection and try again.")}
      </EmptyState>
    </main>
  );
}
