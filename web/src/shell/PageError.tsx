import type { ErrorComponentProps } from "@tanstack/react-router";
import { useEffect } from "react";
import { ApiError, CHECK_CONNECTION, messageOf } from "../api/api-error.ts";
import { NotSent } from "../api/wire.ts";
import { isServerReachable, reload, ServerGone } from "../loading/lazy.tsx";
import { Button } from "../ui/base/Button.tsx";
import { reportError } from "./report-error.ts";

const RETRY_EVERY_MS = 5_000;

/** Part of the first chunk: it has to show when no other chunk can be loaded. */
export function PageError({ error }: ErrorComponentProps) {
  const isServerGone = error instanceof ServerGone;
  const isOfServer = error instanceof ApiError || error instanceof NotSent;
  useEffect(() => {
    if (!isServerGone && !isOfServer) reportError(error);
  }, [error, isServerGone, isOfServer]);
  useEffect(() => {
    if (!isServerGone) return;
    const timer = setInterval(retry, RETRY_EVERY_MS);
    addEventListener("online", retry);
    return () => {
      clearInterval(timer);
      removeEventListener("online", retry);
    };
  }, [isServerGone]);
  return (
    <section className="empty" role="alert">
      <h1>This page could not be loaded</h1>
      <p className="empty-text">
        {isServerGone
          ? "Coffer cannot be reached at the moment. The page opens by itself as soon as it can."
          : isOfServer
            ? messageOf(error, CHECK_CONNECTION)
            : "Something on it does not work. Your data is as it was, and the other screens open."}
      </p>
      <Button onClick={retry}>Try again</Button>
    </section>
  );
}

/** Browsers remember a module that failed to load; only a reload requests it again. Without a server it would lose the page. */
async function retry() {
  if (await isServerReachable()) await reload();
}
