import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { sharedWithMe } from "../api/shared-with-me.ts";
import { lazyComponent } from "../loading/lazy.ts";

const BudgetMenu = lazyComponent(() => import("./BudgetMenu.tsx"), "BudgetMenu");

/** For who may open more than one budget. */
export function BudgetSwitcher() {
  const { data: shared = [] } = useQuery(sharedWithMe);
  return (
    shared.length > 0 && (
      <Suspense>
        <BudgetMenu shared={shared} />
      </Suspense>
    )
  );
}
