import type { Id } from "@coffer/domain/id";
import {
  type Choice,
  categoriesOf,
  categoryIdOf,
  type Decision,
  goalIdOf,
  goalsFor,
  type Known,
  type Question,
  questionOf,
} from "@coffer/domain/review/decision";
import { isDescribedAlike } from "@coffer/domain/rule/rule";
import { pluralize } from "@coffer/domain/text/plural";
import { dayFormatter } from "@coffer/domain/time/format-day";
import { flowIn } from "@coffer/domain/transaction/flow-in";
import { useState } from "react";
import type { AcceptedRow, ReviewRow, TransferPair } from "../../api/review.ts";
import { locale } from "../../format/locale.ts";
import { useMoney } from "../../format/money.ts";
import { lazyPart, useDialog } from "../../loading/lazy.tsx";
import { EnteredBy, usePeople } from "../../people/people.tsx";
import { useOpenLedger, useToday } from "../../selection/selection.ts";
import { useShortcuts } from "../../shell/use-shortcuts.ts";
import { Button } from "../../ui/base/Button.tsx";
import { Icon } from "../../ui/base/Icon.tsx";
import { useSwipe } from "../../ui/controls/use-swipe.ts";
import { keepFocusNear } from "../../ui/overlays/focus-near.ts";
import { Menu, MenuItem } from "../../ui/overlays/Menu.tsx";

// Lazy: most rows are decided in the list.
const EditRow = lazyPart(() => import("./RowForms.tsx"), "EditRow");
const TieRow = lazyPart(() => import("./RowForms.tsx"), "TieRow");
const LeaveOutRow = lazyPart(() => import("./RowForms.tsx"), "LeaveOutRow");
const CategoryDialog = lazyPart(() => import("../../forms/CategoryDialog.tsx"), "CategoryDialog");
const TransferRow = lazyPart(() => import("./RowForms.tsx"), "TransferRow");

export type ReviewActions = {
  onChoose: (ids: readonly Id[], choice: Choice) => void;
  onAccept: (row: AcceptedRow) => void;
  onTransfer: (pair: TransferPair) => void;
  onDismiss: (ids: readonly Id[]) => void;
};

type Decided = { row: ReviewRow; choice: Choice; decision: Decision };

type Props = { decided: readonly Decided[]; known: Known; actions: ReviewActions | undefined };

/** The rows to review. J and K go through them; A accepts, C chooses a category, E edits, T transfers, X leaves out. */
export function ReviewList({ decided, known, actions }: Props) {
  const today = useToday();
  const { can } = useOpenLedger();
  const write = dayFormatter(
    decided.map(({ row }) => row.date),
    today,
    locale,
  );
  const { dialog, ...dialogs } = useRowDialogs({ decided, known, actions });
  const decide = ({ decision, row }: Decided) => {
    if (!actions) return;
    if (decision.does === "ask") return selectOf(row.id, decision.what)?.focus();
    keepFocusNear();
    if (decision.does === "transfer") actions.onTransfer(decision.pair);
    else actions.onAccept(decision.row);
  };
  const dismiss = ({ row }: Decided) => {
    keepFocusNear();
    actions?.onDismiss([row.id]);
  };
  const current = useReviewKeys(decided, actions && { ...dialogs, decide, dismiss });
  return (
    <>
      <ul className="review-rows" aria-label="Rows to review">
        {decided.map((each) => (
          <Row
            key={each.row.id}
            {...each}
            date={write(each.row.date)}
            alike={alikeOf(each, decided)}
            known={known}
            actions={actions}
            isCurrent={each.row.id === current}
            onDecide={() => decide(each)}
            onEdit={() => dialogs.edit(each)}
            onTie={() => dialogs.tie(each)}
            onTransfer={() => dialogs.transfer(each)}
            onAddCategory={can("categories") ? () => dialogs.addCategory(each) : undefined}
            onDismiss={() => dismiss(each)}
            onLeaveOut={can("categories") ? () => dialogs.leaveOut(each) : undefined}
          />
        ))}
      </ul>
      {dialog}
    </>
  );
}

