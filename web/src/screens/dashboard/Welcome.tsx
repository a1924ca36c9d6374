import type { Month } from "@coffer/domain/month";
import { Suspense, useState } from "react";
import { useUser } from "../../shell/auth-context.tsx";
import { lazyComponent } from "../../shell/lazy.ts";
import { useOpenBudget } from "../../shell/selection.ts";
import type { Reads } from "./reads.ts";

const StarterSet = lazyComponent(() => import("./StarterSet.tsx"), "StarterSet");

type Props = Pick<Reads, "categories"> & { month: Month };

/** For a newcomer whose own budget has no categories, until they skip it in this browser. */
export function Welcome({ categories, month }: Props) {
  const { budget } = useOpenBudget();
  const key = `coffer.starter-skipped.${useUser().id}`;
  const [skipped, setSkipped] = useState(() => localStorage.getItem(key) !== null);
  if (skipped || budget !== undefined || categories.data?.length !== 0) return null;
  const skip = () => {
    localStorage.setItem(key, "yes");
    setSkipped(true);
    document.getElementById("main")?.focus();
  };
  return (
    <Suspense>
      <StarterSet month={month} onSkip={skip} />
    </Suspense>
  );
}
