import { categoryOf } from "@coffer/domain/category/category";
import { parseDay } from "@coffer/domain/time/day";
import { formatDay } from "@coffer/domain/time/format-day";
import { purchasesWith } from "@coffer/domain/transaction/known-purchase";
import { locale } from "../format/locale.ts";
import { useMoney } from "../format/money.ts";
import { useToday } from "../selection/selection.ts";
import { TextField } from "../ui/base/TextField.tsx";
import { DateField } from "../ui/fields/DateField.tsx";
import { AmountPad } from "./AmountPad.tsx";
import { EntryCategory } from "./EntryCategory.tsx";
import { EntryReading } from "./EntryReading.tsx";
import type { EntryForm } from "./use-entry-form.ts";
import { WhoPaid } from "./WhoPaid.tsx";
import "./ThumbFields.css";

/** Chips that fit below the pad of a small phone. */
const CHIPS = 6;

/** On a phone: the amount first, then who was paid; the rest is filled. */
export function ThumbFields({ entry }: { entry: EntryForm }) {
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
