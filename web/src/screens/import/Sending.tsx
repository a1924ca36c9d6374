import { pluralize } from "@coffer/domain/text/plural";
import { Suspense } from "react";
import { RouterButton } from "../../links/router-links.tsx";
import { lazyPart } from "../../loading/lazy.tsx";
import { Button } from "../../ui/base/Button.tsx";
import { Card } from "../../ui/display/Card.tsx";
import { ProgressBar } from "../../ui/display/ProgressBar.tsx";
import type { RunningImport } from "./stored-import.ts";

const Comparison = lazyPart(() => import("./Comparison.tsx"), "Comparison");

type Props = {
  step: "running" | "paused" | "done";
  running: RunningImport;
  /** Why the import is paused; undefined if the page was closed. */
  problem?: string;
  onGoOn: () => void;
  onDiscard: () => void;
  onMore: () => void;
};

export function Sending({ step, running, problem, onGoOn, onDiscard, onMore }: Props) {
  const { portions, refused } = running;
  const all = countOf(portions);
  const done = countOf(portions.slice(0, running.done));
  const progress = `${done.toLocaleString("en-US")} of ${pluralize(all, "row")}`;
  if (step === "running") {
    return (
      <Card title="Importing" description="You can close this page: the import continues when you return.">
        <div className="stack">
          <ProgressBar label="Imported" value={(done / Math.max(1, all)) * 100} />
          <p role="status">{progress}</p>
        </div>
      </Card>
    );
  }
  if (step === "paused") {
    return (
      <Card title="An import is not finished">
        <div className="stack">
          {problem && <p role="alert">{problem}</p>}
          <p>{`${progress} from ${running.source} are in.`}</p>
          <div className="row">
            <Button onClick={onGoOn}>Continue</Button>
            <Button variant="secondary" onClick={onDiscard}>
              Leave the rest out
            </Button>
          </div>
        </div>
      </Card>
    );
  }
  return (
    <>
      <Card title="Import finished">
        <div className="stack">
          <p role="status">{importedText(running)}</p>
          {refused.length > 0 && (
            <ul>
              {refused.slice(0, 20).map(({ description, message }, index) => (
                <li key={index}>
                  {description}: {message}
                </li>
              ))}
            </ul>
          )}
          <div className="row">
            {running.toReview ? (
              <RouterButton to="/review">{`Review ${pluralize(running.toReview, "row")}`}</RouterButton>
            ) : (
              <RouterButton to="/transactions">Show transactions</RouterButton>
            )}
            <Button variant="secondary" onClick={onMore}>
              Import more
            </Button>
          </div>
        </div>
      </Card>
      {running.theirs && (
        <Suspense>
          <Comparison theirs={running.theirs} refused={refused} />
        </Suspense>
      )}
    </>
  );
}

/** Counts each line of a split, as the file does. */
const countOf = (portions: RunningImport["portions"]): number =>
  portions.flat().reduce((sum, { lines }) => sum + (lines?.length ?? 1), 0);

/** "2 transactions were added, 1 was already here." */
function importedText({
  added,
  already,
  leftOut = 0,
  toReview = 0,
  moved = 0,
  refused,
}: RunningImport): string {
  const others = [
    toReview > 0 && `${toReview} ${toReview === 1 ? "waits" : "wait"} for your review`,
    moved > 0 && `${moved} moved between own accounts`,
    already > 0 && `${already} ${already === 1 ? "was" : "were"} already here`,
    leftOut > 0 && `${leftOut} ${leftOut === 1 ? "is" : "are"} left out from now on`,
    refused.length > 0 && `${refused.length} could not be taken`,
  ].filter((text) => text !== false);
  if (added === 0 && toReview + moved > 0) return `${others.join(", ")}.`;
  if (added === 0 && others.length > 0) return `Nothing is new: ${others.join(", ")}.`;
  return `${[`${pluralize(added, "transaction")} ${added === 1 ? "was" : "were"} added`, ...others].join(", ")}.`;
}
