import type { Category } from "@coffer/domain/category/category";
import { NAME_MAX } from "@coffer/domain/definition/values";
import type { Id } from "@coffer/domain/id";
import { constantPart, type Rule } from "@coffer/domain/rule/rule";
import { hash } from "@coffer/domain/text/hash";
import { pluralize } from "@coffer/domain/text/plural";
import type { Transaction } from "@coffer/domain/transaction/transaction";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { goalList } from "../../api/goals.ts";
import { importMatches, importRoom, type RowMatch } from "../../api/imports.ts";
import { useAddRule } from "../../api/rules.ts";
import { PayerField } from "../../forms/WhoPaid.tsx";
import { useMembers } from "../../household/use-members.ts";
import { type Out, theirsOf } from "../../import/comparison.ts";
import {
  type Choices,
  decisionsIn,
  type GoalName,
  type NamedFile,
  type PreviewRow,
  previewRows,
  type ReadableRow,
  rowsLike,
  rowsOf,
  rowsToSend,
  rowsWithoutGoal,
  toMatch,
  turnOf,
  withChoices,
} from "../../import/preview-rows.ts";
import { rememberedPayer, rememberPayer } from "../../import/remembered.ts";
import { roomFor } from "../../import/room.ts";
import { lazyPart, useDialog } from "../../loading/lazy.tsx";
import { QueryResult } from "../../loading/QueryResult.tsx";
import { useOpenLedger, useUser } from "../../selection/selection.ts";
import { ownStorage } from "../../session/own-storage.ts";
import { Button } from "../../ui/base/Button.tsx";
import { Tabs } from "../../ui/controls/Tabs.tsx";
import { Card } from "../../ui/display/Card.tsx";
import { ByMonth } from "./ByMonth.tsx";
import { RowList, STATES } from "./RowList.tsx";
import { beginImport } from "./send-import.ts";
import type { RunningImport } from "./stored-import.ts";

const TransactionDialog = lazyPart(() => import("../../forms/TransactionDialog.tsx"), "TransactionDialog");

type Props = {
  files: readonly NamedFile[];
  transactions: readonly Transaction[];
  categories: readonly Category[];
  rules: readonly Rule[];
  onImport: (started: RunningImport) => void;
};

export function Preview(props: Props) {
  const { files, transactions, categories, rules } = props;
  const { ledgerId } = useOpenLedger();
  const found = useMemo(
    () => rowsOf(files, categories, rules, transactions),
    [files, categories, rules, transactions],
  );
  const options = useMemo(() => {
    const compared = toMatch(found);
    return importMatches(ledgerId, compared, hash(JSON.stringify([compared, rules])));
  }, [ledgerId, found, rules]);
  const matches = useQuery({ ...options, placeholderData: (before) => before });
  const goals = useQuery(goalList(ledgerId));
  return (
    <QueryResult
      queries={{ matches, goals }}
      failed="Failed to compare the rows with what is here"
      lines={6}
      height="2rem"
    >
      {(known) => <Rows {...props} found={found} {...known} />}
    </QueryResult>
  );
}

/** The states of rows that count in no figure. */
const OUTS: Partial<Record<PreviewRow["state"], Out>> = {
  "to-review": "review",
  "left-out": "leftOut",
  moved: "moved",
};

/** The number of corrections that are shown below the rows. */
const MOST_OFFERS = 3;
const FILTERS = ["all", "new", "to-review", "moved", "here", "left-out", "unreadable"] as const;

type RowsProps = Props & {
  found: ReturnType<typeof rowsOf>;
  matches: readonly RowMatch[];
  goals: readonly GoalName[];
};

function Rows({ files, found, matches, goals, transactions, categories, onImport }: RowsProps) {
  const { ledgerId } = useOpenLedger();
  const proposed = useMemo(
    () => previewRows(files, found, matches, transactions),
    [files, found, matches, transactions],
  );
  const corrections = useCorrections(proposed, goals);
  const { rows } = corrections;
  const { source, payer, setPayer, rememberedMember } = usePayer(files);
  const counts = useMemo(() => countsOf(rows), [rows]);
  const { coming, toReview, moved, decided, leftOut } = counts;
  const written = coming + toReview + moved;
  const room = useQuery(importRoom(ledgerId)).data ?? ANY_ROOM;
  const foreign = files.reduce((sum, { file }) => sum + file.foreign.length - countOfForeignIn(file), 0);
  const { notes, isBlocked } = roomFor(room, { fresh: written + leftOut, toReview, foreign });
  const begin = () => {
    // A row that several files contain is imported once.
    const once = new Set(found.map(({ key }) => key));
    const read = files.map(({ file }, index) => ({
      ...file,
      rows: file.rows.filter(({ id }) => once.has(`${index}:${id}`)),
    }));
    const outs = new Map(rows.map(({ key, state }) => [key, OUTS[state]]));
    const theirs = theirsOf(read, (file, id) => outs.get(`${file}:${id}`));
    const from = { source: source || "File", paidBy: rememberedMember(), theirs };
    void beginImport(ledgerId, rowsToSend(rows, categories), from).then(onImport);
  };
  return (
    <>
      <Card
        title="Rows"
        description={outcomeText(counts)}
        action={
          <Button disabled={written + decided === 0 || isBlocked} onClick={begin}>
            {written === 0 && decided > 0
              ? `Confirm ${pluralize(decided, "row")}`
              : `Import ${pluralize(written, "row")}`}
          </Button>
        }
      >
        {notes.map((note) => (
          <p key={note} role="status">
            {note}
          </p>
        ))}
        <PayerField
          label="Whose account is it?"
          hint="Its rows were paid by this person. You are asked once for each account"
          value={payer}
          onChange={setPayer}
        />
        <RowTabs categories={categories} {...corrections} />
      </Card>
      <ByMonth rows={rows} transactions={transactions} categories={categories} />
    </>
  );
}

