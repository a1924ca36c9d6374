import { DEFAULT_TIME_ZONE, today } from "@coffer/domain/time/timezone";
import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { type ReactNode, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createQueryClient } from "./api/query-client.ts";
import { currentUser, mayHaveSession } from "./api/session.ts";
import { createAppRouter } from "./router.tsx";
import { AuthContext } from "./session/use-auth.ts";
import { hideStrayMenus, pressButtonsAlike } from "./shell/page-fixes.ts";
import { reportUncaught } from "./shell/report-error.ts";

reportUncaught();

const queryClient = createQueryClient();
const router = createAppRouter(queryClient);

// Loads the screen's code while the user is read.
if (mayHaveSession()) {
  const [matched] = router.getMatchedRoutes(router.latestLocation.pathname);
  for (const route of matched) void router.loadRouteChunk(route);
  void import("./open-ledger.ts").catch(() => {});
  // A browser's first use of time zones is slow; here it happens while the page waits for the server.
  setTimeout(() => today(Date.now(), DEFAULT_TIME_ZONE));
}

const page = document.getElementById("root");
if (!page) throw new Error("index.html has no #root");
createRoot(page).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <AuthProvider>
        <RouterProvider router={router} />
      </AuthProvider>
    </QueryClientProvider>
  </StrictMode>,
);

hideStrayMenus();
pressButtonsAlike();

// After everything that the first screen needs.
const register = () =>
  void import("./worker/register.ts").then(
    (worker) => worker.registerWorker(),
    () => {},
  );
addEventListener("load", () => setTimeout(register, 3_000));

function AuthProvider({ children }: { children: ReactNode }) {
  const { data = null, isPending } = useQuery(currentUser);
  return <AuthContext value={{ user: data, isLoading: isPending }}>{children}</AuthContext>;
}
