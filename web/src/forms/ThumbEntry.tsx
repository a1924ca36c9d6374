import { parseDay } from "@coffer/domain/time/day";
import { formatDay } from "@coffer/domain/time/format-day";
import { purchasesWith } from "@coffer/domain/transaction/known-purchase";
import { categoryOf } from "../budget/category-of.ts";
import { useMoney } from "../format/money.ts";
import { useToday } from "../selection/selection.ts";
import { TextField } from "../ui/base/TextField.tsx";
import { DateField } from "../ui/fields/DateField.tsx";
import { Dialog } from "../ui/overlays/Dialog.tsx";
import { FormActions } from "../ui/overlays/FormActions.tsx";
import { AmountPad } from "./AmountPad.tsx";
import { EntryCategory } from "./EntryCategory.tsx";
import { QuickEntries } from "./QuickEntries.tsx";
import type { useEntryForm } from "./use-entry-form.ts";
import { WhoPaid } from "./WhoPaid.tsx";
import "./ThumbEntry.css";

/** Chips that fit below the pad of a small phone. */
const CHIPS = 6;

/** On a phone: the amount first, then who was paid; the rest is filled. */
export function ThumbEntry({ entry }: { entry: ReturnType<typeof useEntryForm> }) {
  const { draft, change, categories, categoryId, date } = entry;
  const { money } = useMoney();
  const today = useToday();
  const found =
    draft.description.trim() === "" ? entry.recent : purchasesWith(draft.description, entry.recent);
  const { name } = categoryOf({ categoryId: Number(categoryId) || null }, categories);
  const day = parseDay(date);
  const shown = entry.error("lines") ?? entry.error("categoryId") ?? entry.error("date");
  return (
    <Dialog discardable title="Quick entry" onClose={entry.close}>
      <form className="fields thumb-entry" ref={entry.form} noValidate onSubmit={entry.submit}>
        <AmountPad
          value={draft.amount ?? ""}
          usual={entry.amount}
          error={entry.error("amount")}
          onChange={(amount) => change({ amount: amount === "" ? null : amount })}
        />
        <fieldset className="bare-group chips">
          <legend className="visually-hidden">Known purchases</legend>
          {found.slice(0, CHIPS).map((known) => (
            <button
              key={known.description}
              type="button"
              className="chip"
              aria-pressed={known.description === draft.description}
              onClick={() => change({ description: known.description, categoryId: null })}
            >
              {known.description} <span className="muted">{money(known.amount)}</span>
            </button>
          ))}
        </fieldset>
        <TextField
          label="Description"
          name="description"
          required
          autoComplete="off"
          value={draft.description}
          error={entry.error("description")}
          onChange={(event) => change({ description: event.target.value })}
          onBlur={entry.leaveDescription}
        />
        <details className="thumb-details" open={shown !== undefined || undefined}>
          <summary>
            {draft.lines ? "Split" : name} ·{" "}
            {day ? (day === today ? "Today" : formatDay(day, today)) : "No date"}
          </summary>
          <div className="fields">
            <EntryCategory entry={entry} />
            <DateField
              label="Date"
              name="date"
              required
              value={date}
              error={entry.error("date")}
              onChange={(event) => entry.setDate(event.target.value)}
            />
            <WhoPaid {...entry.whoPaid} />
          </div>
        </details>
        <QuickEntries
          entries={entry.entries}
          categories={categories}
          onRetry={entry.retry}
          onUndo={entry.takeBack}
        />
        <FormActions submit="Save" cancel="Done" onCancel={entry.close} />
      </form>
    </Dialog>
  );
}