function countsOf(rows: readonly PreviewRow[]) {
  const countIn = (state: PreviewRow["state"]) => rows.filter((row) => row.state === state).length;
  const { tied, leftOut } = decisionsIn(rows);
  return {
    coming: countIn("new"),
    toReview: countIn("to-review"),
    moved: countIn("moved"),
    leftOut,
    decided: tied + leftOut,
  };
}

/** The rows with the person's choices; `corrected` are the rows that were changed last, newest first. */
function useCorrections(proposed: readonly PreviewRow[], goals: readonly GoalName[]) {
  const [choices, setChoices] = useState<Choices>({
    categories: new Map(),
    goals: new Map(),
    turned: new Set(),
  });
  /** Newest first, one of each group of similar rows. */
  const [changed, setChanged] = useState<readonly ReadableRow[]>([]);
  const rows = useMemo(
    () => proposed.map((row) => withChoices(row, choices, goals)),
    [proposed, choices, goals],
  );
  const corrected = changed
    .slice(0, MOST_OFFERS)
    .map(({ key }) => rows.find((row) => row.key === key))
    .filter((row) => row !== undefined && row.state !== "unreadable");
  return {
    rows,
    choices,
    corrected,
    remember: (row: ReadableRow) =>
      setChanged([row, ...changed.filter(({ key, group }) => key !== row.key && group !== row.group)]),
    choose(some: readonly ReadableRow[], categoryId: Id) {
      const chosen = some.map(({ key }) => [key, categoryId] as const);
      setChoices({ ...choices, categories: new Map([...choices.categories, ...chosen]) });
    },
    chooseGoal(some: readonly ReadableRow[], goalId: Id | null) {
      const chosen = some.map(({ key }) => [key, goalId] as const);
      setChoices({ ...choices, goals: new Map([...choices.goals, ...chosen]) });
    },
    turn(row: ReadableRow) {
      const turned = new Set(choices.turned);
      if (!turned.delete(turnOf(row))) turned.add(turnOf(row));
      setChoices({ ...choices, turned });
    },
  };
}

/** The payer of the files' account, as chosen in an earlier import of the same account. */
function usePayer(files: readonly NamedFile[]) {
  const { ledgerId } = useOpenLedger();
  const user = useUser();
  const { members } = useMembers();
  const source = [...new Set(files.map(({ file }) => file.source))].join(", ").slice(0, 60).trim();
  const accounts = files
    .map(({ file }) => file.account ?? "")
    .join(" ")
    .trim();
  const account = `${ledgerId ?? user.id} ${source}${accounts && ` ${hash(accounts)}`}`;
  const [payer = user.id, setPayer] = useState(() => rememberedPayer(ownStorage, account));
  return {
    source,
    payer,
    setPayer,
    /** Remembers the payer; undefined if they are not a member. */
    rememberedMember(): Id | undefined {
      if (!members.some(({ id }) => id === payer)) return undefined;
      rememberPayer(ownStorage, account, payer);
      return payer;
    },
  };
}

type TabsProps = Pick<Props, "categories"> & ReturnType<typeof useCorrections>;

