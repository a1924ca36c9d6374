import { CheckboxField } from "../ui/base/CheckboxField.tsx";
import { TextField } from "../ui/base/TextField.tsx";
import { DateField } from "../ui/fields/DateField.tsx";
import { MoneyField } from "../ui/fields/MoneyField.tsx";
import { useIsDesktop } from "../ui/layout/use-is-desktop.ts";
import { Dialog } from "../ui/overlays/Dialog.tsx";
import { FormActions } from "../ui/overlays/FormActions.tsx";
import { isRefund, turnRefund } from "./AmountPad.tsx";
import { EntryCategory } from "./EntryCategory.tsx";
import { QuickEntries } from "./QuickEntries.tsx";
import { ThumbEntry } from "./ThumbEntry.tsx";
import { useEntryForm } from "./use-entry-form.ts";
import { WhoPaid } from "./WhoPaid.tsx";

type Props = { typed: string; onClose: () => void };

/** Stays open: Enter saves, and the next one is typed while the last is on its way. */
export function QuickEntry(props: Props) {
  const entry = useEntryForm(props);
  const isDesktop = useIsDesktop();
  if (!isDesktop) return <ThumbEntry entry={entry} />;
  return (
    <Dialog discardable title="Quick entry" onClose={entry.close}>
      <form className="fields" ref={entry.form} noValidate onSubmit={entry.submit}>
        <TextField
          label="Description"
          name="description"
          required
          autoComplete="off"
          list="known-purchases"
          value={entry.draft.description}
          error={entry.error("description")}
          onChange={(event) => entry.change({ description: event.target.value })}
          onBlur={entry.leaveDescription}
        />
        <datalist id="known-purchases">
          {entry.recent.map(({ description }) => (
            <option key={description} value={description} />
          ))}
        </datalist>
        <div className="fields-2">
          <MoneyField
            label="Amount"
            name="amount"
            // The decimal keyboard of some phones has neither + nor -.
            inputMode="text"
            currency={entry.currency}
            required
            value={entry.amount}
            error={entry.error("amount")}
            onFocus={(event) => event.target.select()}
            onChange={(event) => entry.change({ amount: event.target.value })}
          />
          <DateField
            label="Date"
            name="date"
            required
            value={entry.date}
            error={entry.error("date")}
            onChange={(event) => entry.setDate(event.target.value)}
          />
        </div>
        <EntryCategory entry={entry} />
        <WhoPaid {...entry.whoPaid} />
        <CheckboxField
          label="Refund"
          checked={isRefund(entry.amount)}
          onChange={() => entry.change({ amount: turnRefund(entry.amount) })}
        />
        <QuickEntries
          entries={entry.entries}
          categories={entry.categories}
          onRetry={entry.retry}
          onUndo={entry.takeBack}
        />
        <FormActions submit="Save" cancel="Done" onCancel={entry.close} />
      </form>
    </Dialog>
  );
}