/** Functions that open the dialogs of a row. */
function useRowDialogs({ decided, known, actions }: Props) {
  const { open, dialog } = useDialog();
  const rows = decided.map(({ row }) => row);
  return {
    dialog,
    edit: ({ row, choice }: Decided) =>
      open((close) => (
        <EditRow
          row={row}
          categoryId={categoryIdOf(row, choice)}
          onAccept={actions?.onAccept}
          onClose={close}
        />
      )),
    /** Adds a category, and chooses it for the row if its type fits. */
    addCategory: ({ row }: Decided) =>
      open((close) => (
        <CategoryDialog
          type={row.type}
          onSaved={(category) => {
            const isPossible = flowIn(row, category) !== undefined;
            if (isPossible) actions?.onChoose([row.id], { categoryId: category.id, goalId: undefined });
          }}
          onClose={close}
        />
      )),
    tie: ({ row }: Decided) =>
      open((close) => <TieRow row={row} onAccept={actions?.onAccept} onClose={close} />),
    transfer: ({ row }: Decided) =>
      open((close) => (
        <TransferRow
          row={row}
          rows={rows}
          goals={known.goals}
          onTransfer={actions?.onTransfer}
          onClose={close}
        />
      )),
    leaveOut: ({ row }: Decided) =>
      open((close) => <LeaveOutRow row={row} rows={rows} onDismiss={actions?.onDismiss} onClose={close} />),
  };
}

type OnRow = Record<"decide" | "dismiss" | "edit" | "transfer", (one: Decided) => void>;

/** The keys of the list; returns the row to which they apply. Without `on`, they only go through the rows. */
function useReviewKeys(decided: readonly Decided[], on: OnRow | undefined): Id | null {
  const [current, setCurrent] = useState<Id | null>(null);
  const at = decided.findIndex(({ row }) => row.id === current);
  const one = decided[at];
  const go = (index: number) => {
    const next = decided[Math.max(0, Math.min(index, decided.length - 1))]?.row;
    if (!next) return;
    setCurrent(next.id);
    elementOf(next.id)?.focus({ preventScroll: true });
    elementOf(next.id)?.scrollIntoView({ block: "nearest" });
  };
  const goOn = () => setCurrent((decided[at + 1] ?? decided[at - 1])?.row.id ?? null);
  useShortcuts(
    {
      j: () => go(at + 1),
      k: () => go(at - 1),
      ...(one &&
        on && {
          a: () => {
            on.decide(one);
            if (one.decision.does !== "ask") goOn();
          },
          x: () => {
            on.dismiss(one);
            goOn();
          },
          c: () => selectOf(one.row.id, "category")?.focus(),
          e: () => on.edit(one),
          t: () => on.transfer(one),
        }),
    },
    { ofList: true },
  );
  return current;
}

const selectOf = (id: Id, what: string) =>
  elementOf(id)?.querySelector<HTMLSelectElement>(`[data-asks="${what}"]`);

const elementOf = (id: Id) => document.querySelector<HTMLElement>(`[data-review="${id}"]`);

/** Rows with a similar description and another category than the one that the person chose. */
function alikeOf({ row, choice }: Decided, decided: readonly Decided[]): Id[] {
  const { categoryId } = choice;
  if (categoryId === undefined) return [];
  return decided
    .filter(
      (other) =>
        other.row.id !== row.id &&
        other.row.type === row.type &&
        other.choice.categoryId === undefined &&
        categoryIdOf(other.row, other.choice) !== categoryId &&
        isDescribedAlike(other.row.description, row.description),
    )
    .map((other) => other.row.id);
}

type RowProps = Decided & {
  date: string;
  alike: readonly Id[];
  known: Known;
  actions: ReviewActions | undefined;
  isCurrent: boolean;
  onDecide: () => void;
  onEdit: () => void;
  onTie: () => void;
  onTransfer: () => void;
  onAddCategory: (() => void) | undefined;
  onLeaveOut: (() => void) | undefined;
  onDismiss: () => void;
};

