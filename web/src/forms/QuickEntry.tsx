import { categoryOf } from "@coffer/domain/category/category";
import { parseDay } from "@coffer/domain/time/day";
import { dayHeading, formatDay } from "@coffer/domain/time/format-day";
import { monthLabel, monthOfDay } from "@coffer/domain/time/month";
import { purchasesWith } from "@coffer/domain/transaction/known-purchase";
import type { KeyboardEvent } from "react";
import { locale } from "../format/locale.ts";
import { useMoney } from "../format/money.ts";
import { useDeviceDay, useMonth, useToday } from "../selection/selection.ts";
import { Button } from "../ui/base/Button.tsx";
import { CheckboxField } from "../ui/base/CheckboxField.tsx";
import { TextField } from "../ui/base/TextField.tsx";
import { CategoryBadge } from "../ui/display/CategoryBadge.tsx";
import { DateField } from "../ui/fields/DateField.tsx";
import { MoneyField } from "../ui/fields/MoneyField.tsx";
import { SuggestField } from "../ui/fields/SuggestField.tsx";
import { useIsDesktop } from "../ui/layout/use-is-desktop.ts";
import { Dialog } from "../ui/overlays/Dialog.tsx";
import { FormActions } from "../ui/overlays/FormDialog.tsx";
import { AmountPad, isRefund, toggleRefund } from "./AmountPad.tsx";
import type { Entry } from "./entries.ts";
import { PaymentOfferField } from "./PaymentOffer.tsx";
import { CategoryOrLines } from "./SplitLines.tsx";
import { type EntryForm, useEntryForm } from "./use-entry-form.ts";
import { WhoPaid } from "./WhoPaid.tsx";
import "./QuickEntry.css";
import "./ThumbFields.css";
import "./EntryReading.css";

/** Stays open after Enter, so that the next entry can be typed while the last one is being sent. */
export function QuickEntry(props: Parameters<typeof useEntryForm>[0]) {
  const entry = useEntryForm(props);
  const isDesktop = useIsDesktop();
  const Fields = isDesktop ? DeskFields : ThumbFields;
  const keys = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key === "Escape" && (entry.reading || entry.draft.taken)) entry.keepAsTyped();
    else if (event.key === "Enter" && event.target instanceof HTMLSelectElement)
      event.currentTarget.requestSubmit();
    else return;
    event.preventDefault();
  };
  return (
    <Dialog discardable title="Quick entry" size={isDesktop ? "medium" : "pad"} onClose={entry.close}>
      <form className="fields" ref={entry.form} noValidate onSubmit={entry.submit} onKeyDown={keys}>
        <Fields entry={entry} />
        <PaymentOfferField {...entry.payment} />
        <QuickEntries {...entry.list} categories={entry.categories} />
        <FormActions submit="Save" cancel="Done" onCancel={entry.done} />
      </form>
    </Dialog>
  );
}

function DeskFields({ entry }: { entry: EntryForm }) {
  const { amount, change } = entry;
  return (
    <>
      <SuggestField {...entry.description} suggestions={entry.recent.map(({ description }) => description)} />
      <EntryReading entry={entry} />
      <div className="fields-2">
        <MoneyField
          {...entry.amountField}
          // The decimal keyboard of some phones has neither + nor -.
          inputMode="text"
          currency={entry.currency}
          onFocus={(event) => event.target.select()}
        />
        <DateField {...entry.date} />
      </div>
      <EntryCategory entry={entry} />
      <WhoPaid {...entry.whoPaid} />
      <CheckboxField
        label="Refund"
        checked={isRefund(amount)}
        onChange={() => change({ amount: toggleRefund(amount) })}
      />
    </>
  );
}

type EntriesProps = EntryForm["list"] & Pick<EntryForm, "categories">;

