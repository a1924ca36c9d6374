import type { Category } from "@coffer/domain/category/category";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { sharedWithMe } from "../api/sharing.ts";
import { lazyPart } from "../loading/lazy.tsx";
import { useOpenLedger } from "../selection/selection.ts";
import { ownStorage } from "../session/own-storage.ts";
import { Button } from "../ui/base/Button.tsx";
import { LoadingBar } from "../ui/base/Loading.tsx";
import { Card } from "../ui/display/Card.tsx";

const StarterSet = lazyPart(() => import("../forms/starter/StarterSet.tsx"), "StarterSet");

type Props = {
  categories: Category[] | undefined;
  /** Shown until skipped in this browser, and never to someone who came for another's budget. */
  skippable?: boolean;
};

const SKIPPED = "starter-skipped";

/** The card that opens the set-up, for a user whose own budget has no categories. */
export function StarterOffer({ categories, skippable = false }: Props) {
  const { ledgerId } = useOpenLedger();
  const { data: shared } = useQuery(sharedWithMe);
  const [isSkipped, setSkipped] = useState(() => skippable && ownStorage.getItem(SKIPPED) !== null);
  const [isOpen, setOpen] = useState(false);
  // Stays open while its categories are created, as another step follows.
  const [isBegun, setBegun] = useState(false);
  if (ledgerId !== undefined || !(isBegun || categories?.length === 0)) return null;
  const close = () => {
    setOpen(false);
    setBegun(false);
  };
  const skip = () => {
    close();
    if (!skippable) return;
    ownStorage.setItem(SKIPPED, "yes");
    setSkipped(true);
    document.getElementById("main")?.focus();
  };
  const isOffered = !isBegun && !(skippable && (isSkipped || shared?.length !== 0));
  return (
    <>
      {isOffered && (
        <Card title="Start with a plan that fits you">
          <div className="split">
            <p>A set of categories with a plan, made for your household, is a quick way to begin.</p>
            <div className="row">
              {skippable && (
                <Button variant="quiet" onClick={skip}>
                  Skip the set-up
                </Button>
              )}
              <Button variant="primary" onClick={() => setOpen(true)}>
                Choose a starter set
              </Button>
            </div>
          </div>
        </Card>
      )}
      {isOpen && (
        <Suspense fallback={<LoadingBar />}>
          <StarterSet onCreate={() => setBegun(true)} onSkip={skip} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
