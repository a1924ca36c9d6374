import type { Category } from "@coffer/domain/category/category";
import type { ComponentProps } from "react";
import { PlanLink } from "../../links/PlanLink.tsx";
import { RouterButton } from "../../links/router-links.tsx";
import { useOpenLedger } from "../../selection/selection.ts";

type PlanProps = Pick<ComponentProps<typeof RouterButton>, "variant"> & { categories: readonly Category[] };

export function PlanFirst({ categories, variant = "secondary" }: PlanProps) {
  if (!useOpenLedger().can("categories")) return null;
  const look = { variant, size: "small" } as const;
  return categories.length === 0 ? (
    <RouterButton to="/budget" {...look}>
      Add categories
    </RouterButton>
  ) : (
    <PlanLink {...look} />
  );
}

export function RecordFirst() {
  if (!useOpenLedger().can("transactions")) return null;
  return (
    <RouterButton to="/transactions" size="small">
      Add transactions
    </RouterButton>
  );
}
