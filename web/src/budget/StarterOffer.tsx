import type { Category } from "@coffer/domain/category/category";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { sharedWithMe } from "../api/shared-with-me.ts";
import { lazyComponent } from "../loading/lazy.tsx";
import { useOpenLedger } from "../selection/selection.ts";
import { ownStorage } from "../session/own-storage.ts";
import { Button } from "../ui/base/Button.tsx";
import { LoadingBar } from "../ui/base/LoadingBar.tsx";
import { Card } from "../ui/display/Card.tsx";

const StarterSet = lazyComponent(() => import("../forms/starter/StarterSet.tsx"), "StarterSet");

type Props = {
  categories: Category[] | undefined;
  /** A card with a button, in place of the set-up itself. */
  asked?: boolean;
};

const SKIPPED = "starter-skipped";

/** For a new user whose own budget has no categories; where it opens by itself, until they have skipped it here. */
export function StarterOffer({ categories, asked = false }: Props) {
  const { ledgerId } = useOpenLedger();
  const { data: shared } = useQuery(sharedWithMe);
  const [skipped, setSkipped] = useState(() => asked || ownStorage.getItem(SKIPPED) !== null);
  // It goes on while its categories come to be, and has a step after them.
  const [isBegun, setBegun] = useState(false);
  if (ledgerId !== undefined || !(isBegun || categories?.length === 0)) return null;
  // Whoever was invited came for the budget of another.
  if (!asked && shared?.length !== 0) return null;
  if (skipped && !asked) return null;
  if (skipped)
    return (
      <Card>
        <div className="split">
          <p>A set of categories with a plan, made for your household, is a quick way to begin.</p>
          <Button variant="secondary" onClick={() => setSkipped(false)}>
            Choose a starter set
          </Button>
        </div>
      </Card>
    );
  const close = () => {
    ownStorage.setItem(SKIPPED, "yes");
    setSkipped(true);
    setBegun(false);
    document.getElementById("main")?.focus();
  };
  return (
    <Suspense fallback={<LoadingBar />}>
      <StarterSet onCreate={() => setBegun(true)} onClose={close} />
    </Suspense>
  );
}