function QuickEntries({ entries, categories, ...actions }: EntriesProps) {
  const { signed } = useMoney();
  const month = useMonth();
  const newest = entries.find(({ state }) => state === "saved");
  return (
    <>
      <p className="visually-hidden" role="status">
        {newest && `Saved ${newest.body.description}, ${signed(newest.body)}`}
      </p>
      {entries.length > 0 && (
        <ul className="entries" aria-label="Just entered">
          {entries.map((entry) => (
            <li key={entry.key}>
              <CategoryBadge {...categoryOf(entry.body, categories)} size="small" />
              <span className="grow">
                {entry.body.description}
                {monthOfDay(entry.body.date) !== month && (
                  <span className="entry-state"> · {monthLabel(monthOfDay(entry.body.date))}</span>
                )}
              </span>
              <span className="entry-amount">{signed(entry.body)}</span>
              <EntryState entry={entry} {...actions} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

type StateProps = Pick<EntriesProps, "onUndo" | "onRetry"> & { entry: Entry };

function EntryState({ entry, onUndo, onRetry }: StateProps) {
  const { description } = entry.body;
  if (entry.state === "saving") return <span className="entry-state">Saving...</span>;
  if (entry.state === "saved")
    return (
      <Button variant="quiet" size="small" aria-label={`Undo ${description}`} onClick={() => onUndo(entry)}>
        Undo
      </Button>
    );
  const label = `Not saved: try ${description} again`;
  return (
    <Button variant="destructive" size="small" aria-label={label} onClick={() => onRetry(entry)}>
      Try again
    </Button>
  );
}

/** As many as fit below the keypad on a small phone. */
const CHIPS = 6;

/** On a phone the amount and the description come first; the folded rest is filled in automatically. */
function ThumbFields({ entry }: { entry: EntryForm }) {
  const { draft, change, recent, categories, categoryId } = entry;
  const { money } = useMoney();
  const today = useToday();
  const found = draft.description.trim() === "" ? recent : purchasesWith(draft.description, recent);
  const { name } = categoryOf({ categoryId: Number(categoryId) || null }, categories);
  const day = parseDay(entry.date.value);
  const shown = entry.error("lines") ?? entry.error("categoryId") ?? entry.error("date");
  return (
    <>
      <AmountPad
        value={draft.amount ?? ""}
        usual={entry.amount}
        currency={entry.currency}
        error={entry.error("amount")}
        onChange={(amount) => change({ amount: amount === "" ? null : amount })}
      />
      <fieldset className="bare-group chips">
        <legend className="visually-hidden">Known purchases</legend>
        {found.slice(0, CHIPS).map(({ description, amount }) => (
          <button
            key={description}
            type="button"
            className="chip"
            aria-pressed={description === draft.description}
            onClick={() => change({ description, categoryId: null })}
          >
            <span>{description}</span> <span className="muted">{money(amount)}</span>
          </button>
        ))}
      </fieldset>
      <TextField {...entry.description} />
      <EntryReading entry={entry} />
      <details className="thumb-details" open={shown !== undefined || undefined}>
        <summary>
          {draft.lines ? "Split" : name} ·{" "}
          {day ? (day === today ? "Today" : formatDay(day, today, locale)) : "No date"}
        </summary>
        <div className="fields">
          <EntryCategory entry={entry} />
          <DateField {...entry.date} />
          <WhoPaid {...entry.whoPaid} />
        </div>
      </details>
    </>
  );
}

function EntryCategory({ entry }: { entry: EntryForm }) {
  const { draft, change, offered, categoryId, isLoading } = entry;
  const hasNone = !isLoading && offered.length === 0;
  return (
    <CategoryOrLines
      amount={entry.amount.replace(/^\s*[-−]/, "")}
      lines={draft.lines}
      problem={entry.error("lines")}
      offered={offered}
      currency={entry.currency}
      category={{
        name: "categoryId",
        placeholder: hasNone ? "No categories available" : "Choose a category",
        hint: hasNone && "Add one under Budget first",
        value: categoryId,
        error: entry.error("categoryId"),
        onChange: (event) => change({ categoryId: event.target.value }),
      }}
      categoryId={categoryId}
      goal={entry.goal}
      onGoal={entry.setGoal}
      onLines={(lines) => change(lines ? { lines } : { lines, categoryId })}
    />
  );
}

/** Shows the amount and day that were recognized in a description, before and after they move to their fields. */
function EntryReading({ entry }: { entry: EntryForm }) {
  const { reading, draft, date, keepAsTyped } = entry;
  const { signed } = useMoney();
  const today = useDeviceDay();
  const day = parseDay(date.value);
  return (
    <div className="entry-reading" role="status">
      {reading && (
        <p>
          Reads as “{reading.description}”
          {reading.amount !== undefined && (
            <>, {signed({ type: "expense", ...reading, amount: reading.amount })}</>
          )}
          {reading.isDated && <>, {dayHeading(reading.date, today, locale)}</>}
        </p>
      )}
      {!reading && draft.taken && (
        <p>
          Read from “{draft.taken.text}”
          {day && day !== draft.taken.date && <>, {dayHeading(day, today, locale)}</>}
        </p>
      )}
      {/* Skipped by Tab, which goes on to the amount: the Escape key presses this button. */}
      {(reading || draft.taken) && (
        <Button variant="quiet" size="small" tabIndex={-1} aria-keyshortcuts="Escape" onClick={keepAsTyped}>
          Keep as typed <kbd>Esc</kbd>
        </Button>
      )}
    </div>
  );
}
