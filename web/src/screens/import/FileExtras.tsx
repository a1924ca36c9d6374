import type { Category } from "@coffer/domain/category/category";
import { CEILINGS } from "@coffer/domain/ceilings";
import { pluralize } from "@coffer/domain/text/plural";
import { monthLabel, monthOfDay } from "@coffer/domain/time/month";
import { useMemo, useState } from "react";
import { useMoveIn } from "../../api/moving-in.ts";
import { theirsOf } from "../../import/comparison.ts";
import { type Move, movingIn } from "../../import/moving-in.ts";
import type { NamedFile } from "../../import/preview-rows.ts";
import { useOpenLedger, useToday } from "../../selection/selection.ts";
import { Button } from "../../ui/base/Button.tsx";
import { Card } from "../../ui/display/Card.tsx";
import { Comparison } from "./Comparison.tsx";

type Props = { files: readonly NamedFile[]; categories: readonly Category[] };

const SHOWN = 12;

/** What files of other programs contain in addition to rows: categories with their order and available amounts, and plans. */
export function FileExtras({ files, categories }: Props) {
  const { ledgerId, can } = useOpenLedger();
  const moveIn = useMoveIn(ledgerId);
  const [isCompared, setCompared] = useState(false);
  const today = monthOfDay(useToday());
  const move = useMemo(
    () =>
      movingIn(
        files.map(({ file }) => file),
        categories,
        today,
      ),
    [files, categories, today],
  );
  const theirs = useMemo(() => theirsOf(files.map(({ file }) => file)), [files]);
  const [first] = files.filter(({ file }) => file.categories.length > 0);
  if (!first || !theirs) return null;
  const { adds, changes, places, plans, since, beyond } = move;
  // Existing plans stay, so a file's plans are offered only once.
  const isThere = adds.length + changes.length === 0 && (plans.length === 0 || moveIn.isSuccess) && !places;
  const parts = [
    adds.length > 0 && pluralize(adds.length, "category", "categories"),
    plans.length > 0 && pluralize(plans.length, "planned amount"),
  ].filter((part) => part !== false);
  const names = adds.slice(0, SHOWN).map(({ name }) => name);
  const more = adds.length > SHOWN ? ` and ${adds.length - SHOWN} more` : "";
  const { source } = theirs;
  if (!can("categories"))
    return adds.length === 0 ? null : (
      <p role="status">
        {`${pluralize(adds.length, "category", "categories")} of ${source} ${adds.length === 1 ? "is" : "are"} not in this budget, and you may not add categories here. Their rows wait in “To review”.`}
      </p>
    );
  if (isThere && since === null) return null;
  return (
    <>
      <Card title="Also in these files">
        <div className="stack">
          {adds.length > 0 && (
            <p className="import-names">{`${parts[0]} that you do not have: ${names.join(", ")}${more}.`}</p>
          )}
          {changes.length > 0 && since && (
            <p className="import-names">
              {`${listed(changes)} ${changes.length === 1 ? "gets" : "get"} the amount available in ${source} in ${monthLabel(since)}, instead of what earlier months left here.`}
            </p>
          )}
          {adds.some(({ opening }) => opening) && since && (
            <p>{`They start in ${monthLabel(since)} with the amount available in ${source}.`}</p>
          )}
          {plans.length > 0 && !isThere && (
            <p>{`${pluralize(plans.length, "planned amount")}, added where nothing is planned yet.`}</p>
          )}
          {leftOutText(move, source).map((text) => (
            <p key={text} className="muted">
              {text}
            </p>
          ))}
          {beyond > 0 && (
            <p role="alert">
              {`A budget holds at most ${CEILINGS.category} categories: ${beyond} of these would exceed that. Delete categories that you no longer need first.`}
            </p>
          )}
          <div className="row">
            {!isThere && (
              <Button
                size="small"
                pending={moveIn.isPending}
                pendingLabel="Adding..."
                disabled={beyond > 0}
                onClick={() => moveIn.mutate(move)}
              >
                {parts.length > 0 ? `Add ${parts.join(" and ")}` : `Take over from ${source}`}
              </Button>
            )}
            {since !== null && (
              <Button
                size="small"
                variant="secondary"
                aria-expanded={isCompared}
                onClick={() => setCompared(!isCompared)}
              >
                {`Compare with ${source}`}
              </Button>
            )}
          </div>
        </div>
      </Card>
      {isCompared && <Comparison theirs={theirs} />}
    </>
  );
}

function listed(changes: Move["changes"]): string {
  const names = changes.slice(0, SHOWN).map(({ category }) => category.name);
  const more = changes.length > SHOWN ? ` and ${changes.length - SHOWN} more` : "";
  return `${names.join(", ")}${more}`;
}

function leftOutText({ leftOut: { belowZero, tooFar } }: Move, source: string): string[] {
  return [
    belowZero > 0 &&
      `${pluralize(belowZero, "planned amount")} below zero, with which ${source} took money out of a category, cannot be imported. The available amounts include ${belowZero === 1 ? "it" : "them"}.`,
    tooFar > 0 && `${pluralize(tooFar, "planned amount")} more than five years ahead cannot be imported.`,
  ].filter((text) => text !== false);
}
