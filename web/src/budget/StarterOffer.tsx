import type { Category } from "@coffer/domain/category/category";
import type { Month } from "@coffer/domain/time/month";
import { Suspense, useState } from "react";
import { lazyComponent } from "../loading/lazy.ts";
import { useOpenBudget } from "../selection/selection.ts";
import { useUser } from "../session/auth-context.tsx";
import { Button } from "../ui/base/Button.tsx";
import { Card } from "../ui/display/Card.tsx";
import { Skeleton } from "../ui/display/Skeleton.tsx";

const StarterSet = lazyComponent(() => import("../forms/starter/StarterSet.tsx"), "StarterSet");

type Props = {
  month: Month;
  categories: Category[] | undefined;
  /** Also for those who have skipped it in this browser. */
  again?: boolean;
};

/** For a new user whose own budget has no categories. */
export function StarterOffer({ month, categories, again = false }: Props) {
  const { budget } = useOpenBudget();
  const key = `coffer.starter-skipped.${useUser().id}`;
  const [skipped, setSkipped] = useState(() => localStorage.getItem(key) !== null);
  if (budget !== undefined || categories?.length !== 0) return null;
  if (skipped) {
    return (
      again && (
        <Card>
          <div className="split">
            <p>A set of categories with a plan, made for your household, is a quick way to begin.</p>
            <Button variant="secondary" onClick={() => setSkipped(false)}>
              Choose a starter set
            </Button>
          </div>
        </Card>
      )
    );
  }
  const skip = () => {
    localStorage.setItem(key, "yes");
    setSkipped(true);
    document.getElementById("main")?.focus();
  };
  return (
    <Suspense
      fallback={
        <Card title="Start with a plan that fits you">
          <Skeleton height="2.75rem" lines={6} />
        </Card>
      }
    >
      <StarterSet month={month} onSkip={skip} />
    </Suspense>
  );
}
