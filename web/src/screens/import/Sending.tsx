import { pluralize } from "@coffer/domain/text/plural";
import { RouterButton } from "../../links/router-links.tsx";
import { Button } from "../../ui/base/Button.tsx";
import { Card } from "../../ui/display/Card.tsx";
import { ProgressBar } from "../../ui/display/ProgressBar.tsx";
import type { RunningImport } from "./send-import.ts";

const rowsOf = (portions: readonly unknown[][]) => portions.reduce((sum, { length }) => sum + length, 0);

export function Progress({ running }: { running: RunningImport }) {
  const all = rowsOf(running.portions);
  const done = rowsOf(running.portions.slice(0, running.done));
  return (
    <Card title="Importing" description="You can close this page: the import continues when you return.">
      <div className="stack">
        <ProgressBar label="Imported" value={(done / Math.max(1, all)) * 100} />
        <p role="status">{`${done.toLocaleString("en-US")} of ${pluralize(all, "row")}`}</p>
      </div>
    </Card>
  );
}

type PausedProps = {
  running: RunningImport;
  problem: string | null;
  onGoOn: () => void;
  onDiscard: () => void;
};

/** An import that was cut off, by a closed page or a lost connection. */
export function Paused({ running, problem, onGoOn, onDiscard }: PausedProps) {
  const all = rowsOf(running.portions);
  const done = rowsOf(running.portions.slice(0, running.done));
  return (
    <Card title="An import is not finished">
      <div className="stack">
        {problem && <p role="alert">{problem}</p>}
        <p>{`${done.toLocaleString("en-US")} of ${pluralize(all, "row")} from ${running.source} are in.`}</p>
        <div className="row">
          <Button onClick={onGoOn}>Go on</Button>
          <Button variant="secondary" onClick={onDiscard}>
            Leave the rest out
          </Button>
        </div>
      </div>
    </Card>
  );
}

/** "2 transactions were added, 1 was already here." */
function importedText({ added, already, leftOut = 0, refused }: RunningImport): string {
  const others = [
    already > 0 && `${already} ${already === 1 ? "was" : "were"} already here`,
    leftOut > 0 && `${leftOut} ${leftOut === 1 ? "is" : "are"} left out from now on`,
    refused.length > 0 && `${refused.length} could not be taken`,
  ].filter((text) => text !== false);
  if (added === 0 && others.length > 0) return `Nothing is new: ${others.join(", ")}.`;
  return `${[`${pluralize(added, "transaction")} ${added === 1 ? "was" : "were"} added`, ...others].join(", ")}.`;
}

type DoneProps = { finished: RunningImport; onMore: () => void };

export function Done({ finished, onMore }: DoneProps) {
  const { refused } = finished;
  return (
    <Card title="Import finished">
      <div className="stack">
        <p role="status">{importedText(finished)}</p>
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
          <RouterButton to="/transactions">Show transactions</RouterButton>
          <Button variant="secondary" onClick={onMore}>
            Import more
          </Button>
        </div>
      </div>
    </Card>
  );
}