function Row({ row, choice, decision, date, alike, known, actions, isCurrent, ...on }: RowProps) {
  const { signed } = useMoney();
  const { enteredBy } = usePeople();
  const { id, description, account, file, source } = row;
  const swipe = useSwipe(actions && { left: on.onDismiss, right: on.onDecide });
  const question = questionOf(row, choice, known);
  const name = `${description}, ${date}`;
  const from = [date, ...(account || !file ? [account, source] : [file])].filter(Boolean).join(" · ");
  return (
    <li className="review-row" data-review={id} data-current={isCurrent} tabIndex={-1} {...swipe}>
      <p className="review-text">
        <span>
          {description} <EnteredBy person={enteredBy(row.createdBy)} />
        </span>
        <span className="muted">{from}</span>
      </p>
      <span className="review-amount">{signed(row)}</span>
      {question ? (
        <QuestionText question={question} />
      ) : (
        <Proposal
          name={name}
          row={row}
          choice={choice}
          known={known}
          onChoose={actions && ((chosen) => actions.onChoose([id], chosen))}
          onAdd={actions && on.onAddCategory}
        />
      )}
      {actions && (
        <div className="review-actions">
          {alike.length > 0 && (
            <Button
              size="small"
              onClick={() =>
                choice.categoryId !== undefined && actions.onChoose(alike, { categoryId: choice.categoryId })
              }
            >
              {`Also the ${pluralize(alike.length, "row")} like it`}
            </Button>
          )}
          {question && (
            <Button
              size="small"
              aria-label={`${NO[question.about]}: ${name}`}
              onClick={() => actions.onChoose([id], { isNew: true })}
            >
              {NO[question.about]}
            </Button>
          )}
          <Button
            size="small"
            variant="primary"
            disabled={decision.does === "ask"}
            aria-label={`${question ? YES[question.about] : "Accept"}: ${name}`}
            onClick={on.onDecide}
          >
            {question ? YES[question.about] : "Accept"}
          </Button>
          <Menu label={`More for ${name}`} trigger={<Icon name="more" />}>
            <MenuItem icon="edit" onClick={on.onEdit}>
              Edit or split
            </MenuItem>
            <MenuItem onClick={on.onTie}>It is here already</MenuItem>
            <MenuItem onClick={on.onTransfer}>Moved between own accounts</MenuItem>
            <MenuItem icon="trash" onClick={on.onDismiss}>
              Leave out
            </MenuItem>
            {on.onLeaveOut && <MenuItem onClick={on.onLeaveOut}>Always leave out</MenuItem>}
          </Menu>
        </div>
      )}
    </li>
  );
}

const YES = { due: "Paid by this", like: "It is the same", transfer: "Moved", own: "Moved", cash: "Moved" };
const NO = {
  ...{ due: "Another payment", like: "Keep both" },
  ...{ transfer: "Not moved", own: "Not moved", cash: "Spent" },
};

function QuestionText({ question }: { question: Question }) {
  const { money, signed } = useMoney();
  const write = dayFormatter([], useToday(), locale);
  if (question.about === "due") {
    const { name, amount, nextPaymentDate } = question.subscription;
    return (
      <p className="review-question">{`${name}, ${money(amount)}, due ${write(nextPaymentDate)}: paid by this?`}</p>
    );
  }
  if (question.about === "like") {
    const { description, date } = question.transaction;
    return (
      <p className="review-question">
        {`Here already? “${description}”, ${write(date)}, ${signed(question.transaction)}`}
      </p>
    );
  }
  if (question.about === "cash")
    return <p className="review-question">Cash: spent already, or moved to your wallet?</p>;
  if (question.about === "own")
    return <p className="review-question">Moved between own accounts? The other account is not here.</p>;
  const { other } = question;
  return (
    <p className="review-question">
      {`Moved between own accounts? ${other ? `The other half: “${other.description}”, ${write(other.date)}` : "The other half is here too."}`}
    </p>
  );
}

type ProposalProps = {
  name: string;
  row: ReviewRow;
  choice: Choice;
  known: Known;
  onChoose: ((choice: Choice) => void) | undefined;
  onAdd: (() => void) | undefined;
};

const NEW = "new";
const NO_GOAL = "none";

/** The category that a row gets, and its goal where the category has several. */
function Proposal({ name, row, choice, known, onChoose, onAdd }: ProposalProps) {
  const categoryId = categoryIdOf(row, choice);
  const goals = goalsFor(categoryId, known.goals);
  const goalId = goalIdOf(row, choice);
  const isGuess = choice.categoryId === undefined && row.proposed?.by === "history";
  return (
    <div className="review-proposal">
      <select
        className="review-category"
        data-asks="category"
        data-guess={isGuess}
        aria-label={`Category of ${name}`}
        disabled={!onChoose}
        value={categoryId ?? ""}
        onChange={({ target: { value } }) =>
          value === NEW ? onAdd?.() : onChoose?.({ categoryId: Number(value), goalId: undefined })
        }
      >
        <option value="" disabled hidden>
          Choose a category
        </option>
        {categoriesOf(row, known.categories).map((category) => (
          <option key={category.id} value={category.id}>
            {category.name}
          </option>
        ))}
        {onAdd && <option value={NEW}>New category...</option>}
      </select>
      {goals.length > 0 && (
        <select
          className="review-category"
          data-asks="goal"
          aria-label={`Goal of ${name}`}
          disabled={!onChoose}
          value={goalId === null ? NO_GOAL : (goalId ?? "")}
          onChange={({ target: { value } }) =>
            onChoose?.({ goalId: value === NO_GOAL ? null : Number(value) })
          }
        >
          <option value="" disabled hidden>
            Choose a goal
          </option>
          {goals.map((goal) => (
            <option key={goal.id} value={goal.id}>
              {goal.name}
            </option>
          ))}
          <option value={NO_GOAL}>No goal</option>
        </select>
      )}
    </div>
  );
}
