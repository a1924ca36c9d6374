import type { Category } from "@coffer/domain/category/category";
import { NAME_MAX } from "@coffer/domain/definition/values";
import type { Goal } from "@coffer/domain/goal/goal";
import { amountText, readAmount } from "@coffer/domain/money/amount";
import type { Cents } from "@coffer/domain/money/money";
import { MAX_RULES, type Rule } from "@coffer/domain/rule/rule";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { goalList } from "../../api/goals.ts";
import { ruleList, useSaveRules } from "../../api/rules.ts";
import { locale } from "../../format/locale.ts";
import { useMoney } from "../../format/money.ts";
import { lazyPart } from "../../loading/lazy.tsx";
import { QueryResult } from "../../loading/QueryResult.tsx";
import { useCategories, useOpenLedger } from "../../selection/selection.ts";
import { Button } from "../../ui/base/Button.tsx";
import { IconButton } from "../../ui/base/IconButton.tsx";
import { TextField } from "../../ui/base/TextField.tsx";
import { Card } from "../../ui/display/Card.tsx";
import { SelectField } from "../../ui/fields/SelectField.tsx";
import type { Draft } from "./RuleDetails.tsx";
import "./Rules.css";

const RuleDetails = lazyPart(() => import("./RuleDetails.tsx"), "RuleDetails");
const DraftTrial = lazyPart(() => import("./RuleTrial.tsx"), "DraftTrial");
const RuleTrial = lazyPart(() => import("./RuleTrial.tsx"), "RuleTrial");

type Props = { rules: readonly Rule[]; categories: readonly Category[] };