function RowTabs({ categories, rows, choices, corrected, remember, ...change }: TabsProps) {
  const { open, dialog } = useDialog();
  const [filter, setFilter] = useState<(typeof FILTERS)[number]>("all");
  const byState = useMemo(
    () => Map.groupBy(rows, ({ state }) => (state === "like" ? "here" : state)),
    [rows],
  );
  const rowsIn = (tab: typeof filter) => (tab === "all" ? rows : (byState.get(tab) ?? []));
  const shown = rowsIn(filter);
  const turn = (row: ReadableRow) => {
    change.turn(row);
    remember(row);
  };
  const tabs = FILTERS.map((id) => ({
    id,
    label: id === "all" ? "All" : STATES[id].label,
    count: rowsIn(id).length,
  })).filter(({ id, count }) => id !== "moved" || count > 0 || filter === id);
  return (
    <Tabs label="Rows" tabs={tabs} selected={filter} onSelect={setFilter}>
      {shown.length === 0 ? (
        <p className="muted">There are no such rows.</p>
      ) : (
        <RowList
          key={filter}
          rows={shown}
          categories={categories}
          onCategory={(row, categoryId) => {
            change.choose([row], categoryId);
            remember(row);
          }}
          onGoal={(row, goalId) => {
            change.chooseGoal([row], goalId);
            remember(row);
          }}
          onTurn={turn}
          // Once the split is entered, the row matches it.
          onSplit={({ row, categoryId }) =>
            open((close) => <TransactionDialog draft={{ ...row, categoryId }} onClose={close} />)
          }
        />
      )}
      {/* Below the rows, so that a new offer does not move them. */}
      <div className="import-offers">
        {corrected.map((row) => {
          const isChosen = choices.categories.has(row.key) || choices.goals.get(row.key);
          const isComing = row.state === "new" || row.state === "to-review";
          return (
            <Changed
              key={row.key}
              row={row}
              category={isChosen && isComing ? categories.find(({ id }) => id === row.categoryId) : undefined}
              goal={choices.goals.has(row.key) ? row.goals.find(({ id }) => id === row.goalId) : undefined}
              alike={row.goalId ? rowsWithoutGoal(row, rows) : rowsLike(row, rows)}
              onChoose={(alike, { categoryId, goalId }) =>
                goalId === undefined ? change.choose(alike, categoryId) : change.chooseGoal(alike, goalId)
              }
              onTurn={turn}
            />
          );
        })}
      </div>
      {dialog}
    </Tabs>
  );
}

/** Used until the room is known; the server then refuses what exceeds it. */
const ANY_ROOM = {
  today: Number.POSITIVE_INFINITY,
  inAll: Number.POSITIVE_INFINITY,
  inReview: Number.POSITIVE_INFINITY,
  refused: null,
};

/** The number of rows in other currencies for which an amount was given. */
function countOfForeignIn({ foreign, rows }: NamedFile["file"]): number {
  if (foreign.length === 0) return 0;
  const coming = new Set(rows.map(({ id }) => id));
  return foreign.filter(({ id }) => coming.has(id)).length;
}

function outcomeText({ coming, toReview, moved }: Record<"coming" | "toReview" | "moved", number>): string {
  const parts = [
    coming > 0 && `${pluralize(coming, "row")} will be added.`,
    toReview > 0 &&
      `${pluralize(toReview, "row")} will wait in “To review” and count in no figure until then.`,
    moved > 0 && `${pluralize(moved, "row")} moved between own accounts.`,
  ].filter((text) => text !== false);
  return parts.join(" ") || "None of these rows is new.";
}

type ChangedProps = {
  row: ReadableRow;
  category: Category | undefined;
  goal: GoalName | undefined;
  alike: readonly ReadableRow[];
  onChoose: (rows: readonly ReadableRow[], choice: { categoryId: Id; goalId: Id | undefined }) => void;
  onTurn: (row: ReadableRow) => void;
};

/** Tells what happens to a corrected row, and offers the same for similar rows, here and in later imports. */
function Changed({ row, category, goal, alike, onChoose, onTurn }: ChangedProps) {
  const { ledgerId, can } = useOpenLedger();
  const addRule = useAddRule(ledgerId);
  const { description } = row.row;
  const contains = constantPart(description).slice(0, NAME_MAX).trim();
  const isLeftOut = row.state === "left-out" && row.proposed === "new";
  if (!category && !isLeftOut) return null;
  const rule = category ? { categoryId: category.id, ...(goal && { goalId: goal.id }) } : { leaveOut: true };
  return (
    <div className="import-correction" role="status">
      <p>
        {category
          ? `“${description}” goes into ${category.name}${goal ? `, for ${goal.name}` : ""}.`
          : `Left out: this row, “${description}”, in later files too.`}
      </p>
      <div className="row">
        {category && alike.length > 0 && (
          <Button size="small" onClick={() => onChoose(alike, { categoryId: category.id, goalId: goal?.id })}>
            {`Also the ${pluralize(alike.length, "row")} like it`}
          </Button>
        )}
        {isLeftOut && (
          <Button size="small" onClick={() => onTurn(row)}>
            Undo
          </Button>
        )}
        {can("categories") && !addRule.isSuccess && (
          <Button
            size="small"
            pending={addRule.isPending}
            onClick={() => addRule.mutate({ contains, ...rule })}
          >
            {category ? `Always “${contains}”` : `Leave out: every “${contains}”`}
          </Button>
        )}
      </div>
    </div>
  );
}
