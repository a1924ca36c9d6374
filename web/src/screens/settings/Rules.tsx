import type { Category } from "@coffer/domain/category/category";
import { NAME_MAX } from "@coffer/domain/definition/values";
import type { Id } from "@coffer/domain/id";
import { MAX_RULES, type Rule } from "@coffer/domain/rule/rule";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { goalList } from "../../api/goals.ts";
import { ruleList, useSaveRules } from "../../api/rules.ts";
import { lazyPart } from "../../loading/lazy.tsx";
import { QueryResult } from "../../loading/QueryResult.tsx";
import { useCategories, useOpenLedger } from "../../selection/selection.ts";
import { Button } from "../../ui/base/Button.tsx";
import { IconButton } from "../../ui/base/IconButton.tsx";
import { TextField } from "../../ui/base/TextField.tsx";
import { Card } from "../../ui/display/Card.tsx";
import { SelectField } from "../../ui/fields/SelectField.tsx";

const RuleTrial = lazyPart(() => import("./RuleTrial.tsx"), "RuleTrial");

type Props = { rules: readonly Rule[]; categories: readonly Category[] };

export function Rules() {
  const { ledgerId, can } = useOpenLedger();
  const rules = useQuery(ruleList(ledgerId));
  const categories = useCategories();
  return (
    <Card
      title="Rules"
      description="Text in the description sets the category. The first rule that applies wins."
    >
      <QueryResult queries={{ rules, categories }} failed="Failed to load rules" pending="Loading...">
        {(data) =>
          can("categories") ? (
            // Starts again from the stored rules when they change.
            <RuleEditor key={JSON.stringify(data.rules)} {...data} />
          ) : (
            <RuleList {...data} />
          )
        }
      </QueryResult>
    </Card>
  );
}

function RuleList({ rules, categories }: Props) {
  if (rules.length === 0) return <p className="muted">No rules</p>;
  const nameOf = (rule: Rule) =>
    rule.leaveOut ? "left out" : categories.find(({ id }) => id === rule.categoryId)?.name;
  return (
    <ol className="rules">
      {rules.map((rule) => (
        <li key={rule.id}>{`“${rule.contains}” → ${nameOf(rule)}`}</li>
      ))}
    </ol>
  );
}

/** `target` is a category, a goal of one, or that rows of files are left out; empty until it is chosen. */
type Draft = { key: string; id?: Id; contains: string; target: string };
const LEAVE_OUT = "leave-out";
const targetOf = ({ categoryId, goalId }: Pick<Rule, "categoryId" | "goalId">): string =>
  [categoryId, goalId].filter(Boolean).join("/");

const draftOf = ({ id, contains, leaveOut, ...rule }: Rule): Draft => ({
  key: String(id),
  id,
  contains,
  target: leaveOut ? LEAVE_OUT : targetOf(rule),
});
function ruleOf({ id, contains, target }: Draft) {
  const [categoryId, goalId] = target.split("/").map(Number);
  const then = target === LEAVE_OUT ? { leaveOut: true } : { categoryId, ...(goalId && { goalId }) };
  return { ...(id && { id }), contains, ...then };
}

let added = 0;

function RuleEditor({ rules, categories }: Props) {
  const { ledgerId } = useOpenLedger();
  const save = useSaveRules(ledgerId);
  const [drafts, setDrafts] = useState<readonly Draft[]>(() => rules.map(draftOf));
  const [tried, setTried] = useState<string | null>(null);
  const { data: goals = [] } = useQuery(goalList(ledgerId));
  const options = categories
    .filter(({ id, archived }) => !archived || rules.some(({ categoryId }) => categoryId === id))
    .flatMap(({ id: categoryId, name }) => {
      const own = goals.filter((goal) => goal.categoryId === categoryId);
      // One alone is the category's anyway.
      const isShared = own.filter(({ status }) => status === "in-progress").length > 1;
      const shown = own.filter(
        ({ id, status }) =>
          (isShared && status === "in-progress") || rules.some(({ goalId }) => goalId === id),
      );
      return [
        { value: targetOf({ categoryId }), label: name },
        ...shown.map((goal) => ({
          value: targetOf({ categoryId, goalId: goal.id }),
          label: `${name}: ${goal.name}`,
        })),
      ];
    })
    .concat({ value: LEAVE_OUT, label: "Leave out of imports" });
  const complete = drafts
    .filter(({ contains, target }) => contains.trim() !== "" && target !== "")
    .map(ruleOf);
  const change = (key: string, part: Partial<Draft>) =>
    setDrafts(drafts.map((one) => (one.key === key ? { ...one, ...part } : one)));
  const moveUp = (draft: Draft, index: number) =>
    setDrafts(drafts.toSpliced(index, 1).toSpliced(index - 1, 0, draft));
  const isChanged = JSON.stringify(complete) !== JSON.stringify(rules.map(draftOf).map(ruleOf));

  return (
    <div className="stack">
      {drafts.length === 0 && (
        <p className="muted">No rules yet. An import also makes them, from your corrections.</p>
      )}
      <ol className="rules">
        {drafts.map((draft, index) => (
          <li key={draft.key} className="rule">
            <TextField
              label={`Rule ${index + 1}: description contains`}
              hideLabel
              autoFocus={draft.id === undefined && draft.contains === ""}
              placeholder="Description contains"
              maxLength={NAME_MAX}
              value={draft.contains}
              onChange={(event) => change(draft.key, { contains: event.target.value })}
            />
            <SelectField
              label={`Rule ${index + 1}: category`}
              hideLabel
              placeholder="Category"
              options={options}
              value={draft.target}
              onChoose={(target) => change(draft.key, { target })}
            />
            <div className="rule-actions">
              <Button
                variant="quiet"
                size="small"
                aria-label={`Try rule ${index + 1}`}
                disabled={draft.contains.trim() === ""}
                onClick={() => setTried(draft.contains.trim())}
              >
                Try
              </Button>
              <Button
                variant="quiet"
                size="small"
                aria-label={`Move rule ${index + 1} up`}
                disabled={index === 0}
                onClick={() => moveUp(draft, index)}
              >
                Up
              </Button>
              <IconButton
                icon="trash"
                label={`Delete rule ${index + 1}`}
                onClick={() => setDrafts(drafts.filter(({ key }) => key !== draft.key))}
              />
            </div>
          </li>
        ))}
      </ol>
      {tried && (
        <Suspense fallback={<p className="muted">Looking...</p>}>
          <RuleTrial contains={tried} categories={categories} />
        </Suspense>
      )}
      <div className="row">
        <Button
          size="small"
          icon="plus"
          disabled={drafts.length >= MAX_RULES}
          onClick={() => setDrafts([...drafts, { key: `new-${++added}`, contains: "", target: "" }])}
        >
          Add Rule
        </Button>
        <Button
          variant="primary"
          size="small"
          disabled={!isChanged}
          pending={save.isPending}
          pendingLabel="Saving..."
          onClick={() => save.mutate(complete)}
        >
          Save Rules
        </Button>
      </div>
    </div>
  );
}