export function Rules() {
  const { ledgerId, can } = useOpenLedger();
  const rules = useQuery(ruleList(ledgerId));
  const categories = useCategories();
  return (
    <Card
      title="Rules"
      description="A text in the description sets the category. The first matching rule applies."
    >
      <QueryResult queries={{ rules, categories }} failed="Failed to load rules" pending="Loading...">
        {(data) =>
          can("categories") ? (
            // Starts over when the stored rules change.
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
  const nameOf = (rule: Rule) => {
    if (rule.leaveOut) return "left out";
    if (rule.transfer) return "own transfer";
    return categories.find(({ id }) => id === rule.categoryId)?.name ?? rule.rename;
  };
  return (
    <ol className="rules">
      {rules.map((rule) => (
        <li key={rule.id}>{`“${rule.contains}” → ${nameOf(rule)}`}</li>
      ))}
    </ol>
  );
}

const LEAVE_OUT = "leave-out";
const TRANSFER = "transfer";
const ONLY_RENAME = "rename";
const OTHER_TARGETS = [
  { value: LEAVE_OUT, label: "Leave out of imports" },
  { value: TRANSFER, label: "Own transfer" },
  { value: ONLY_RENAME, label: "Only rename" },
];
const targetOf = ({ categoryId, goalId }: Pick<Rule, "categoryId" | "goalId">): string =>
  [categoryId, goalId].filter(Boolean).join("/");

function draftOf(rule: Rule, currency: string): Draft {
  const { id, contains, leaveOut, transfer, rename, amountFrom, amountTo } = rule;
  const written = (amount: Cents | null | undefined) =>
    typeof amount === "number" ? amountText(amount, currency, locale) : "";
  const other = leaveOut ? LEAVE_OUT : transfer ? TRANSFER : rename ? ONLY_RENAME : "";
  const target = targetOf(rule) || other;
  return {
    ...{ key: String(id), id, contains, target },
    ...{ from: written(amountFrom), to: written(amountTo), rename: rename ?? "" },
  };
}

/** Why a rule cannot be saved; undefined if it can. */
function problemOf({ contains, target, from, to, rename }: Draft, currency: string): string | undefined {
  if (contains.trim() === "" || target === "") return undefined;
  const [least, most] = [amountIn(from, currency), amountIn(to, currency)];
  if (least === undefined || most === undefined) return "Amount must be a positive number";
  if (least !== null && most !== null && least > most)
    return "The largest amount must not be below the smallest";
  return target === ONLY_RENAME && rename.trim() === "" ? "Say what to call it" : undefined;
}

/** Null if the text is empty, undefined if it is not an amount. */
function amountIn(text: string, currency: string): Cents | null | undefined {
  if (text.trim() === "") return null;
  const read = readAmount(text, currency, locale);
  return read.kind === "ok" && read.amount >= 0 ? read.amount : undefined;
}

function ruleOf({ id, contains, target, from, to, rename }: Draft, currency: string) {
  const [categoryId, goalId] = target.split("/").map(Number);
  const [amountFrom, amountTo] = [amountIn(from, currency), amountIn(to, currency)];
  return {
    ...(id && { id }),
    contains: contains.trim(),
    ...(target === LEAVE_OUT && { leaveOut: true }),
    ...(target === TRANSFER && { transfer: true }),
    ...(!OTHER_TARGETS.some(({ value }) => value === target) && { categoryId, ...(goalId && { goalId }) }),
    ...(typeof amountFrom === "number" && { amountFrom }),
    ...(typeof amountTo === "number" && { amountTo }),
    ...(rename.trim() !== "" && { rename: rename.trim() }),
  };
}

type Target = { value: string; label: string };

/** What the rules can choose: categories, the goals that share one, and the other targets. */
function targetsFor(
  rules: readonly Rule[],
  categories: readonly Category[],
  goals: readonly Goal[],
): readonly Target[] {
  return categories
    .filter(({ id, archived }) => !archived || rules.some(({ categoryId }) => categoryId === id))
    .flatMap(({ id: categoryId, name }) => {
      const own = goals.filter((goal) => goal.categoryId === categoryId);
      // A single goal needs no choice.
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
    .concat(OTHER_TARGETS);
}

const BLANK = { contains: "", target: "", from: "", to: "", rename: "" };
let added = 0;

function RuleEditor({ rules, categories }: Props) {
  const { ledgerId } = useOpenLedger();
  const save = useSaveRules(ledgerId);
  const { currency } = useMoney();
  const asDrafts = () => rules.map((rule) => draftOf(rule, currency));
  const [drafts, setDrafts] = useState<readonly Draft[]>(asDrafts);
  const [tried, setTried] = useState<Draft | null>(null);
  const [opened, setOpened] = useState<string | null>(null);
  const { data: goals = [] } = useQuery(goalList(ledgerId));
  const targets = targetsFor(rules, categories, goals);
  const complete = drafts
    .filter(({ contains, target }) => contains.trim() !== "" && target !== "")
    .map((draft) => ruleOf(draft, currency));
  const problems = drafts.map((draft) => problemOf(draft, currency));
  const change = (key: string, part: Partial<Draft>) =>
    setDrafts(drafts.map((one) => (one.key === key ? { ...one, ...part } : one)));
  const moveUp = (draft: Draft, index: number) =>
    setDrafts(drafts.toSpliced(index, 1).toSpliced(index - 1, 0, draft));
  const isChanged =
    JSON.stringify(complete) !== JSON.stringify(asDrafts().map((one) => ruleOf(one, currency)));

  return (
    <div className="stack">
      {drafts.length === 0 && (
        <p className="muted">No rules yet. An import also makes them, from your corrections.</p>
      )}
      <ol className="rules">
        {drafts.map((draft, index) => (
          <RuleRow
            key={draft.key}
            draft={draft}
            number={index + 1}
            targets={targets}
            problem={problems[index]}
            isOpen={opened === draft.key || draft.target === ONLY_RENAME}
            onChange={(part) => change(draft.key, part)}
            onTry={() => setTried(draft)}
            onToggle={() => setOpened(opened === draft.key ? null : draft.key)}
            onMoveUp={() => moveUp(draft, index)}
            onDelete={() => setDrafts(drafts.filter(({ key }) => key !== draft.key))}
          />
        ))}
      </ol>
      {tried !== null && (
        <Suspense fallback={<p className="muted">Looking...</p>}>
          {isChanged || tried.id === undefined ? (
            <DraftTrial contains={tried.contains.trim()} categories={categories} />
          ) : (
            <RuleTrial
              key={tried.id}
              ruleId={tried.id}
              categories={categories}
              onDone={() => setTried(null)}
            />
          )}
        </Suspense>
      )}
      <div className="row">
        <Button
          size="small"
          icon="plus"
          disabled={drafts.length >= MAX_RULES}
          onClick={() => setDrafts([...drafts, { ...BLANK, key: `new-${++added}` }])}
        >
          Add Rule
        </Button>
        <Button
          variant="primary"
          size="small"
          disabled={!isChanged || problems.some(Boolean)}
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

type RowProps = {
  draft: Draft;
  /** Its place in the list, from 1. */
  number: number;
  targets: readonly Target[];
  problem: string | undefined;
  isOpen: boolean;
  onChange: (part: Partial<Draft>) => void;
  onTry: () => void;
  onToggle: () => void;
  onMoveUp: () => void;
  onDelete: () => void;
};

function RuleRow({ draft, number, targets, problem, isOpen, onChange, ...on }: RowProps) {
  return (
    <li className="rule">
      <TextField
        label={`Rule ${number}: description contains`}
        hideLabel
        autoFocus={draft.id === undefined && draft.contains === ""}
        placeholder="Description contains"
        maxLength={NAME_MAX}
        value={draft.contains}
        onChange={(event) => onChange({ contains: event.target.value })}
      />
      <SelectField
        label={`Rule ${number}: category`}
        hideLabel
        placeholder="Category"
        options={targets}
        value={draft.target}
        onChoose={(target) => onChange({ target })}
      />
      <div className="rule-actions">
        <Button
          variant="quiet"
          size="small"
          aria-label={`Try rule ${number}`}
          disabled={draft.contains.trim() === ""}
          onClick={on.onTry}
        >
          Try
        </Button>
        <Button
          variant="quiet"
          size="small"
          aria-label={`More of rule ${number}`}
          aria-expanded={isOpen}
          onClick={on.onToggle}
        >
          More
        </Button>
        <Button
          variant="quiet"
          size="small"
          aria-label={`Move rule ${number} up`}
          disabled={number === 1}
          onClick={on.onMoveUp}
        >
          Up
        </Button>
        <IconButton icon="trash" label={`Delete rule ${number}`} onClick={on.onDelete} />
      </div>
      {isOpen && (
        <Suspense fallback={<p className="muted">Loading...</p>}>
          <RuleDetails draft={draft} number={number} problem={problem} onChange={onChange} />
        </Suspense>
      )}
    </li>
  );
}
